"""Fixed simulations: what whole games search for each move, looks at passes included."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, PASS, RESIGN, opponent
from gtpengine.clock.thinking import LEAST_LOOK
from gtpengine.config.options import EngineOptions
from gtpengine.judge.settling import SURE, TRIED
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.engine import Engine


def searched_in_a_game(simulations: int, rules: str) -> tuple[list[int], int]:
    """Simulations of each genmove of a game on 7x7, and how many searches looked at a pass."""
    options = EngineOptions()
    options.assign("simulations", simulations)
    options.assign("rules", rules)
    options.assign("resign", 0.0)
    engine = Engine(options)
    engine.new_game(7)
    spent, looks = 0, 0
    search, go_on = engine.searching.search, engine.searching.go_on

    def counting(*args: object, **kwargs: object) -> SearchReport | None:
        nonlocal spent
        report = go_on(*args, **kwargs)  # type: ignore[arg-type]
        spent += report.simulations if report is not None else 0
        return report

    def looking(*args: object, **kwargs: object) -> SearchReport | None:
        nonlocal looks
        looks += 1
        return search(*args, **kwargs)  # type: ignore[arg-type]

    engine.searching.go_on = counting  # type: ignore[method-assign]
    engine.searching.search = looking  # type: ignore[method-assign]
    each: list[int] = []
    color, passes = BLACK, 0
    while passes < 2 and len(each) < 120:
        spent = 0
        move = engine.genmove(color)
        each.append(spent)
        assert move != RESIGN
        passes = passes + 1 if move == PASS else 0
        color = opponent(color)
    return each, looks


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_a_look_at_a_pass_is_taken_out_of_fixed_simulations(rules: str) -> None:
    each, looks = searched_in_a_game(1000, rules)
    assert looks > 0
    # Where territory counts, looks compare a pass with some moves, before an answer to a pass.
    further = 0 if rules == "chinese" else (1 + TRIED) * 2 * SURE
    assert max(each) <= 1000 + further
    assert min(each) >= 800


def test_a_short_look_is_no_look() -> None:
    each, looks = searched_in_a_game(100, "chinese")
    assert looks > 0
    assert max(each) <= 100 - 100 // 5 + LEAST_LOOK
