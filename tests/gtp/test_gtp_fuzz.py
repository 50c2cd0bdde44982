"""GTP against random input: no crash, every reply well formed, and the same game as a model."""

from __future__ import annotations

import os
import random
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sgfmill.boards import Board

from gtpengine.gtp.front_end import serve
from gtpengine.gtp.protocol import Output, encode
from gtpengine.gtp.reader import CommandReader, LineSplitter
from gtpengine.gtp.session import Session
from gtpengine.gtp.transcript import Transcript
from gtpengine.session.engine import Engine
from tests.gtp.gtp_lines import (
    ANALYSIS,
    BAD_SGF,
    GOOD_SGF,
    check_replies,
    expected_head,
    random_lines,
)
from tests.gtp.test_gtp_front_end import ROOT, command
from tests.session.fake_searcher import fake_engine

COLUMNS = "ABCDEFGHJ"
REPLY_HEAD = re.compile(rb"(?<=\n\n)([=?])([0-9]*)(?=[ \n])")


class Collected(Output):
    """Keeps replies instead of writing them."""

    def __init__(self) -> None:
        super().__init__(-1)
        self.parts: list[bytes] = []

    def write(self, text: str) -> None:
        self.parts.append(encode(text))


class Prepared(CommandReader):
    """A reader that has read everything already, cut into lines as the real one does."""

    def __init__(self, chunks: list[bytes]) -> None:
        super().__init__(-1, lambda: None)
        splitter = LineSplitter()
        for chunk in chunks:
            self._put(splitter.feed(chunk))
        self._put(splitter.finish())
        self._put(None)


def answer_all(data: bytes, session: Session | None = None) -> bytes:
    """All replies to ``data``, through the dispatch of the front end."""
    session = session or Session(fake_engine())
    output = Collected()
    chunks = [data[at : at + 65536] for at in range(0, len(data), 65536)]
    serve(session, Prepared(chunks), output, Transcript(None))
    return b"".join(output.parts)


@pytest.fixture
def playground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with games, where printsgf may write what it likes."""
    (tmp_path / "game.sgf").write_bytes(GOOD_SGF)
    (tmp_path / "bad.sgf").write_bytes(BAD_SGF)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.fuzz
@pytest.mark.usefixtures("playground")
def test_random_lines() -> None:
    """50,000 of them, or as many as GTPENGINE_FUZZ_LINES says."""
    number = int(os.environ.get("GTPENGINE_FUZZ_LINES", "50000"))
    begin = time.perf_counter()
    for start in range(0, number, 200_000):
        lines = list(random_lines(min(200_000, number - start), seed=20261121 + start))
        counts = check_replies(lines, answer_all(b"".join(lines)))
        assert counts[b"="] > 0.3 * len(lines)
        assert counts[b"?"] > 0.2 * len(lines)
    print(f"{number} lines in {time.perf_counter() - begin:.1f} s")


@pytest.mark.fuzz
@pytest.mark.usefixtures("playground")
def test_random_sessions_with_the_real_search() -> None:
    """60 clients, or as many as GTPENGINE_FUZZ_SESSIONS says, each with an engine of its own:
    analysis, play, undo, other boards and clocks in any order, with noise between."""
    number = int(os.environ.get("GTPENGINE_FUZZ_SESSIONS", "60"))
    searches = 0
    for seed in range(number):
        engine = Engine()
        for name, value in (("simulations", "8"), ("memory", "16"), ("status_simulations", "20")):
            engine.set_parameter(name, value)
        rng = random.Random(f"session {seed}")
        head = f"boardsize {rng.choice((2, 3, 5, 9, 9, 13, 19))}\n".encode()
        lines = [head]
        for line in random_lines(rng.randint(5, 60), seed=seed):
            lines.append(line)
            if rng.random() < 0.2:
                color, vertex = rng.choice("bw"), rng.choice(("A1", "B2", "C3", "pass"))
                analysis = f"{rng.choice(ANALYSIS)} {color} 1"
                extra = rng.choice((f"genmove {color}", analysis, f"play b {vertex}", "undo",
                                   "time_settings 1 1 1", f"time_left {color} 0 0"))  # fmt: skip
                lines.append(extra.encode() + b"\n")
        output = answer_all(b"".join(lines), Session(engine))
        # How many lines an analysis reports is a matter of time; that all was answered is not.
        searches += output.count(b"\ninfo ") + output.count(b"= info ")
        heads = [expected_head(line)[0] for line in lines if expected_head(line)[1]]
        replies = REPLY_HEAD.findall(b"\n\n" + output)
        assert [number or None for _, number in replies] == heads
        assert b"internal error" not in output
    print(f"{number} sessions, {searches} reports of analyses")


@pytest.mark.fuzz
def test_random_lines_through_a_pipe(playground: Path) -> None:
    lines = list(random_lines(10_000, seed=7))
    data = b"".join(lines) + b"quit\n"
    done = subprocess.run(
        command("--boardsize", "9"), input=data, capture_output=True, timeout=300, check=False,
        cwd=playground, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b"GTP ready\n"
    check_replies([*lines, b"quit\n"], done.stdout)


@given(st.lists(st.binary(max_size=60).map(lambda line: line.replace(b"\n", b"")), max_size=20))
def test_any_bytes_get_well_formed_replies(lines: list[bytes]) -> None:
    lines = [line.replace(b"quit", b"name").replace(b"sgf", b"") + b"\n" for line in lines]
    check_replies(lines, answer_all(b"".join(lines)))


# --- a model by other authors -----------------------------------------------------------------


class Model:
    """The game as GTP describes it, on sgfmill's board; simple ko, no suicide."""

    def __init__(self) -> None:
        self.new_game(9)
        self.komi = 7.5

    def new_game(self, size: int) -> None:
        self.size = size
        self.stones: list[tuple[int, int]] = []
        self.moves: list[tuple[str, tuple[int, int] | None]] = []
        self._replay()

    def _replay(self) -> None:
        self.board = Board(self.size)
        for row, column in self.stones:
            self.board.play(row, column, "b")
        self.ko: tuple[str, tuple[int, int]] | None = None
        for color, place in self.moves:
            self._put(color, place)

    def _put(self, color: str, place: tuple[int, int] | None) -> None:
        self.ko = None
        if place is not None:
            ko = self.board.play(*place, color)
            if ko is not None:
                self.ko = ("w" if color == "b" else "b", ko)

    def legal(self, color: str, place: tuple[int, int] | None) -> bool:
        if place is None:
            return True
        if self.board.get(*place) is not None or self.ko == (color, place):
            return False
        trial = self.board.copy()
        trial.play(*place, color)
        return trial.get(*place) is not None

    def vertices(self, color: str) -> str:
        places = sorted((row, column) for c, (row, column) in self.board.list_occupied_points()
                        if c == color)  # fmt: skip
        return " ".join(f"{COLUMNS[column]}{row + 1}" for row, column in places)

    def play(self, color: str, place: tuple[int, int] | None) -> bool:
        if place is not None and max(place) >= self.size:
            return False
        if not self.legal(color, place):
            return False
        self.moves.append((color, place))
        self._put(color, place)
        return True

    def undo(self, count: int) -> bool:
        if count > len(self.moves):
            return False
        del self.moves[len(self.moves) - count :]
        self._replay()
        return True

    def handicap(self, places: list[tuple[int, int]]) -> bool:
        if len(set(places)) != len(places) or not 2 <= len(places) < self.size**2:
            return False
        if max(max(place) for place in places) >= self.size or not self.board.is_empty():
            return False
        self.stones = places
        self.moves = []
        self._replay()
        return True


colors = st.sampled_from("bw")
places = st.tuples(st.integers(0, 4), st.integers(0, 4))
steps = st.one_of(
    st.tuples(st.just("play"), colors, places),
    st.tuples(st.just("play"), colors, places),
    st.tuples(st.just("play"), colors, places),
    st.tuples(st.just("play"), colors, st.none()),
    st.tuples(st.just("undo"), st.integers(0, 3), st.none()),
    st.tuples(st.just("handicap"), st.lists(places, min_size=1, max_size=4), st.none()),
    st.tuples(st.just("boardsize"), st.integers(2, 5), st.none()),
    st.tuples(st.just("komi"), st.integers(-5, 10), st.none()),
    st.tuples(st.just("genmove"), colors, st.none()),
)


def name(place: tuple[int, int] | None) -> str:
    return "pass" if place is None else f"{COLUMNS[place[1]]}{place[0] + 1}"


def place_of(vertex: str) -> tuple[int, int] | None:
    return None if vertex == "pass" else (int(vertex[1:]) - 1, COLUMNS.index(vertex[0]))


def line_of(kind: str, first: Any, second: Any) -> str:
    if kind == "play":
        return f"play {first} {name(second)}"
    if kind == "undo":
        return f"gg-undo {first}"
    return "set_free_handicap " + " ".join(map(name, first))


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(size=st.integers(2, 5), commands=st.lists(steps, max_size=60))
def test_sequences_of_commands_against_a_model(size: int, commands: list[Any]) -> None:
    session = Session(fake_engine())
    model = Model()

    def say(line: str) -> tuple[bool, str]:
        reply = session.answer(line)
        assert reply is not None
        return reply[0] == "=", reply[1:].strip()

    run_model: dict[str, Callable[..., bool]] = {
        "undo": lambda count, _: model.undo(count),
        "handicap": lambda stones, _: model.handicap(stones),
        "play": model.play,
    }
    say(f"boardsize {size}")
    model.new_game(size)
    for kind, first, second in commands:
        if kind == "genmove":
            accepted, vertex = say(f"genmove {first}")
            assert accepted
            assert vertex == "resign" or model.play(first, place_of(vertex)), vertex
        elif kind == "boardsize":
            assert say(f"boardsize {first}")[0]
            model.new_game(first)
        elif kind == "komi":
            assert say(f"komi {first}")[0]
            model.komi = first
        else:
            line = line_of(kind, first, second)
            assert say(line)[0] == run_model[kind](first, second), line
        assert say("list_stones b") == (True, model.vertices("b"))
        assert say("list_stones w") == (True, model.vertices("w"))
        assert float(say("get_komi")[1]) == model.komi
    for color in "bw":
        legal = [
            name((row, column))
            for row in range(model.size)
            for column in range(model.size)
            if model.legal(color, (row, column))
        ]
        assert say(f"all_legal {color}")[1] == " ".join(legal)
