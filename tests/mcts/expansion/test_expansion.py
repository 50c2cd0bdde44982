"""Children in the order of their priors, the rest of them later; and no move starved for ever."""

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def search(position: Position, simulations: int, **values: float | str) -> SearchReport:
    searcher = Searcher(SearchParams(network="none", **values), memory_mb=128)
    searcher.set_position(position)
    return searcher.search(Limits(simulations=simulations))


def key(report: SearchReport) -> list[tuple[int, int, float, int, float]]:
    return [(m.point, m.visits, m.value, m.rave_visits, m.score) for m in report.moves]


def test_fewer_children_take_less_memory() -> None:
    whole = search(Position(19), 1500, widening_children=0)
    narrow = search(Position(19), 1500, widening_children=10, widening_visits=1e9)
    assert narrow.nodes < whole.nodes / 5
    # The root has all of its moves anyway, and all simulations are counted.
    assert {m.point for m in narrow.moves} == {m.point for m in whole.moves}
    assert sum(m.visits for m in narrow.moves) == narrow.visits == 1500


def test_a_wide_enough_node_is_like_one_with_all_moves() -> None:
    whole = search(Position(9), 800, widening_children=0)
    assert key(whole) == key(search(Position(9), 800, widening_children=82))


@pytest.mark.parametrize("threads", [1, 3])
def test_moves_come_in_with_the_visits(threads: int) -> None:
    position = Position(5)
    values = {"widening_children": 2, "widening_visits": 10.0}
    searcher = Searcher(SearchParams(**values), memory_mb=64, threads=threads)
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=5000))
    assert sum(m.visits for m in report.moves) == report.visits == 5000
    best = report.moves[0]
    assert best.visits > 500
    position.play(best.point)
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=1))
    # More than two of its moves were searched, each move stands there once, and all are there now.
    assert sum(m.visits > 1 for m in report.moves) > 4
    points = [m.point for m in report.moves]
    assert sorted(points) == sorted({*position.legal_moves(), PASS})


@pytest.mark.lab
def test_a_late_pass_is_no_likelier_than_an_early_one() -> None:
    passes = []
    for children in (0, 78):
        # Visits follow the probabilities; of the second move the pass comes in with the last few.
        params = SearchParams(
            network="none", tree_policy="puct", puct_exploration=100.0,
            widening_children=children, widening_visits=1e9,
        )  # fmt: skip
        searcher = Searcher(params, memory_mb=64)
        position = Position(9)
        for _ in range(2):
            searcher.set_position(position)
            report = searcher.search(Limits(simulations=2000))
            position.play(report.moves[0].point)
        stats = report.stats_of(PASS)
        assert stats is not None
        passes.append(stats.visits)
    assert passes[0] > 5
    assert passes[1] < 2 * passes[0]


@pytest.mark.lab
def test_grave_with_a_threshold_that_all_nodes_reach_is_rave() -> None:
    plain = search(Position(9), 1000, expand_visits=3)
    assert key(plain) == key(search(Position(9), 1000, expand_visits=3, grave_threshold=3))
    assert key(plain) != key(search(Position(9), 1000, expand_visits=3, grave_threshold=50))


@pytest.mark.parametrize(
    "policy",
    ["rave", *(pytest.param(p, marks=pytest.mark.lab) for p in ("ucb1", "ucb1-tuned", "puct"))],
)
def test_every_policy_captures(policy: str) -> None:
    diagram = """
        . . . . . . .
        . X X O O . .
        . X O O . O .
        . X X X O O .
        . . O O X X .
        . . . O O X .
        . . . . . . .
    """
    position = Position.from_diagram(diagram, WHITE, komi=0.5)
    report = search(position, 2000, tree_policy=policy)
    assert report.visits == 2000
    assert report.value > 0.3


# Black to play wins by passing, and loses everything by filling one of two eyes.
ONLY_THE_PASS = """
    . X X O .
    X X X O O
    . X X O .
    X X X O O
    X X X O O
"""


def starving(explore_interval: int, **values: float | str) -> Searcher:
    """A searcher where RAVE alone decides, which knows nothing of passes, and the priors are
    against the only good move."""
    against: dict[str, float | str] = {
        "rave_schedule": "hand-selected",
        "rave_equivalence": 1e9,
        "prior_own_eye": 0.0,
        "prior_pass": 1000.0,
        "solver": False,
        "explore_interval": explore_interval,
    }
    return Searcher(SearchParams(**(against | values)), memory_mb=128)


def starved(explore_interval: int, leaf_playouts: int = 1) -> SearchReport:
    searcher = starving(explore_interval, leaf_playouts=leaf_playouts)
    searcher.set_position(Position.from_diagram(ONLY_THE_PASS, BLACK, komi=0.5))
    return searcher.search(Limits(simulations=6000))


@pytest.mark.lab
def test_no_legal_move_is_starved() -> None:
    without = starved(0).stats_of(PASS)
    assert without is not None and without.visits == 0
    for leaf_playouts in (1, 2, 5):
        report = starved(64, leaf_playouts)
        best = max(report.moves, key=lambda move: (move.visits > 0, move.value))
        assert best.point == PASS
        assert best.visits >= 6000 // 64 // len(report.moves) and best.value > 0.9


@pytest.mark.lab
def test_no_move_is_starved_that_widening_leaves_out_at_first() -> None:
    """One ply down a node begins with a single move, not the pass that priors are against."""
    position = Position.from_diagram(ONLY_THE_PASS, WHITE, komi=0.5)
    searcher = starving(64, widening_children=1)
    searcher.set_position(position)
    searcher.search(Limits(simulations=20000))
    position.play(PASS, WHITE)
    searcher.set_position(position)
    report = searcher.snapshot()
    assert report.visits > 0
    best = max(report.moves, key=lambda move: (move.visits > 0, move.value))
    assert best.point == PASS


def test_taking_moves_back_keeps_the_tree() -> None:
    searcher = Searcher(memory_mb=64)
    position = Position(9)
    searcher.set_position(position)
    first = searcher.search(Limits(simulations=1000))
    position.play(first.moves[0].point)
    searcher.set_position(position)
    second = searcher.search(Limits(simulations=500))
    assert second.visits >= 500 + first.moves[0].visits - 1
    position.undo()
    searcher.set_position(position)
    back = searcher.snapshot()
    assert back.visits == 1000
    assert back.moves[0].visits >= second.visits - 1 or back.moves[0].point == first.moves[0].point
    # Another move from there finds what was known of it, too.
    other = first.moves[1]
    position.play(other.point)
    searcher.set_position(position)
    assert searcher.snapshot().visits == other.visits


def test_taking_back_more_than_the_tree_knows_begins_anew() -> None:
    searcher = Searcher(memory_mb=64)
    position = Position(9)
    position.play(vertex_to_point("E5", 9))
    searcher.set_position(position)
    searcher.search(Limits(simulations=100))
    position.undo()
    searcher.set_position(position)
    assert searcher.snapshot().visits == 0


def test_a_tree_that_fills_up_keeps_what_follows_the_game() -> None:
    searcher = Searcher(memory_mb=2)
    position = Position(9)
    visits = 0
    for _ in range(12):
        searcher.set_position(position)
        assert searcher.snapshot().visits == visits
        report = searcher.search(Limits(simulations=600))
        assert report.memory_bytes <= 2 << 20
        visits = report.moves[0].visits
        position.play(report.moves[0].point)


def test_dynamic_komi_moves_the_value_and_not_the_score() -> None:
    plain, shifted = Searcher(memory_mb=64), Searcher(memory_mb=64)
    plain.set_position(Position(9))
    shifted.set_position(Position(9), komi_offset=-40.0)
    a, b = (s.search(Limits(simulations=600)) for s in (plain, shifted))
    assert b.value > a.value + 0.15
    assert b.score == pytest.approx(a.score, abs=8.0)
