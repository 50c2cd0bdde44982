"""The one Python class of a Go position: board, rules, history of the game."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from board_ext.legality import IllegalMoveError as IllegalMoveError
from board_ext.legality import IllegalReason as IllegalReason
from board_ext.rules import Rules

class Position:
    """A game of Go in progress: stones, rules, komi, the moves so far and what they repeat.

    Points are ints, ``row * size + column`` from A1 on (``board_ext.coords``), and ``PASS``.
    Colours are BLACK and WHITE; a *color* left out is the side to move. Wrong colours raise
    ``ValueError``. Equality compares stones, ko point and side to move, not the way there, nor
    rules and komi; positions are mutable and so not hashable. Not safe for use by several threads
    at once; a copy for each is.
    """

    rules: Rules
    """Can be changed in mid-game; komi and earlier moves stay as they are."""
    komi: float
    """Points for White at the end; ``ValueError`` unless finite."""
    to_play: int
    """The side to move; setting it is no move and can not be undone."""

    def __init__(self, size: int = 19, rules: Rules = ..., komi: float | None = None) -> None:
        """An empty board with Black to move.

        :raises ValueError: for a size outside 2 to 19 or a komi that is not finite.
        """

    @property
    def size(self) -> int: ...
    @property
    def move_number(self) -> int:
        """Moves since the set-up, passes included."""

    @property
    def ko_point(self) -> int | None:
        """Where the opponent of the last mover may not retake; None without a simple ko."""

    @property
    def prisoners(self) -> tuple[int, int]:
        """Stones captured by Black, and by White, since the set-up; suicides included."""

    @property
    def handicap(self) -> int:
        """Handicap stones, as given to ``set_up``."""

    @property
    def hash(self) -> int:
        """Zobrist hash of the stones: 64 bits, the same in every process."""

    @property
    def situational_hash(self) -> int:
        """The same with the side to move."""

    def repetitions(self) -> int:
        """How often this situation, stones and side to move, came up before in the game."""

    @property
    def moves(self) -> list[tuple[int, int]]:
        """(colour, point) of each move since the set-up, passes included; a new list."""

    def play(self, point: int, color: int | None = None) -> int:
        """Play a move or ``PASS``; the number of opponent's stones it captured.

        The opponent of *color* is then to move. One colour may play several times in a row; for
        situational superko this counts as a pass in between.

        :raises IllegalMoveError: leaving the position as it was.
        """

    def undo(self, count: int = 1) -> None:
        """Take back the last moves, whoever made them; set-up and handicap stones stay.

        Replays the game from its set-up, which costs microseconds, however many are taken back.

        :raises ValueError: when there are fewer; none is taken back then.
        """

    def is_legal(self, point: int, color: int | None = None) -> bool:
        """Whether ``play`` would accept the move. A pass always is; RESIGN is off the board."""

    def illegal_reason(self, point: int, color: int | None = None) -> IllegalReason | None:
        """Why ``play`` would refuse the move; None if it would not."""

    def legal_moves(self, color: int | None = None) -> list[int]:
        """All legal points in rising order, without PASS."""

    def set_up(
        self,
        black: Iterable[int],
        white: Iterable[int],
        to_play: int = ...,
        handicap: int = 0,
    ) -> None:
        """Replace the board by these stones; moves, prisoners and history start anew.

        *handicap* says how many of the black stones are handicap.

        :raises ValueError: for a point off the board or given twice, a chain without a liberty
            (the message names it), or more handicap than stones; the position is then unchanged.
        """

    def copy(self) -> Position:
        """An independent copy with the whole game."""

    def color_at(self, point: int) -> int:
        """EMPTY, BLACK or WHITE; ``ValueError`` off the board."""

    def stones(self) -> npt.NDArray[np.int8]:
        """Colours, shape (size, size), row 0 at the bottom. A copy: changing it changes nothing."""

    def liberties(self) -> npt.NDArray[np.int16]:
        """For each stone the number of liberties of its chain, 0 on empty points. A copy."""

    def chain_at(self, point: int) -> list[int]:
        """The chain at *point* in rising order; empty for an empty point."""

    def liberties_of(self, point: int) -> list[int]:
        """The liberties of the chain at *point* in rising order; empty for an empty point."""

    def to_diagram(self, coordinates: bool = True) -> str:
        """The board as text, see ``board_ext.diagram``."""

    @classmethod
    def from_diagram(
        cls,
        text: str,
        to_play: int = ...,
        rules: Rules = ...,
        komi: float | None = None,
    ) -> Position:
        """The position that a diagram shows; marks in it are empty points.

        :raises ValueError: when the text is no diagram or a chain has no liberty.
        """

    def area_score(self, dead: Iterable[int] = ()) -> float:
        """Black's area minus White's, komi and the points for handicap included.

        The chains of the stones *dead* are taken off first. ``ValueError`` when a point of *dead*
        is empty or off the board.
        """

    def territory_score(self, dead: Iterable[int] = (), seki: Iterable[int] = ()) -> float:
        """Black's territory and prisoners minus White's, komi included.

        Dead stones become prisoners. Regions next to a chain named in *seki* count nothing; seki
        is not found out here. Passes cost nothing (no pass stones) and there are no points for
        handicap. ``ValueError`` as in ``area_score``.
        """

    def tromp_taylor_score(self) -> float:
        """``area_score`` with all stones alive."""

    def unconditional_life(self, color: int) -> tuple[list[int], list[int]]:
        """Stones that no attack can capture even if *color* always passes, and their territory.

        Benson's algorithm (Benson 1976), stricter where the rules allow suicide. Territory is each
        region next to a chain alive that leaves the opponent no room; more may be safe.
        """

    def check(self) -> None:
        """Recompute all that the board keeps incrementally; ``AssertionError`` on a difference.

        For tests: it takes as long as playing some hundred moves.
        """

    def __eq__(self, other: object) -> bool: ...
    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Position], tuple[dict[str, Any]]]: ...
