"""Stones in the wrong place for the whole board: a position for each kind, and near misses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gtpengine.review.searching.model import packed
from tests.review.mistakes.test_kinds import late, mistake, name

WALL = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . X X . . . . . .
    . . . X . . . . .
    . . . X . . . . .
    . . . . . . . . .
"""  # Black's stones are strong


def test_stones_are_overconcentrated() -> None:
    assert name(mistake(WALL, "C3", "G7"), "overconcentrated") == (
        "Overconcentrated: the stones around C3 are strong already; G7 is larger."
    )


def test_stones_some_lines_away_crowd_on_a_large_board() -> None:
    """On 19x19 stones work together over three lines; one of them may be less strong."""
    rows = [["."] * 19 for _ in range(19)]
    for row, column in ((4, 13), (6, 15), (7, 16), (4, 16)):
        rows[row][column] = "X"
    made = mistake("\n".join(" ".join(row) for row in rows), "P14", "D4")
    own = [0.5 if made.name(p) == "O15" else v for p, v in enumerate(made.own_best)]
    better = replace(made.pair[1], ownership=packed(own))
    crowded = replace(made, pair=(replace(made.pair[0], ownership=packed(own)), better))
    assert "the stones around P14 are strong already" in name(crowded, "overconcentrated")
    weak = replace(better, ownership=packed([0.5 * v for v in own]))
    assert not name(replace(crowded, pair=(crowded.pair[0], weak)), "overconcentrated")


def test_late_in_the_game_stones_are_not_overconcentrated() -> None:
    assert not name(late("C3", "G7", diagram=WALL), "overconcentrated")


@pytest.mark.parametrize(
    ("diagram", "played", "best", "more"),
    [
        (WALL, "C3", "E5", {}),  # both moves are about these stones
        (WALL, "C3", "G7", {"won": "B2 C2 B3 C3 E4"}),  # the move gains points where it stands
        (WALL, "C3", "G7", {"lost": 2.0}),  # nothing else is much larger
        (WALL, "C3", "G7", {"dead": "D2 D3"}),  # the stones need help
        (WALL, "F6", "A9", {}),  # no stones around
        (WALL.replace(". X X . .", ". X X O ."), "C3", "G7", {}),  # the other side is beside it
        (WALL.replace("X X", ". ."), "C3", "G7", {}),  # two stones are no crowd
        (WALL, "pass", "G7", {}),
        (WALL, "C3", "pass", {}),
    ],
)
def test_no_stones_are_overconcentrated(
    diagram: str, played: str, best: str, more: dict[str, Any]
) -> None:
    made = mistake(diagram, played, best, **more)
    assert not name(made, "overconcentrated")


SAFE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    O O . . . . . . .
    X X O . . . . . .
    . . X O . . . . .
    . . X O . . . . .
    . . X . . . . . .
"""


def test_a_defence_is_unnecessary() -> None:
    assert name(mistake(SAFE, "B3", "G7"), "unnecessary_defence") == (
        "Unnecessary defence: the stones at C2 are safe without B3; G7 is larger."
    )
    assert not name(mistake(SAFE, "B3", "D5"), "unnecessary_defence")  # it is about these stones
    assert not name(mistake(SAFE, "B3", "G7", dead="A4 B4"), "unnecessary_defence")
    assert not name(mistake(SAFE, "B3", "G7", won="B3"), "unnecessary_defence")  # it gains
    assert not name(mistake(SAFE, "B3", "G7", before=-0.1), "unnecessary_defence")
    assert not name(mistake(SAFE, "A1", "G7"), "unnecessary_defence")  # no stone beside it
    assert not name(mistake(SAFE, "H2", "B8"), "unnecessary_defence")  # nothing to defend
    assert not name(mistake(WALL, "C3", "G7"), "unnecessary_defence")  # nobody to defend against


STRONG = """
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . O . . . . . . . . .
    . . . O . . . . . . . . .
    . . O . . . . . . . . . .
    . . O . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . X . . . . . . X . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
"""  # a wall of White from D11 to C8


def test_a_stone_is_too_close_to_thickness() -> None:
    made = mistake(STRONG, "F9", "H10", dead="H10")
    assert name(made, "too_close_to_thickness") == (
        "Too close to thickness: F9 is weak near the strong stones at D10; H10 keeps away from"
        " them."
    )
    near = {
        "the better move is as close": mistake(STRONG, "F9", "F10", dead="F10"),
        "the better move is elsewhere": mistake(STRONG, "F9", "M2", dead="M2"),
        "the stone is strong": mistake(STRONG, "F9", "H10", dead="H10", before=0.6),
        "the better stone is as weak": mistake(STRONG, "F9", "H10"),
        "the wall can die": mistake(STRONG, "F9", "H10", dead="H10", killed="D11 D10"),
        "the game is no longer early": late("F9", "H10", diagram=STRONG, dead="H10"),
        "the stone is far from the wall": mistake(STRONG, "H9", "K9", dead="K9"),
        "own stones are there": mistake(
            STRONG.replace("    . . O . . . .", "    . . O . X . ."), "F9", "H10", dead="H10"
        ),
    }
    assert [why for why, one in near.items() if name(one, "too_close_to_thickness")] == []


BLOCK = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . O X . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def test_the_direction_is_wrong() -> None:
    """White's stone C3 can be blocked from above or from below."""
    made = mistake(BLOCK, "C2", "C4", dead="B5 C5")
    assert name(made, "direction") == (
        "Wrong direction: seen from C3, the side of C4 is larger than that of C2."
    )
    near = {
        "nothing is gained there": mistake(BLOCK, "C2", "C4"),
        "it is gained elsewhere": mistake(BLOCK, "C2", "C4", dead="B1 C1"),
        "the other side is smaller": mistake(BLOCK, "C4", "C2", dead="B1 C1"),
        "both are on one side": mistake(BLOCK, "B4", "C4", dead="D5 C5"),
        "the stone is the player's": mistake(BLOCK, "C2", "C4", whites=True, dead="B5 C5"),
        "nothing stands between": mistake(BLOCK, "G2", "G4", dead="G5 H5"),
        "a stone is at stake": mistake(BLOCK, "C2", "C4", dead="B5 C5", killed="C3"),
        "hardly anything was lost": mistake(BLOCK, "C2", "C4", dead="B5 C5", lost=0.5),
        "it is a move on the edge": mistake(BLOCK, "C1", "C4", dead="B5 C5"),
        "the last move needs an answer": mistake(BLOCK, "C2", "C4", dead="B5 C5", last="C6"),
    }
    assert [why for why, one in near.items() if name(one, "direction")] == []
