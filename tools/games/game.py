"""One game between two engines, with a referee.

Whatever an engine does, the game ends with a record. An illegal move, a crash, a hang and a time
loss lose the game, each with its reason. A game is void only when nobody is at fault: an engine
refuses the board size, or a start position cannot be set up.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import hashlib
import time
import zlib
from collections.abc import Callable
from typing import Final

from gtpengine.tools.running.engines import EngineSpec, find_winrate, last_search

from board_ext.coords import point_to_vertex
from board_ext.rules import rules_named
from gtpengine.programs.engine_errors import (
    CommandFailedError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    ProtocolError,
)
from gtpengine.programs.game_clock import GameClock, TimeControl
from gtpengine.programs.gtp_client import GtpClient
from gtpengine.programs.gtp_setup import ToldClock, begin_game, put_stones

from .referee import ForbiddenMoveError, Referee, make_referee
from .scoring import SCORER, ScoringResult, settle

OTHER = {"b": "w", "w": "b"}
#: Terminations that are the loser's failure, not the end of a game of Go.
FAILURES = ("illegal", "crash", "hang", "time", "protocol")
#: Seconds for which an engine may overstep its clock before it is taken to be silent.
_OVERTIME: Final = 5.0


@dataclasses.dataclass(frozen=True, slots=True)
class Opening:
    """A start position: set-up stones, or moves, or both (stones first)."""

    name: str = "empty"
    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    moves: tuple[tuple[str, str], ...] = ()
    to_play: str = "b"
    # Not in the repr, because stores of older versions know their openings by a hash of it.
    handicap: int = dataclasses.field(default=0, repr=False)
    """How many of the black stones are handicap stones: all or none."""


@dataclasses.dataclass(frozen=True, slots=True)
class GameSettings:
    """What the games of one event have in common."""

    size: int = 9
    komi: float = 7.5
    rules: str = "chinese"
    time: str = "none"
    lag: float = 0.1
    """Seconds of each move that are not charged: pipes and scheduling."""
    hang_seconds: float = 600.0
    """Silence of this length is a loss. At a clock, the clock is the limit of a move."""
    max_moves: int = 0
    """0: 3 * size * size. A game that reaches it is scored as it stands."""
    referee: str = "own"
    scorer: EngineSpec | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class MoveRecord:
    """One move. ``vertex`` may be pass or resign; ``winrate`` is the mover's, 0 to 1, if known."""

    color: str
    vertex: str
    seconds: float
    winrate: float | None = None
    comment: str = ""
    simulations: int | None = None


@dataclasses.dataclass(slots=True)
class GameRecord:
    """A finished game. ``winner`` is b, w, or empty for a draw or a void game."""

    black: str
    white: str
    settings: GameSettings
    opening: Opening
    seed: int
    winner: str = ""
    termination: str = "void"
    """score, resign, move-limit, illegal, crash, hang, time, protocol or void."""
    detail: str = ""
    score: float | None = None
    moves: list[MoveRecord] = dataclasses.field(default_factory=list)
    disputed: bool = False
    started: str = ""
    seconds: float = 0.0
    faults: tuple[int, int] = (0, 0)
    """Errors of Black's and White's engine that the game survived: internal errors reported on
    standard error, and a failure to name the dead stones."""
    dead: tuple[str, ...] = ()
    """Stones taken off before counting, by vertex."""
    worker: str = ""
    """The worker of a shared run that played it."""
    scorer_failed: bool = False
    """Whether the scorer named no dead stones; then the players did."""

    @property
    def failure(self) -> str:
        """What an engine did wrong in a word or two; empty if nothing.

        After a failure the result may say nothing about strength.
        """
        return failure_of(self.termination, any(self.faults), self.scorer_failed)

    @property
    def failed(self) -> bool:
        return bool(self.failure)

    @property
    def loser(self) -> str:
        """The name of the engine that lost; empty for a draw or a void game."""
        return {"b": self.white, "w": self.black, "": ""}[self.winner]

    @property
    def result(self) -> str:
        """The text of SGF's RE property."""
        if self.termination == "void":
            return "Void"
        if not self.winner:
            return "0"
        how = {"resign": "R", "time": "T", "hang": "T"}.get(self.termination)
        if how is None:
            how = "F" if self.score is None else f"{abs(self.score):g}"
        return f"{self.winner.upper()}+{how}"

    def digest(self) -> str:
        """Return a hash of the start position and the moves: equal for duplicate games."""
        parts = [str(self.settings.size), repr(dataclasses.replace(self.opening, name=""))]
        parts += [f"{move.color}{move.vertex}" for move in self.moves]
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]


def failure_of(termination: str, faulty: bool, scorer_failed: bool) -> str:
    """Return what went wrong in a game in a word or two, the gravest thing; empty if nothing."""
    if termination in FAILURES:
        return termination
    return "error" if faulty else "scorer failed" if scorer_failed else ""


def engine_seed(seed: int, name: str) -> int:
    """Return the seed sent to the engine called ``name``: 31 bits.

    It depends on the engine, not on the colour. With one seed for both, equal engines would play
    the same game twice in a pair.
    """
    return (seed ^ zlib.crc32(name.encode())) & 0x7FFFFFFF


class EnginePlayer:
    """An engine's side of one game."""

    def __init__(self, client: GtpClient, spec: EngineSpec, color: str) -> None:
        self.client = client
        self.spec = spec
        self.color = color
        self.clock = ToldClock(client, GameClock(TimeControl()))
        self._mark = 0
        self._faults = client.faults
        self._search: dict[str, float] = {}
        self._pending: int | None = None

    def prepare(self, settings: GameSettings, opening: Opening, seed: int) -> None:
        """Bring the engine to the start position.

        :raises EngineError: if it refuses or does not answer
        """
        send, knows = self.client.send, self.client.knows
        begin_game(self.client, settings.size, settings.rules, settings.komi)
        if knows("set_random_seed"):
            with contextlib.suppress(CommandFailedError):
                send(f"set_random_seed {engine_seed(seed, self.spec.name)}")
        self.clock = ToldClock(self.client, GameClock(TimeControl.parse(settings.time)))
        self.clock.announce()
        put_stones(self.client, opening.black, opening.white, bool(opening.handicap))
        for color, vertex in opening.moves:
            send(f"play {color} {vertex}")

    def genmove(self, settings: GameSettings) -> tuple[str, float, bool]:
        """Return the move, its seconds, and whether it was in time.

        The move is an upper-case vertex, ``pass`` or ``resign``.

        :raises EngineError: if the engine does not answer with a move
        """
        self.clock.tell(self.color)
        allowed = self.clock.game.allowance()
        timeout = settings.hang_seconds
        if allowed is not None:
            timeout = allowed + settings.lag + min(_OVERTIME, settings.hang_seconds)
        self._mark = self.client.stderr_count
        reply = self.client.send(f"genmove {self.color}", timeout)
        seconds = self.client.last_seconds
        in_time = self.clock.game.spend(max(0.0, seconds - settings.lag))
        self._search = last_search(self.client)
        move = reply.strip().upper()
        if move in ("PASS", "RESIGN"):
            move = move.lower()
        return move, seconds, in_time

    def collect(self, moves: list[MoveRecord]) -> None:
        """Add the win rate printed with the last ``genmove`` to its record.

        It is called one move late, because standard error may arrive after the reply.
        """
        if self._pending is None:
            return
        winrate = self._search.get("winrate")
        if winrate is None:
            winrate = find_winrate(self.spec, self.client.stderr_since(self._mark))
        simulations = self._search.get("simulations")
        score = self._search.get("score")
        moves[self._pending] = dataclasses.replace(
            moves[self._pending],
            winrate=winrate,
            simulations=None if simulations is None else int(simulations),
            comment=_comment(score, "book" in self._search),
        )
        self._pending = None

    def faults(self) -> int:
        """Return how many internal errors the engine has reported since the start of the game."""
        self.client.stderr_since(0)
        return self.client.faults - self._faults

    def expect(self, index: int) -> None:
        self._pending = index


def _comment(score: float | None, book: bool) -> str:
    if book:
        return "from the opening book"
    return "" if score is None else f"expected lead {score:+z.1f}"


def play_game(
    black: tuple[GtpClient, EngineSpec],
    white: tuple[GtpClient, EngineSpec],
    settings: GameSettings,
    opening: Opening,
    seed: int,
    scorer: Callable[[], GtpClient] | None = None,
) -> GameRecord:
    """Play one game to its end. Nothing an engine does raises an error.

    The clients must be running. Replace one that is no longer ``usable`` afterwards. ``scorer``
    starts the engine that names the dead stones.
    """
    players = {"b": EnginePlayer(*black, "b"), "w": EnginePlayer(*white, "w")}
    record = GameRecord(black[1].name, white[1].name, settings, opening, seed)
    record.started = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    start = time.perf_counter()
    try:
        rules = rules_named(settings.rules)
        referee = make_referee(settings.referee, settings.size, rules, settings.komi)
        referee.set_up(opening.black, opening.white, opening.handicap)
        for color, vertex in opening.moves:
            referee.play(color, vertex)
    except (ForbiddenMoveError, ValueError) as error:
        record.detail = f"opening {opening.name}: {error}"
        return record
    if _prepare(players, record):
        _play_moves(players, referee, record, scorer)
        for player in players.values():
            player.collect(record.moves)
        record.seconds = time.perf_counter() - start
    _note_faults(players, record)
    return record


def _prepare(players: dict[str, EnginePlayer], record: GameRecord) -> bool:
    for color, player in players.items():
        try:
            player.prepare(record.settings, record.opening, record.seed)
        except CommandFailedError as error:
            record.detail = str(error)
            return False
        except EngineError as error:
            lose_by(record, color, error)
            return False
    return True


def _note_faults(players: dict[str, EnginePlayer], record: GameRecord) -> None:
    """Note internal errors: the result stands, but its reader must know."""
    told = (players["b"].faults(), players["w"].faults())
    record.faults = (record.faults[0] + told[0], record.faults[1] + told[1])
    for player, count in zip(players.values(), told, strict=True):
        if count:
            note = f"{player.client.name}: {player.client.last_fault}"
            record.detail = "; ".join(part for part in (record.detail, note) if part)


def _play_moves(
    players: dict[str, EnginePlayer],
    referee: Referee,
    record: GameRecord,
    scorer: Callable[[], GtpClient] | None,
) -> None:
    settings = record.settings
    limit = settings.max_moves or 3 * settings.size * settings.size
    color, passes = record.opening.to_play, 0
    while passes < 2:
        if len(record.moves) >= limit:
            verdict = ScoringResult(referee.score(()), (), False, "move limit")
            _finish(record, verdict, "move-limit")
            return
        player, rival = players[color], players[OTHER[color]]
        player.collect(record.moves)
        try:
            move, seconds, in_time = player.genmove(settings)
        except EngineError as error:
            lose_by(record, color, error)
            return
        if not in_time:
            _lose(record, color, "time", f"{move} after {seconds:.2f} s")
            return
        if move != "resign":
            try:
                move = point_to_vertex(referee.point(move), settings.size)  # D04 is D4
                referee.play(color, move)
            except ForbiddenMoveError as error:
                _lose(record, color, "illegal", str(error))
                return
        player.expect(len(record.moves))
        record.moves.append(MoveRecord(color, move, seconds))
        if move == "resign":
            _lose(record, color, "resign", "")
            return
        passes = passes + 1 if move == "pass" else 0
        try:
            rival.client.send(f"play {color} {move}")
        except CommandFailedError as error:
            # The referee allows the move, so the engine that refuses it is at fault.
            _lose(record, OTHER[color], "protocol", f"refuses a legal move: {error}")
            return
        except EngineError as error:
            lose_by(record, OTHER[color], error)
            return
        color = OTHER[color]
    verdict = settle(
        referee,
        {c: p.client for c, p in players.items()},
        scorer,
        _all_moves(record),
    )
    _finish(record, verdict, "score")


def _all_moves(record: GameRecord) -> list[tuple[str, str]]:
    opening = record.opening
    stones = [("b", v) for v in opening.black] + [("w", v) for v in opening.white]
    return [*stones, *opening.moves, *((m.color, m.vertex) for m in record.moves)]


def _finish(record: GameRecord, verdict: ScoringResult, termination: str) -> None:
    record.termination = termination
    record.score = verdict.score
    record.winner = "b" if verdict.score > 0 else "w" if verdict.score < 0 else ""
    record.disputed = verdict.disputed
    record.dead = verdict.dead
    record.detail = verdict.detail
    record.faults = (int("b" in verdict.failed), int("w" in verdict.failed))
    record.scorer_failed = SCORER in verdict.failed


def _lose(record: GameRecord, color: str, termination: str, detail: str) -> None:
    record.termination = termination
    record.winner = OTHER[color]
    record.detail = detail if len(detail) <= 2000 else f"{detail[:1000]} ... {detail[-1000:]}"


def lose_by(record: GameRecord, color: str, error: EngineError) -> None:
    """End the game with a loss of ``color``, whose engine failed."""
    kinds: dict[type[EngineError], str] = {
        EngineTerminatedError: "crash",
        ProtocolError: "protocol",
        CommandFailedError: "protocol",
        EngineTimeoutError: "hang",
    }
    kind = kinds.get(type(error), "crash")
    if kind == "hang" and error.command.startswith("genmove") and record.settings.time != "none":
        kind = "time"
    _lose(record, color, kind, str(error))
