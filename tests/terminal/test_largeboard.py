"""Stones of quarters of characters."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE
from gtpengine.terminal.largeboard import LARGEST, Palette, centre, draw_line
from gtpengine.terminal.view import BoardDrawing

COLORS = Palette(
    "#c8a04a",
    {BLACK: "#000000", WHITE: "#ffffff", EMPTY: "#7a5a20"},
    "#aa0000",
    "#00aa00",
    "#0000aa",
)
SCALES = range(2, LARGEST + 1)


def picture(
    view: BoardDrawing, scale: int, cursor: int | None = None
) -> list[list[tuple[str, str, str]]]:
    """The characters of a board with their two colours."""
    lines = []
    for line in range(scale * view.size):
        segments = draw_line(view, cursor, line, scale, COLORS)
        styles = [(sign, s.style) for s in segments for sign in s.text]
        lines.append(
            [(t, s.color.name, s.bgcolor.name) for t, s in styles if s and s.color and s.bgcolor]
        )
    return lines


def middle(
    shown: list[list[tuple[str, str, str]]], point: int, size: int, scale: int
) -> tuple[str, str, str]:
    row, column = divmod(point, size)
    right, down = centre(scale)
    return shown[scale * (size - 1 - row) + down][2 * scale * column + right]


@pytest.mark.parametrize("scale", SCALES)
def test_an_empty_board_is_its_lines(scale: int) -> None:
    shown = picture(BoardDrawing(5, (EMPTY,) * 25), scale)
    assert {len(line) for line in shown} == {10 * scale} and len(shown) == 5 * scale
    corners = [middle(shown, point, 5, scale)[0] for point in (20, 24, 0, 4)]
    assert corners == ["┌", "┐", "└", "┘"]
    assert {back for line in shown for _, _, back in line} == {COLORS.wood}
    right, down = centre(scale)
    row = "".join(text for text, _, _ in shown[down])
    assert row.strip() == "┌" + "┬".join(["─" * (2 * scale - 1)] * 4) + "┐"
    assert row.index("┌") == right


@pytest.mark.parametrize("scale", SCALES)
def test_stones_lie_on_their_points_and_keep_apart(scale: int) -> None:
    stones = [EMPTY] * 25
    stones[12], stones[13], stones[17] = BLACK, WHITE, WHITE
    shown = picture(BoardDrawing(5, tuple(stones)), scale)
    assert middle(shown, 12, 5, scale)[:2] == ("█", COLORS.ink[BLACK])
    assert middle(shown, 13, 5, scale)[:2] == ("█", COLORS.ink[WHITE])
    line = shown[2 * scale + centre(scale)[1]]
    inked = [front == COLORS.ink[BLACK] for _, front, _ in line]
    assert 2 * scale - 1 <= sum(inked) <= 2 * scale
    mixed = {COLORS.ink[BLACK], COLORS.ink[WHITE]}
    assert not any({front, back} == mixed for _, front, back in line)


@pytest.mark.parametrize("scale", SCALES)
def test_marks(scale: int) -> None:
    stones = [EMPTY] * 25
    stones[0] = stones[1] = WHITE
    owners = tuple(BLACK if point == 20 else EMPTY for point in range(25))
    view = BoardDrawing(5, tuple(stones), last=0, owners=owners, dead=frozenset({1}), hint=24)
    shown = picture(view, scale, cursor=12)
    assert middle(shown, 0, 5, scale) == ("■", COLORS.last, COLORS.ink[WHITE])
    for point, color in ((12, COLORS.cursor), (24, COLORS.hint), (20, COLORS.ink[BLACK])):
        assert middle(shown, point, 5, scale)[1] == color
    inked = [sum(front == COLORS.ink[WHITE] for _, front, _ in line[: 4 * scale]) for line in shown]
    alive, dead = (
        sum(COLORS.ink[WHITE] in place[1:] for line in shown for place in line[part])
        for part in (slice(0, 2 * scale - 1), slice(2 * scale, 4 * scale - 1))
    )
    assert dead < alive and sum(inked) > 0
    under = picture(view, scale, cursor=0)
    assert middle(under, 0, 5, scale) == ("■", COLORS.cursor, COLORS.ink[WHITE])
