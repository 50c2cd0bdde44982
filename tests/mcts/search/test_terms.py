"""What a position means for a search: moves left out, komi, and how it is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from tests.mcts.search.boards import SETTLED
from tests.patterns.test_weight_files import model_file


def searcher(threads: int = 1) -> Searcher:
    return Searcher(memory_mb=64, threads=threads)


def search(position: Position, simulations: int, komi_offset: float = 0.0) -> SearchReport:
    one = searcher()
    one.set_position(position, None, komi_offset)
    return one.search(Limits(simulations=simulations))


def test_moves_to_avoid_get_no_simulations() -> None:
    """Black's three stones live or die at G5: whoever comes first plays there."""
    position = Position(9)
    black = [vertex_to_point(v, 9) for v in ("D5", "E5", "F5")]
    white = [vertex_to_point(v, 9) for v in ("D4", "E4", "F4", "D6", "E6", "F6", "C5")]
    position.set_up(black, white, to_play=BLACK)
    plain = searcher()
    plain.set_position(position)
    best = plain.search(Limits(simulations=400)).moves[0].point
    assert best == vertex_to_point("G5", 9)
    restricted = searcher()
    restricted.set_position(position, {(BLACK, best): 1, (WHITE, best): 1})
    report = restricted.search(Limits(simulations=2000))
    assert best not in {move.point for move in report.moves}
    assert sum(move.visits for move in report.moves) == 2000
    # White may play there only below the root, where depth 1 says nothing.
    lines = [restricted.variation(move.point) for move in report.moves]
    assert any(point == best for line in lines for point, _ in line[1:])


def test_moves_are_avoided_down_to_the_depth() -> None:
    position = Position(5)
    everywhere = {(color, point): 500 for color in (BLACK, WHITE) for point in range(1, 25)}
    restricted = searcher()
    restricted.set_position(position, everywhere)
    report = restricted.search(Limits(simulations=300))
    assert {move.point for move in report.moves} == {0, PASS}
    for move in report.moves:
        assert {point for point, _ in restricted.variation(move.point)} <= {0, PASS}


def test_moves_are_avoided_among_many_at_every_depth() -> None:
    """Those allowed are the worst by their priors, far behind the first moves of a node."""
    position = Position(9)
    allowed = {0, 80}
    avoid = {(c, p): 20 for c in (BLACK, WHITE) for p in (*range(81), PASS) if p not in allowed}
    restricted = searcher(threads=2)
    restricted.set_position(position, avoid)
    report = restricted.search(Limits(simulations=3000))
    assert {move.point for move in report.moves} == allowed
    assert report.visits == 3000
    for move in report.moves:
        line = [point for point, _ in restricted.variation(move.point)]
        # Then no move is left but the pass. The line of a move with few visits may end early.
        assert len(line) > 1 or move != report.moves[0]
        assert line[:2] in ([move.point], [move.point, *(allowed - {move.point})])
        assert set(line[2:]) <= {PASS}


def test_a_side_without_moves_passes() -> None:
    position = Position(5)
    nowhere = {(BLACK, point): 1 for point in [*range(25), PASS]}
    restricted = searcher()
    restricted.set_position(position, nowhere)
    report = restricted.search(Limits(simulations=50))
    assert report.moves == ()
    assert report.pv[0] == PASS


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_territory_rules_count_no_stones(to_play: int) -> None:
    # Five points more in area, an equal number in territory.
    values = {}
    for name in ("chinese", "japanese"):
        position = Position.from_diagram(SETTLED, to_play=to_play, komi=0.5)
        position.rules = rules_named(name)
        report = search(position, 300)
        sign = 1 if to_play == BLACK else -1
        values[name] = sign * (report.value - 0.5)
        if name == "japanese":
            assert sign * report.score == pytest.approx(-0.5, abs=1.0)
    assert values["chinese"] > 0.4
    assert values["japanese"] < -0.3


def test_handicap_stones_are_no_points_of_territory() -> None:
    scores = {}
    for name in ("tromp-taylor", "japanese"):
        position = Position(9, rules_named(name), 0.5)
        position.set_up([20, 24, 56, 60], [], WHITE, 4)
        scores[name] = -search(position, 2000).score
    assert 2.0 < scores["tromp-taylor"] - scores["japanese"] < 6.0


@pytest.mark.parametrize(("rules", "bonus"), [("chinese", 3), ("aga", 2), ("new-zealand", 0)])
def test_handicap_stones_cost_what_the_rules_say(rules: str, bonus: int) -> None:
    plain = Position.from_diagram(SETTLED, rules=rules_named(rules), komi=0.5)
    stones = plain.stones().ravel().tolist()
    black, white = ([p for p, c in enumerate(stones) if c == side] for side in (BLACK, WHITE))
    given = Position(5, rules_named(rules), 0.5)
    given.set_up(black, white, BLACK, 3)
    assert search(given, 300).score == pytest.approx(search(plain, 300).score - bonus, abs=0.1)


def test_dynamic_komi_changes_who_wins_and_not_the_score() -> None:
    position = Position.from_diagram(SETTLED, komi=0.5)
    plain, shifted = search(position, 300), search(position, 300, komi_offset=20.0)
    assert plain.value > 0.9
    assert shifted.value < 0.1
    assert shifted.score == pytest.approx(plain.score, abs=0.1)
    assert plain.score == pytest.approx(position.area_score(), abs=0.1)


@pytest.mark.parametrize("avoid", [{(BLACK, 81): 1}, {(WHITE, -3): 1}, {(0, 40): 1}])
def test_a_move_to_avoid_that_is_none_is_refused(avoid: dict[tuple[int, int], int]) -> None:
    with pytest.raises(ValueError, match="no such move on a board of 9"):
        searcher().set_position(Position(9), avoid)


def test_what_is_wrong_with_a_file_is_told_with_the_position(tmp_path: Path) -> None:
    file = model_file(tmp_path / "my.model", 9)
    one = Searcher(SearchParams(prior_model_file=str(file)), memory_mb=64)
    assert one.notices() == ()
    one.set_position(Position(13))
    (notice,) = one.notices()
    assert "my.model was learned on 9x9" in notice
    one.set_position(Position(9))
    assert one.notices() == ()
