"""Finished games by territory: a pass is answered by a pass, unless something is still at stake."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, PASS, WHITE, opponent, vertex_to_point
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.engine import Engine
from tests.session.fake_searcher import FakeSearcher

#: All is settled; Black leads by 29 points on the board, with ten dead stones of White at the top.
FINISHED = """
    . . . X X X O O O
    . . X X O X X O .
    . X . X O X O O O
    X X X O O O O . X
    O O O X X . O O X
    . . O O X X X X X
    . . O . O O X . X
    . O . . O . O X X
    . . O O . . O X .
"""


def after_a_pass(color: int, *holes: str, rules: str = "japanese", komi: float = 3.5) -> Position:
    """The finished game without the stones at ``holes``; the opponent of ``color`` has passed.

    With holes the colours are such that ``color`` is Black in the diagram.
    """
    board = Position.from_diagram(FINISHED, rules=rules_named(rules), komi=komi)
    gone = {vertex_to_point(vertex, 9) for vertex in holes}
    swaps = bool(holes) and color == WHITE
    stones = {
        opponent(owner) if swaps else owner: [
            p for p in range(81) if board.color_at(p) == owner and p not in gone
        ]
        for owner in (BLACK, WHITE)
    }
    position = Position(9, rules_named(rules), komi)
    position.set_up(stones[BLACK], stones[WHITE], opponent(color))
    position.play(PASS, opponent(color))
    return position


def answer(position: Position, **parameters: str) -> int:
    engine = Engine()
    engine.set_parameter("seed", "1")
    engine.set_parameter("resign", "0")
    for name, value in parameters.items():
        engine.set_parameter(name, value)
    engine.set_rules(position.rules.name)
    engine._start(position)
    return engine.genmove(position.to_play)


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize(
    "parameters",
    [
        {"simulations": "1"},
        {"simulations": "100"},
        {"simulations": "600"},
        {"simulations": "2000"},
        {"simulations": "600", "network": "none"},
        {"simulations": "600", "rank": "8k"},
        {"simulations": "600", "level": "3"},
        {"time_per_move": "3"},
    ],
    ids=lambda parameters: " ".join(f"{name}={value}" for name, value in parameters.items()),
)
def test_a_pass_ends_a_finished_game(parameters: dict[str, str], color: int) -> None:
    assert answer(after_a_pass(color), **parameters) == PASS


#: Black leads by 39 points; the right side is large, but White cannot live there.
LARGE = """
    . . . X O . . . O X . . .
    X . X X O . . . O X . . .
    . X X O O . O . O X . . .
    . X O . . . . O X . X . .
    X X O . . O O O X . . . .
    X O . . O X X X . . . . .
    . X O . O X . . . . . . .
    . . O . O X . . . . . . .
    O O . . O X . . . . . . .
    . . O O X . . . . . . . .
    . . . O X . . . . X . . .
    . O . O X . . . . . . . .
    . . O X X . . . . . . . .
"""


@pytest.mark.parametrize("simulations", ["1", "8", "32", "600"])
@pytest.mark.parametrize("network", ["shipped", "none"])
def test_a_large_territory_is_left_alone_at_any_budget(simulations: str, network: str) -> None:
    position = Position.from_diagram(LARGE, rules=rules_named("japanese"), komi=6.5)
    position.to_play = WHITE
    position.play(PASS, WHITE)
    assert answer(position, simulations=simulations, network=network) == PASS


@pytest.mark.parametrize("hole", ["G4", "D5"])
@pytest.mark.parametrize("network", ["shipped", "none"])
def test_a_defence_is_found_with_few_simulations(hole: str, network: str) -> None:
    position = after_a_pass(BLACK, hole)
    assert answer(position, simulations="8", network=network) != PASS


@pytest.mark.parametrize(("rules", "least"), [("japanese", 200), ("chinese", 7)])
def test_an_answer_to_a_pass_is_searched_where_a_move_costs_a_point(rules: str, least: int) -> None:
    engine = Engine()
    engine.set_parameter("simulations", "8")
    engine.set_rules(rules)
    engine._start(after_a_pass(BLACK, rules=rules))
    engine.genmove(BLACK)
    found = engine.last_search
    assert found is not None
    assert found.simulations == least


@pytest.mark.parametrize("komi", [-30.5, 28.5, 29.5, 60.0])
@pytest.mark.parametrize("rules", ["japanese", "korean"])
def test_whoever_wins(rules: str, komi: float) -> None:
    for color in (BLACK, WHITE):
        assert answer(after_a_pass(color, rules=rules, komi=komi), simulations="200") == PASS


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("hole", ["G4", "H2", "D9", "J6", "F8", "D5"])
@pytest.mark.parametrize("komi", [-60.5, 3.5, 60.5])
def test_a_defence_that_is_needed_is_played(color: int, hole: str, komi: float) -> None:
    assert answer(after_a_pass(color, hole, komi=komi), simulations="600") != PASS


def test_who_is_ahead_passes_first_in_a_finished_game() -> None:
    position = after_a_pass(BLACK)
    position.undo(1)
    position.to_play = BLACK
    assert answer(position, simulations="600") == PASS


def test_a_defence_is_played_before_the_opponent_passes() -> None:
    position = after_a_pass(BLACK, "D9", komi=-60.5)
    position.undo(1)
    position.to_play = BLACK
    assert answer(position, simulations="600") != PASS


def test_at_a_rank_looks_have_the_network_and_moves_have_none() -> None:
    """Playouts alone take large territories for open; ranks were measured with them."""
    searched: list[tuple[int, str]] = []
    made: list[FakeSearcher] = []

    def noted(position: Position, report: SearchReport) -> SearchReport:
        searched.append((position.to_play, str(made[0].params.network)))
        return report

    def make(params: SearchParams, threads: int, memory_mb: int, seed: int) -> FakeSearcher:
        made.append(FakeSearcher(params, threads, memory_mb, seed, change=noted))
        return made[-1]

    engine = Engine(make_searcher=make)
    engine.set_parameter("rank", "10k")
    engine.set_rules("japanese")
    engine._start(after_a_pass(BLACK))
    engine.genmove(BLACK)
    assert {network for to_play, network in searched if to_play == BLACK} == {"none"}
    assert {network for to_play, network in searched if to_play == WHITE} == {"shipped"}
    assert made[0].params.network == "none"
