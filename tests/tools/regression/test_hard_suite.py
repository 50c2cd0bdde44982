"""The suite of positions that playouts misjudge: as shipped, and as made."""

from __future__ import annotations

import collections
import itertools
from pathlib import Path

import pytest
from gtpengine.tools.regression.constructions import RACES, SAFE_GROUPS, Made
from gtpengine.tools.regression.suites import load_suite
from gtpengine.tools.regression.topics import board_size, position_of, topics
from gtpengine.tools.research.hard_suite import MAKERS, SIZES, drawn, judged, row

from board_ext.coords import BLACK

SUITE = Path(__file__).resolve().parents[3] / "docs/samples/hard.tsv"


class Said:
    """A teacher who says the same of every position."""

    visits = 10

    def __init__(self, *rates: float) -> None:
        self._rates = itertools.cycle(rates)

    def win_rate(self, _made: Made, _visits: int = 0) -> float:
        return next(self._rates)


def test_the_suite_has_each_topic_on_each_board() -> None:
    blocks = load_suite(SUITE)
    counts = collections.Counter(
        (topic, board_size(block)) for block in blocks for topic in topics(block)
    )
    assert len(blocks) >= 100
    for topic, size in itertools.product(MAKERS, SIZES):
        assert counts[topic, size] >= 5
    sides = collections.Counter(str(block.steps[-1].expect) for block in blocks)
    assert min(sides["winrate [0.5 1]"], sides["winrate [0 0.5]"]) > len(blocks) // 5
    assert len({position_of(block).to_diagram() for block in blocks}) == len(blocks)


def test_who_wins_by_proof_is_the_same_when_it_is_made_again() -> None:
    lines = SUITE.read_text("utf-8").splitlines()
    stored = {tuple(line.split("\t")[1:6]) for line in lines}
    made = itertools.islice(drawn(RACES, 9, 1), 8)
    again = [tuple(row(one, "x", "").split("\t")[1:6]) for one in made]
    assert set(again) <= stored


@pytest.mark.parametrize(("rate", "kept"), [(0.9, True), (0.1, False)])
def test_a_teacher_must_agree_with_a_proof(rate: float, kept: bool) -> None:
    made = next(m for m in drawn(SAFE_GROUPS, 9, 1) if m.winner == m.to_play)
    found = judged(made, Said(rate))  # type: ignore[arg-type]
    assert (found is not None) == kept


@pytest.mark.parametrize(
    ("rates", "winner"),
    [((0.9, 0.95), "mover"), ((0.1, 0.02), "other"), ((0.9, 0.8), ""), ((0.9, 0.05), "")],
)
def test_without_a_proof_it_must_be_sure_twice(rates: tuple[float, ...], winner: str) -> None:
    made = Made("ko", 5, (BLACK, *[0] * 24), BLACK, None, "")
    found = judged(made, Said(*rates))  # type: ignore[arg-type]
    assert (found is not None) == bool(winner)
    if found is not None:
        assert (found[0].winner == BLACK) == (winner == "mover")
