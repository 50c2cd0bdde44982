"""A simulator of kgsGtp, which is closed: the server's side of a game as its documents tell it.

It starts the engine, asks what it can do, sets up a game, lets a player of its own answer the
engine's moves, keeps the clock of KGS, and settles the score. It is as strict as kgsGtp: a reply
is one line or a list, begins with ``=`` and ends with an empty line; anything else on stdout, an
illegal move and a lost game on time fail the test. Sources: kgsGtp.xhtml in its archive,
senseis.xmp.net/?KgsGtp, and the logs in public bug reports.
"""

from __future__ import annotations

import random
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from board_ext.coords import BLACK, PASS, WHITE, opponent, point_to_vertex, vertex_to_point
from board_ext.position import Position
from board_ext.rules import kgs_rules_named
from gtpengine.judge.plainmove import useful_points
from tests.gtp.test_gtp_front_end import ROOT

PATIENCE = 30.0
LAG = 1.0
"""Seconds of a busy machine that are not the engine's."""

LETTER = {BLACK: "b", WHITE: "w"}


class MalformedError(AssertionError):
    """kgsGtp would say "Got malformed response from engine" and wait for ever."""


@dataclass
class KgsClock:
    """One player's clock: ``none``, ``absolute M``, ``byoyomi M B N`` or ``canadian M B N``."""

    settings: str
    left: float = 0.0
    count: int = 0
    kind: str = field(init=False)

    def __post_init__(self) -> None:
        self.kind, *numbers = self.settings.split()
        values = [float(number) for number in numbers]
        self.left = values[0] if values else 0.0
        self.period = values[1] if len(values) > 1 else 0.0
        self.per_period = int(values[2]) if len(values) > 2 else 0
        if self.kind in ("byoyomi", "canadian") and self.left == 0:
            self.left, self.count = self.period, self.per_period

    def time_left(self) -> str | None:
        """The two numbers of ``time_left``: whole seconds; in byo-yomi the periods left."""
        return None if self.kind == "none" else f"{int(self.left)} {self.count}"

    def spend(self, seconds: float) -> None:
        """Take a move's time off; fails when the flag falls."""
        if self.kind == "none":
            return
        self.left -= max(0.0, seconds - LAG)
        while self.left <= 0:
            if self.kind == "absolute" or (self.kind == "canadian" and self.count):
                raise AssertionError(f"lost on time ({self.settings})")
            if self.kind == "byoyomi" and self.count == 1:
                raise AssertionError(f"lost on time ({self.settings})")
            self.left += self.period
            self.count = self.count - 1 if self.count else self.per_period
        if self.count and self.kind == "byoyomi":
            self.left = self.period
        elif self.count:
            self.count -= 1
            if self.count == 0:
                self.left, self.count = self.period, self.per_period


class KgsGtp:
    """kgsGtp with its engine. ``position`` is the server's board."""

    def __init__(self, running: subprocess.Popen[bytes], seed: int = 1) -> None:
        self._running = running
        self._rng = random.Random(seed)
        self._buffer = b""
        self.log: list[str] = []
        self.color = BLACK
        self.position = Position(9)
        listed = self.ask("list_commands").split("\n")
        self.known = set(listed)
        for command in ("name", "version", "protocol_version"):
            self.ask(command)

    # --- the pipe ---------------------------------------------------------------------------

    def send(self, command: str) -> None:
        assert self._running.stdin is not None
        self.log.append(command)
        self._running.stdin.write(command.encode() + b"\n")

    def reply(self) -> str:
        """The next reply; what kgsGtp could not read raises :class:`MalformedError`."""
        assert self._running.stdout is not None
        deadline = time.monotonic() + PATIENCE
        while b"\n\n" not in self._buffer:
            ready, _, _ = select.select([self._running.stdout], [], [], 0.2)
            assert time.monotonic() < deadline, f"still an outstanding command: {self.log[-1]}"
            if ready:
                data = self._running.stdout.read(65536)
                assert data, f"the engine died after {self.log[-1]}"
                self._buffer += data
        text, _, self._buffer = self._buffer.partition(b"\n\n")
        answer = text.decode()
        if answer[:1] not in ("=", "?") or answer[1:2] not in ("", " ", "\n"):
            raise MalformedError(f"{self.log[-1]}: {answer!r}")
        return answer

    def ask(self, command: str) -> str:
        """A command that must not fail."""
        self.send(command)
        answer = self.reply()
        if answer[0] != "=":
            raise MalformedError(f"{command}: {answer!r}")
        return answer[1:].strip()

    def nothing_more(self) -> None:
        """Nothing may come unasked for."""
        assert self._running.stdout is not None
        ready, _, _ = select.select([self._running.stdout], [], [], 0.2)
        assert not ready and not self._buffer

    # --- a game -----------------------------------------------------------------------------

    def start_game(
        self,
        color: int = BLACK,
        rules: str = "chinese",
        time_settings: str = "none",
        handicap: int = 0,
        size: int = 9,
        komi: float = 7.5,
    ) -> None:
        """Set up a game in which the engine has ``color``."""
        self.color = color
        self.position = Position(size, kgs_rules_named(rules), komi)
        self.clocks = {side: KgsClock(time_settings) for side in (BLACK, WHITE)}
        self.ask(f"kgs-rules {rules}")
        self.ask(f"boardsize {size}")
        self.ask(f"kgs-time_settings {time_settings}")
        self.ask(f"komi {komi}")
        self.ask("clear_board")
        if handicap:
            self._place_handicap(handicap, rules)

    def _place_handicap(self, stones: int, rules: str) -> None:
        size = self.position.size
        if self.color == BLACK:
            kind = "fixed" if rules == "japanese" else "place_free"
            answer = self.ask(f"{kind}_handicap {stones}")
        else:
            free = self._rng.sample(range(size * size), stones)
            answer = " ".join(point_to_vertex(point, size).lower() for point in free)
            self.ask(f"set_free_handicap {answer}")
        points = [vertex_to_point(word, size) for word in answer.split()]
        assert len(points) == len(set(points)) == stones
        self.position.set_up(points, [], WHITE, stones)

    def engine_moves(self, command: str = "genmove") -> int | None:
        """Let the engine move on the server's board; None when it resigns."""
        letter = LETTER[self.color]
        for side in (BLACK, WHITE):
            left = self.clocks[side].time_left()
            if left is not None:
                self.ask(f"time_left {LETTER[side]} {left}")
        begin = time.monotonic()
        answer = self.ask(f"{command} {letter}")
        self.clocks[self.color].spend(time.monotonic() - begin)
        if answer.lower() == "resign":
            return None
        point = vertex_to_point(answer, self.position.size)
        self.position.play(point, self.color)  # raises when it is illegal under the server's rules
        return point

    def opponent_moves(self, point: int | None = None) -> int:
        """The other player moves: at random, but in no own eye, unless told where.

        It takes one of four passes of the engine for the end; else it might go on for hundreds
        of moves, as with superko it can.
        """
        color = opponent(self.color)
        if point is None:
            useful = sorted(useful_points(self.position, color))
            over = self.position.moves[-1:] == [(self.color, PASS)] and self._rng.random() < 0.25
            point = self._rng.choice(useful) if useful and not over else PASS
        self.position.play(point, color)
        vertex = point_to_vertex(point, self.position.size).lower()
        self.ask(f"play {LETTER[color]} {vertex}")
        return point

    def undo(self, moves: int = 1) -> None:
        """The server takes moves back."""
        for _ in range(moves):
            self.position.undo()
            self.ask("undo")

    def play(self, moves: int | None = None, command: str = "genmove") -> bool:
        """Play until two passes or a resignation, or for ``moves``; whether the game has ended."""
        passes = 0
        limit = 4 * self.position.size**2 if moves is None else moves
        for _ in range(limit):
            ours = self.position.to_play == self.color
            point = self.engine_moves(command) if ours else self.opponent_moves()
            if point is None:
                return True
            passes = passes + 1 if point == PASS else 0
            if passes == 2:
                return True
        assert moves is not None, "the game does not end"
        return False

    def dead_stones(self) -> set[int]:
        """What the engine claims to be dead, whole chains of stones on the board."""
        answer = self.ask("final_status_list dead")
        points = {vertex_to_point(word, self.position.size) for word in answer.split()}
        for point in points:
            assert {*self.position.chain_at(point)} <= points
        return points

    def same_stones(self) -> None:
        """Engine and server must see the same board."""
        for side in (BLACK, WHITE):
            words = self.ask(f"list_stones {LETTER[side]}").split()
            expected = [
                p for p in range(self.position.size**2) if self.position.color_at(p) == side
            ]
            assert [vertex_to_point(word, self.position.size) for word in words] == expected

    def chat(self, text: str, place: str = "game") -> str | None:
        """What the engine says to a remark; None when it says nothing."""
        self.send(f"kgs-chat {place} somebody {text}")
        answer = self.reply()
        return answer[2:] if answer[0] == "=" else None


@contextmanager
def kgs_gtp(*words: str) -> Iterator[KgsGtp]:
    """kgsGtp with an engine of a few simulations; quits at the end."""
    arguments = ["--simulations", "60", "--set", "status_simulations=300", *words]
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "gtpengine", *arguments],
        cwd=ROOT, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as running:  # fmt: skip
        try:
            server = KgsGtp(running)
            yield server
            server.nothing_more()
            server.ask("quit")
            assert running.wait(10) == 0
        finally:
            running.kill()
