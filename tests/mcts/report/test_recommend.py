"""Recommendation policies and stoppers over hand-made reports."""

import dataclasses

import numpy as np
import pytest

from board_ext.coords import BLACK
from gtpengine.mcts.report.recommend import RECOMMENDATIONS, recommend
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.mcts.report.stoppers import CannotBeOvertaken, Limits


def report(
    *moves: tuple[int, int, float], simulations: int = 1000, seconds: float = 1.0
) -> SearchReport:
    """A report of (point, visits, value) rows."""
    stats = [
        MoveStats(point, visits, value, 0, 0.5, 0.5, 0.0, 0.0) for point, visits, value in moves
    ]
    stats.sort(key=lambda move: -move.visits)
    return SearchReport(
        to_play=BLACK, size=9, moves=tuple(stats), visits=simulations, value=0.5, score=0.0,
        simulations=simulations, seconds=seconds, ownership=np.zeros((9, 9), dtype=np.float32),
        pv=(), nodes=1, memory_bytes=48, mean_depth=1.0, mean_length=1.0, tree_full=False,
        stopped_by="test",
    )  # fmt: skip


ROWS = ((10, 600, 0.52), (20, 300, 0.60), (30, 4, 0.90), (40, 0, 0.50))


@pytest.mark.parametrize(
    ("policy", "point"), [("robust", 10), ("max", 20), ("max-robust", 10), ("secure", 20)]
)
def test_policies(policy: str, point: int) -> None:
    assert recommend(report(*ROWS), policy) == point


def test_max_takes_what_little_there_is() -> None:
    assert recommend(report((1, 1, 0.4), (2, 1, 0.6), (3, 0, 0.9)), "max") == 2


def test_a_wider_bound_is_more_careful() -> None:
    assert recommend(report(*ROWS), "secure", 0.0) == 30
    assert recommend(report(*ROWS), "secure", 10.0) == 10


def test_robust_breaks_ties_by_value() -> None:
    assert recommend(report((1, 50, 0.4), (2, 50, 0.6))) == 2


@pytest.mark.parametrize("policy", sorted(RECOMMENDATIONS))
def test_a_move_is_recommended_even_without_simulations(policy: str) -> None:
    assert recommend(report((7, 0, 0.5)), policy) == 7


def test_a_lead_that_cannot_be_overtaken_stops() -> None:
    decided = CannotBeOvertaken()
    rows = ((1, 700, 0.5), (2, 300, 0.5))
    assert decided(report(*rows), Limits(simulations=1300))
    assert not decided(report(*rows), Limits(simulations=1500))
    # 1000 simulations in a second: 0.3 seconds leave 300, 0.5 seconds 500.
    assert decided(report(*rows), Limits(seconds=1.3))
    assert not decided(report(*rows), Limits(seconds=1.5))


@pytest.mark.parametrize(
    "bad", [{}, {"simulations": 0}, {"seconds": -1.0}, {"seconds": float("nan")}]
)
def test_limits_refuse_nonsense(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="give"):
        Limits(**bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", sorted(RECOMMENDATIONS))
def test_proofs_come_before_visits(policy: str) -> None:
    rows = report(*ROWS)
    lost = dataclasses.replace(rows, moves=(rows.moves[0]._replace(proven=False), *rows.moves[1:]))
    assert recommend(lost, policy) != 10
    won = dataclasses.replace(rows, moves=(*rows.moves[:2], rows.moves[2]._replace(proven=True)))
    assert recommend(won, policy) == 30
    assert not CannotBeOvertaken()(lost, Limits(simulations=2000))
    hopeless = dataclasses.replace(rows, moves=tuple(m._replace(proven=False) for m in rows.moves))
    assert CannotBeOvertaken()(hopeless, Limits(simulations=1001))


@pytest.mark.parametrize("policy", sorted(RECOMMENDATIONS))
def test_what_cannot_be_better_is_not_recommended(policy: str) -> None:
    rows = report((1, 900, 0.9), (2, 50, 0.8), (3, 50, 0.2))
    bounded = dataclasses.replace(
        rows,
        moves=(
            rows.moves[0]._replace(bounds=(-3.5, 4.5)),
            rows.moves[1],
            rows.moves[2]._replace(bounds=(4.5, 9.5)),
        ),
    )
    assert recommend(rows, policy) == 1
    assert recommend(bounded, policy) == 2
    assert CannotBeOvertaken()(rows, Limits(simulations=1001))
    assert not CannotBeOvertaken()(bounded, Limits(simulations=1001))
    one_left = dataclasses.replace(
        bounded, moves=(*bounded.moves[:2], bounded.moves[2]._replace(bounds=(-9.5, 4.0)))
    )
    assert not CannotBeOvertaken()(one_left, Limits(simulations=2000))
    one_left = dataclasses.replace(
        bounded, moves=(*(m._replace(proven=False) for m in bounded.moves[:2]), bounded.moves[2])
    )
    assert CannotBeOvertaken()(one_left, Limits(simulations=2000))
    # Equal bounds cut nothing, and then the search is over.
    equal = dataclasses.replace(
        rows, moves=tuple(m._replace(bounds=(4.5, 4.5)) for m in rows.moves)
    )
    assert recommend(equal, policy) == 1
    assert CannotBeOvertaken()(equal, Limits(simulations=9999))


def test_the_report_of_both() -> None:
    first, second = report(*ROWS, simulations=300), report(*ROWS, simulations=100, seconds=2.0)
    second = dataclasses.replace(second, ownership=np.ones((9, 9), dtype=np.float32))
    both = second.after(first)
    assert both.simulations == 400
    assert both.seconds == pytest.approx(3.0)
    assert both.ownership == pytest.approx(np.full((9, 9), 0.25))
    assert both.moves == second.moves
