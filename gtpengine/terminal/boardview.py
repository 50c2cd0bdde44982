"""The board as a widget of Textual: stones on wood, with a cursor for keys and mouse."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from board_ext.coords import BLACK, COLUMNS, EMPTY, WHITE
from gtpengine.terminal import largeboard
from gtpengine.terminal.drawing import grid
from gtpengine.terminal.view import BoardDrawing

EDGE: Final = 3
"""Columns left of the board, for the numbers of its rows."""

WOOD: Final = {True: "#c8a04a", False: "#e3bd6a"}
"""The board's colour, by whether the screen is dark."""
INK: Final = {BLACK: "#000000", WHITE: "#ffffff", EMPTY: "#7a5a20"}
LAST: Final = "#d9534f"
HINT: Final = "#5cb85c"
CURSOR: Final = "#3b82d6"

_LETTERS: Final = {BLACK: "X", WHITE: "O"}


def extent(size: int, scale: int) -> Size:
    """Return the columns and lines of a board with its edges."""
    return Size(2 * scale * size + 2 * EDGE, scale * size + 2)


class BoardWidget(ScrollView, can_focus=True):
    """Shows ``view``; a click or Enter posts ``PointChosen``. Stones are letters unless
    ``colored``.

    At ``scale`` k a point takes 2k columns and k lines.
    """

    DEFAULT_CSS = """
    BoardWidget { width: auto; height: auto; scrollbar-size: 1 1; }
    """
    BINDINGS = [  # noqa: RUF012
        ("up", "go(0, 1)", ""),
        ("down", "go(0, -1)", ""),
        ("left", "go(-1, 0)", ""),
        ("right", "go(1, 0)", ""),
        ("enter,space", "choose", "play"),
    ]

    cursor: reactive[int] = reactive(0)

    class PointChosen(Message):
        """The person has chosen a point."""

        def __init__(self, point: int) -> None:
            super().__init__()
            self.point = point

    def __init__(self, view: BoardDrawing, colored: bool) -> None:
        super().__init__(id="board")
        self.colored = colored
        self.view = view
        self.scale = 1
        self.set_view(view)

    def set_view(self, view: BoardDrawing) -> None:
        """Show another board; the cursor stays where it is, but for a board of another size."""
        if view.size != self.view.size or self.virtual_size == Size(0, 0):
            self.virtual_size = extent(view.size, self.scale)
            self.cursor = view.size**2 // 2
            self.fit(*self.virtual_size)
        moved = view.last is not None and view.last != self.view.last
        self.view = view
        if moved and view.last is not None:
            self._bring_in_sight(view.last)
        self.refresh()

    def set_scale(self, scale: int) -> None:
        """Draw points larger or smaller; 1 is the smallest."""
        if scale != self.scale:
            self.scale = scale
            self.virtual_size = extent(self.view.size, scale)
            self._bring_in_sight(self.cursor)
            self.refresh()

    def fit(self, width: int, height: int) -> None:
        """Take no more columns and lines than there are; the rest is scrolled."""
        whole = self.virtual_size
        bars = int(height < whole.height), int(width < whole.width)
        self.styles.width = min(width, whole.width + bars[0])
        self.styles.height = max(1, min(height, whole.height + bars[1]))

    def watch_cursor(self) -> None:
        """Keep the cursor in sight where the board is larger than its place."""
        self._bring_in_sight(self.cursor)
        self.refresh()

    def _bring_in_sight(self, point: int) -> None:
        x, y = self.place_of(point)
        self.scroll_to_region(Region(x - 2, y - 1, 5, 3), animate=False, force=True)

    def place_of(self, point: int) -> tuple[int, int]:
        """Return the column and line of a point's middle, in the widget's whole area."""
        row, column = divmod(point, self.view.size)
        right, down = largeboard.centre(self.scale)
        line = self.scale * (self.view.size - 1 - row) + 1
        return EDGE + 2 * self.scale * column + right, line + down

    def action_go(self, right: int, up: int) -> None:
        """Move the cursor, not over the edge."""
        size = self.view.size
        row, column = divmod(self.cursor, size)
        row, column = min(size - 1, max(0, row + up)), min(size - 1, max(0, column + right))
        self.cursor = row * size + column

    def action_choose(self) -> None:
        """Choose the point under the cursor."""
        self.post_message(self.PointChosen(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Choose the point that was clicked."""
        point = self.point_at(event.x + self.scroll_offset.x, event.y + self.scroll_offset.y)
        if point is not None:
            self.cursor = point
            self.post_message(self.PointChosen(point))

    def point_at(self, x: int, y: int) -> int | None:
        """Return the point drawn at a column and line of the widget's whole area."""
        size = self.view.size
        column, row = (x - EDGE) // (2 * self.scale), size - 1 - (y - 1) // self.scale
        return row * size + column if 0 <= column < size and 0 <= row < size else None

    def render_line(self, y: int) -> Strip:
        """Draw a line of what is in sight."""
        scroll_x, scroll_y = self.scroll_offset
        strip = self._line(y + scroll_y)
        return strip.crop(scroll_x, scroll_x + self.size.width).extend_cell_length(
            self.size.width, self.rich_style
        )

    def _line(self, y: int) -> Strip:
        size, base = self.view.size, self.rich_style
        if self.scale > 1:
            return self._large_line(y)
        row = size - y
        if not 0 <= row < size:
            letters = " ".join(COLUMNS[:size]) if y in (0, size + 1) else ""
            return Strip([Segment(f"{'':{EDGE}}{letters}", base)])
        segments = [Segment(f"{row + 1:2} ", base)]
        for column in range(size):
            segments += self._cell(row * size + column, column == size - 1)
        return Strip([*segments, Segment(f" {row + 1:<2}", base)])

    def _large_line(self, y: int) -> Strip:
        size, base, scale = self.view.size, self.rich_style, self.scale
        before, below = largeboard.centre(scale)
        row, down = divmod(y - 1, scale)
        if not 0 <= row < size:
            letters = "".join(f"{'':{before}}{c}{'':{scale}}" for c in COLUMNS[:size])
            return Strip(
                [Segment(EDGE * " " + (letters if y in (0, scale * size + 1) else ""), base)]
            )
        number = str(size - row) if down == below else ""
        wood = WOOD[self.app.current_theme.dark]
        line = largeboard.draw_line(
            self.view,
            self.cursor if self.has_focus else None,
            y - 1,
            scale,
            largeboard.Palette(wood, INK, LAST, HINT, CURSOR),
        )
        return Strip([Segment(f"{number:>2} ", base), *line, Segment(f" {number:<2}", base)])

    def _cell(self, point: int, at_edge: bool) -> list[Segment]:
        """Return a point and the line to its right."""
        view, base = self.view, self.rich_style
        color, sign = view.stones[point], grid(point, view.size)
        owner = view.owners[point] if view.owners else EMPTY
        if color:
            sign = "x" if point in view.dead else "●"
        elif owner:
            color, sign = owner, "▪"
        if not self.colored:
            return [Segment(self._letter(point, sign), base), Segment(" ", base)]
        wood = WOOD[self.app.current_theme.dark]
        back = wood
        if point == self.cursor and self.has_focus:
            back = CURSOR
        elif point == view.hint:
            back = HINT
        elif point == view.last:
            back = LAST
        line = Segment(" " if at_edge else "─", Style(color=INK[EMPTY], bgcolor=wood))
        return [Segment(sign, Style(color=INK[color], bgcolor=back, bold=bool(color))), line]

    def _letter(self, point: int, sign: str) -> str:
        """Return what stands for a point where there are no colours; the cursor is reversed."""
        view = self.view
        color = view.stones[point] or (view.owners[point] if view.owners else EMPTY)
        letter = _LETTERS.get(color, sign)
        return letter.lower() if not view.stones[point] or point in view.dead else letter
