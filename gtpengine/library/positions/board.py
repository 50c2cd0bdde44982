"""The board of a position as text and as arrays."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, EMPTY, WHITE
from board_ext.position import Position as CorePosition
from board_ext.tactics.probe import Probe
from gtpengine.library.values.points import (
    ColorName,
    Move,
    Point,
    name_of,
    named_color,
    number_of_move,
    number_of_point,
)


class PositionView:
    """What ``gtpengine.Position`` says of its board.

    Arrays have shape (size, size), row 0 at the bottom; points as text are ``"E5"``.
    """

    __slots__ = ("_core",)

    _core: CorePosition

    @property
    def size(self) -> int:
        """The number of lines of the board."""
        return self._core.size

    def color_at(self, point: Point) -> ColorName | None:
        """Return whose stone lies at a point, None for an empty one.

        :raises ValueError: when the board has no such point.
        """
        color = self._core.color_at(number_of_point(point, self.size))
        return None if color == EMPTY else named_color(color)

    def stones(self) -> npt.NDArray[np.int8]:
        """Return a copy of the board as an array of shape (size, size), row 0 at the bottom.

        Its values are ``EMPTY`` (0), ``BLACK`` (1) and ``WHITE`` (2).
        """
        return self._core.stones()

    def chains(self) -> npt.NDArray[np.int16]:
        """Return the number of each stone's chain, counted from 1, and 0 for empty points.

        The array has shape (size, size), row 0 at the bottom, as all arrays below.
        """
        return self._core.chains()

    def liberties(self) -> npt.NDArray[np.int16]:
        """Return the number of liberties of each stone's chain, and 0 for empty points."""
        return self._core.liberties()

    def eyes(self) -> npt.NDArray[np.int8]:
        """Return whose eye each empty point is: ``BLACK`` (1), ``WHITE`` (2), or ``EMPTY`` (0).

        An eye is one point that stones of one colour surround. Points that the diagonals make false
        are left out.
        """
        probe, stones = Probe.of(self._core), self.stones()
        found = np.zeros_like(stones)
        for point in np.flatnonzero(stones == EMPTY).tolist():
            for color in (BLACK, WHITE):
                if probe.eye_kind(point, color) == "true":
                    found.ravel()[point] = color
        return found

    def ladders(self) -> npt.NDArray[np.bool_]:
        """Return which stones are lost in a ladder, whoever is to move.

        A chain in atari is lost when no move of its own saves it, a chain with two liberties when
        the opponent moves first and takes it by one atari after the other.
        """
        probe, chains = Probe.of(self._core), self.chains()
        numbers, first = np.unique(chains, return_index=True)
        liberties = self.liberties().ravel()
        lost = [
            number
            for number, point in zip(numbers.tolist(), first.tolist(), strict=True)
            if (liberties[point] == 1 and probe.ladder_escapes(point) is None)
            or (liberties[point] == 2 and probe.ladder_captures(point) is not None)
        ]
        return np.isin(chains, lost)

    def unconditional_life(self) -> npt.NDArray[np.int8]:
        """Return whose each point is even if that side always passes (Benson 1976).

        ``BLACK`` (1) and ``WHITE`` (2) are stones that cannot be captured and the regions that
        these stones enclose, with dead stones in them. ``EMPTY`` (0) is open.
        """
        found = np.zeros((self.size, self.size), np.int8)
        for color in (BLACK, WHITE):
            for points in self._core.unconditional_life(color):
                found.ravel()[points] = color
        return found

    def chain_at(self, point: Point) -> list[str]:
        """Return the points of the chain at a point; an empty list for an empty point.

        :raises ValueError: when the board has no such point.
        """
        return self._names(self._core.chain_at(number_of_point(point, self.size)))

    def liberties_of(self, point: Point) -> list[str]:
        """Return the liberties of the chain at a point; an empty list for an empty point.

        :raises ValueError: when the board has no such point.
        """
        return self._names(self._core.liberties_of(number_of_point(point, self.size)))

    def number(self, move: Move) -> int:
        """Return the number of a point, ``row * size + column`` with A1 = 0; -1 for a pass.

        ``divmod(number, size)`` is the row and the column of the arrays.

        :raises ValueError: when the board has no such point.
        """
        return number_of_move(move, self.size)

    def name(self, move: Move) -> str:
        """Return the name of a point (``"E5"``), or ``"pass"``.

        ``name(policy.argmax())`` is the move that a policy likes best.

        :raises ValueError: when the board has no such point.
        """
        return name_of(number_of_move(move, self.size), self.size)

    def to_diagram(self, coordinates: bool = True) -> str:
        """Return the board as text, as ``print`` shows it; ``from_diagram`` reads it."""
        return self._core.to_diagram(coordinates)

    def _names(self, points: Iterable[int]) -> list[str]:
        return [name_of(point, self.size) for point in points]
