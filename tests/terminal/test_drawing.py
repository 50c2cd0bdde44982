"""The board as lines of text: in letters, and in colours where a terminal shows them."""

from __future__ import annotations

import io

from board_ext.coords import BLACK, WHITE
from gtpengine.terminal.drawing import colored_lines, has_color, has_unicode, plain_lines
from gtpengine.terminal.view import BoardDrawing


def test_the_board_in_letters_and_in_colours() -> None:
    stones = [0] * 25
    stones[0], stones[6], stones[24] = BLACK, WHITE, BLACK
    view = BoardDrawing(5, tuple(stones), 6, (BLACK,) * 24 + (WHITE,), frozenset({24}), 7)
    assert plain_lines(view) == [
        "    A B C D E",
        "  5 x x x x x 5",
        "  4 x x x x x 4",
        "  3 x x x x x 3",
        "  2 x(O)x]x x 2".replace(")x]", "[x]"),
        "  1 X x x x x 1",
        "    A B C D E",
    ]
    lines = colored_lines(view)
    assert lines[4].count("●") == 1 and "48;5;114" in lines[4] and "▪" in lines[3]


def test_colours_only_where_they_are_wanted() -> None:
    class Terminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    good = {"TERM": "xterm-256color"}
    assert has_color(Terminal(), good)
    assert not has_color(Terminal(), good | {"NO_COLOR": "1"})
    assert not has_color(Terminal(), {"TERM": "dumb"})
    assert not has_color(io.StringIO(), good)
    assert has_unicode(Terminal())
    assert not has_unicode(io.TextIOWrapper(io.BytesIO(), "ascii"))
