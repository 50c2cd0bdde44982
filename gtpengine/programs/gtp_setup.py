"""What is told to a GTP engine of its game: the board, the moves so far, the time."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from board_ext.coords import BLACK, WHITE, point_to_vertex
from board_ext.position import Position
from gtpengine.game.replay import initial_position
from gtpengine.programs.engine_errors import CommandFailedError
from gtpengine.programs.game_clock import GameClock
from gtpengine.programs.gtp_client import GtpClient

_RULES: Final = ("kata-set-rules", "kgs-rules")
"""Commands that set the rules, the one that knows more of them first."""

NO_TIME: Final = ("kata-time_settings none", "time_settings 0 1 0")
"""Commands that end a time control."""

_LETTERS: Final = {BLACK: "b", WHITE: "w"}


def begin_game(client: GtpClient, size: int, rules: str, komi: float) -> bool:
    """Begin a game on an empty board.

    :returns: whether the engine takes the rules; where not, it keeps its own.
    :raises EngineError: if it refuses the size or the komi, or does not answer
    """
    client.send(f"boardsize {size}")
    client.send("clear_board")
    taken = False
    name = next(filter(client.knows, _RULES), None)
    if name is not None:
        with contextlib.suppress(CommandFailedError):
            client.send(f"{name} {rules}")
            taken = True
    client.send(f"komi {komi:g}")
    return taken


def put_stones(
    client: GtpClient, black: Sequence[str], white: Sequence[str], handicap: bool
) -> None:
    """Put stones on the empty board; ``handicap`` says whether Black's are handicap stones.

    No order of them captures any, because each chain has a liberty at the end.

    :raises EngineError: if the engine refuses a stone or does not answer
    """
    if handicap and client.knows("set_free_handicap"):
        client.send(f"set_free_handicap {' '.join(black)}")
        black = ()
    for color, vertices in (("b", black), ("w", white)):
        for vertex in vertices:
            client.send(f"play {color} {vertex}")


class _Start(NamedTuple):
    """Where a game begins."""

    size: int
    rules: str
    komi: float
    handicap: int
    black: tuple[str, ...]
    white: tuple[str, ...]

    @classmethod
    def of(cls, position: Position) -> _Start:
        first, size = initial_position(position), position.size
        black, white = (
            tuple(point_to_vertex(p, size) for p in range(size**2) if first.color_at(p) == color)
            for color in (BLACK, WHITE)
        )
        return cls(size, position.rules.name, position.komi, position.handicap, black, white)


class ToldBoard:
    """What an engine knows of its game; it is brought from position to position in few commands."""

    def __init__(self, client: GtpClient) -> None:
        self._client = client
        self._start: _Start | None = None
        self._moves: list[str] = []
        self.knows_rules = True
        """Whether the engine has taken the rules of the last position."""

    def show(self, position: Position) -> None:
        """Bring the engine to a position, with the moves that led to it.

        :raises EngineError: if the engine refuses any of it or does not answer
        """
        start, size = _Start.of(position), position.size
        moves = [f"{_LETTERS[c]} {point_to_vertex(p, size)}" for c, p in position.moves]
        shared = 0
        while moves[shared : shared + 1] == self._moves[shared : shared + 1] != []:
            shared += 1
        try:
            if start != self._start or not self._undo(len(self._moves) - shared, shared):
                self._begin(start)
            for move in moves[len(self._moves) :]:
                self._client.send(f"play {move}")
                self._moves.append(move)
        except BaseException:
            self.forget()
            raise

    def played(self, color: int, vertex: str) -> None:
        """Note a move that the engine has played by itself."""
        self._moves.append(f"{_LETTERS[color]} {vertex}")

    def forget(self) -> None:
        """Take nothing of what the engine knows for granted."""
        self._start = None

    def _undo(self, count: int, kept: int) -> bool:
        """Take moves back; return False where it takes less to begin anew, or it cannot be done."""
        if count > kept or (count and not self._client.knows("undo")):
            return False
        try:
            for _ in range(count):
                self._client.send("undo")
                self._moves.pop()
        except CommandFailedError:
            return False
        return True

    def _begin(self, start: _Start) -> None:
        self._start, self._moves = None, []
        self.knows_rules = begin_game(self._client, start.size, start.rules, start.komi)
        handicap = 2 <= start.handicap == len(start.black) and not start.white
        put_stones(self._client, start.black, start.white, handicap)
        self._start = start


class ToldClock:
    """A clock of which an engine is told. ``game`` may become another one of the same control."""

    def __init__(self, client: GtpClient, game: GameClock) -> None:
        self._client = client
        self.game = game
        self._periods = self._decimals = False

    def announce(self, none: Sequence[str] = ()) -> None:
        """Tell the engine its time control, in the first form that it takes.

        :param none: the forms of no time control; one that the engine does not have from before
            need not be told.
        :raises EngineError: for anything but a refusal
        """
        for command in self.game.control.settings() or none:
            name = command.split()[0]
            if self._client.knows(name):
                try:
                    self._client.send(command)
                except CommandFailedError:
                    continue
                self._periods = name != "time_settings"
                self._decimals = name.startswith("kata")
                break

    def tell(self, color: str) -> None:
        """Tell the engine how much time is left; ``color`` is b or w.

        :raises EngineError: if it refuses or does not answer
        """
        left = self.game.time_left(self._periods)
        if left is not None and self._client.knows("time_left"):
            # GTP has whole seconds; rounding up would promise time that does not exist.
            shown = f"{left[0]:.3f}" if self._decimals else f"{math.floor(left[0])}"
            self._client.send(f"time_left {color} {shown} {left[1]}")
