"""Features of moves, by diagram."""

from __future__ import annotations

import pytest

from board_ext.coords import PASS, vertex_to_point
from board_ext.position import Position
from gtpengine.prediction.features import GROUPS
from tests.patterns.models import empty_model


def features(position: Position, point: int) -> dict[str, int]:
    """Group -> value of the features of a move."""
    found = {}
    for row in empty_model().active(position, point):
        first = 0
        for name, count, _ in GROUPS:
            if first <= row < first + count:
                assert name not in found
                found[name] = row - first
            first += count
    return found


def from_rows(*rows: str) -> Position:
    return Position.from_diagram("\n".join(rows))


# Black (X) to play at the vertex: what the groups must say (None: nothing).
CASES = [
    pytest.param(
        (".....", "..X..", ".XO..", "..X..", "....."), "D3", {"capture": 6}, id="capture, escape"
    ),
    pytest.param(
        ("....", ".XO.", "..X.", "...."), "C4", {"capture": None, "self-atari": None}, id="plain"
    ),
    pytest.param(
        ("O....", "XX...", ".....", ".....", "....."), "B5", {"capture": 9}, id="capture, no escape"
    ),
    pytest.param(
        (".OX..", "OX.X.", ".OX..", ".....", "....."), "C4", {"eye": 1}, id="connection in an eye"
    ),
    pytest.param(
        (".....", ".OX..", "O.OX.", ".OX..", "....."), "B3", {"capture": 12}, id="ko capture"
    ),
    pytest.param(
        ("..O..", ".OXO.", ".....", ".....", "....."), "C3", {"escape": 0, "eye": None}, id="saved"
    ),
    pytest.param(
        ("XO...", ".O...", ".....", ".....", "....."),
        "A4",
        {"self-atari": 2, "escape": 3},
        id="extended in vain",
    ),
    pytest.param(
        (".....", ".....", "..O..", "....X", "....."),
        "C2",
        {"enemy": 20, "contact": 1},
        id="contact",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "vertex", "expected"), CASES)
def test_features_of_diagrams(
    rows: tuple[str, ...], vertex: str, expected: dict[str, int | None]
) -> None:
    position = from_rows(*rows)
    found = features(position, vertex_to_point(vertex, position.size))
    assert {name: found.get(name) for name in expected} == expected


def test_place_and_last_move() -> None:
    position = Position(19)
    assert features(position, vertex_to_point("D4", 19)) == {"place": 9}
    position.play(vertex_to_point("Q16", 19))
    beside = features(position, vertex_to_point("R16", 19))
    assert (beside["last"], beside["path"], beside["enemy"]) == (1, 0, 20)
    assert features(position, vertex_to_point("D4", 19))["last"] == 21 + 36 // 2
    assert features(position, PASS) == {"pass": 0}
    position.play(PASS)
    assert features(position, PASS) == {"pass": 1}
