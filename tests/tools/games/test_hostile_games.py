"""Every way in which an engine can misbehave ends its game as it must, in time, and leaves nothing.

`hostile_engine.py` has the ways. It plays White; Black is well-behaved.
"""

from __future__ import annotations

import contextlib
import re
import stat
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import psutil
import pytest
from gtpengine.tools.games.game import GameRecord, GameSettings, Opening
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.running.runner import PoolWorker

from gtpengine.programs.engine_process import EngineProcess
from tests.programs.processes import running

#: Silence of this length is a loss where a test waits for it, and where none may wait.
SHORT, LONG = 1.5, 60.0

Play = Callable[..., GameRecord]
Hostile = Callable[..., EngineSpec]


@pytest.fixture
def token() -> str:
    """A word for the command line of an engine."""
    return uuid.uuid4().hex


@pytest.fixture
def play(token: str) -> Iterator[Play]:
    """Play a game of a good engine against another. At the end no process may be left."""
    slot = PoolWorker(0)

    def game(
        good: EngineSpec,
        bad: EngineSpec,
        hang: float = LONG,
        scorer: EngineSpec | None = None,
        time: str = "none",
        started: bool = True,
    ) -> GameRecord:
        for spec in (good, *([bad] if started else []), *([scorer] if scorer else [])):
            copy = 2 if spec is scorer else 0
            slot.engine(spec, copy, LONG).send("name")  # the start is not counted
        settings = GameSettings(hang_seconds=hang, scorer=scorer, time=time)
        return GameTask(0, good, bad, settings, Opening(), 1).run(slot)

    yield game
    slot.close()
    kill_all(stray := running(token))
    assert not stray


def kill_all(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()


#: Way, the command where it happens -> how White's game ends, what is said about it.
AT_ONCE = [
    ("exits genmove", "crash", "exit status 0"),
    ("exits boardsize", "crash", "exit status 0"),
    ("exits clear_board", "crash", "exit status 0"),
    ("exits play", "crash", "exit status 0"),
    ("exits list_commands", "crash", "exit status 0"),
    ("exits_with_words genmove", "crash", "exit status 3.*the last words"),
    ("exits_after boardsize", "crash", "ended at 'clear_board'"),
    ("exits_in_the_middle genmove", "crash", "exit status 0"),
    ("exits_with_a_child_at_stdout genmove", "crash", "exit status 0"),
    ("leaves_a_child_and_exits genmove", "crash", "exit status 0"),
    ("segfaults genmove", "crash", "SIGSEGV"),
    ("kills_its_group genmove", "crash", "SIGKILL"),
    ("kills_its_guard genmove", "crash", "SIGKILL"),
    ("takes_all_memory genmove", "crash", "exit status 1.*MemoryError"),
    ("writes_a_line_without_end genmove", "protocol", "a line of more than 1 MB"),
    ("writes_lines_without_end genmove", "protocol", "a reply of more than 4 MB"),
    ("writes_blank_lines_without_end genmove", "protocol", "a reply of more than 4 MB"),
    ("writes_more_after genmove", "protocol", "wrote "),
    ("writes_more_after play", "protocol", "wrote "),
    ("answers_twice genmove", "protocol", "wrote '= B9' before"),
    ("answers_twice play", "protocol", "wrote '=' before"),
    ("answers_all boardsize", "protocol", "wrote '= pass"),
    ("answers_a_greeting genmove", "protocol", "wrote 'hello there' in reply"),
    ("refuses genmove", "protocol", "refused: no"),
    ("refuses play", "protocol", "refuses a legal move"),
    ("answers_nothing genmove", "illegal", "is no vertex"),
    ("answers_with_no_utf8 genmove", "illegal", "is no vertex"),
    ("plays_off_the_board genmove", "illegal", "Z99 is no vertex"),
    ("plays_on_a_stone genmove", "illegal", "B1"),
    ("plays_a_novel genmove", "illegal", "AAA.* is no vertex"),
    ("plays_two_lines genmove", "illegal", "is no vertex"),
    ("resigns genmove", "resign", ""),
]


@pytest.mark.parametrize(("words", "termination", "said"), AT_ONCE)
def test_ways_that_lose_at_once(
    hostile: Hostile, play: Play, token: str, words: str, termination: str, said: str
) -> None:
    good, bad = hostile("good"), hostile(f"{words} {token}")
    start = time.monotonic()
    record = play(good, bad)
    assert (record.termination, record.winner) == (termination, "b"), record.detail
    assert time.monotonic() - start < LONG / 2
    assert re.search(said, record.detail), record.detail
    assert len(record.detail) <= 2100
    assert record.failed == (termination != "resign")
    # The same worker plays on.
    assert play(good, hostile("good genmove")).termination == "score"


SILENT = [
    "is_silent genmove",
    "is_silent boardsize",
    "is_silent list_commands",
    "is_silent play",
    "stops_itself genmove",
    "ignores_signals genmove",
    "sends_half genmove",
    "sends_no_blank_line genmove",
    "ends_lines_with_carriage_returns genmove",
    "drips genmove",
]


@pytest.mark.parametrize("words", SILENT)
def test_ways_that_lose_by_silence(hostile: Hostile, play: Play, token: str, words: str) -> None:
    start = time.monotonic()
    record = play(hostile("good"), hostile(f"{words} {token}"), SHORT)
    assert (record.termination, record.winner, record.result) == ("hang", "b", "B+T")
    assert f"no reply in {SHORT:g} s to '{words.split()[1]}" in record.detail
    assert time.monotonic() - start < 30.0


@pytest.mark.parametrize("words", ["closes_stdin genmove", "closes_stdout genmove"])
def test_pipes_that_close_while_the_engine_runs_on(
    hostile: Hostile, play: Play, token: str, words: str
) -> None:
    record = play(hostile("good"), hostile(f"{words} {token}"), SHORT)
    assert (record.winner, record.failed) == ("b", True)
    assert record.termination == ("hang" if "stdin" in words else "crash")


def test_silence_at_a_clock_is_a_time_loss(hostile: Hostile, play: Play, token: str) -> None:
    for words, end in (("is_silent genmove", "time"), ("is_silent play", "hang")):
        bad = hostile(f"{words} {token}")
        record = play(hostile("good"), bad, hang=SHORT, time="1/move")
        assert (record.termination, record.winner) == (end, "b")


HARMLESS = [
    "good genmove",
    "passes genmove",
    "plays_with_zeros genmove",
    "answers_with_an_id genmove",
    "answers_with_crlf all",
    "answers_with_crcrlf all",
    "answers_after_blank_lines all",
    "answers_with_nul all",
    "answers_byte_by_byte genmove",
    "floods_stderr boardsize",
    "writes_a_long_line_to_stderr genmove",
    "closes_stderr genmove",
    "leaves_a_child genmove",
    "leaves_many_children boardsize",
    "knows_all list_commands",
    "refuses list_commands",
    "refuses rest",
    "names_a_million final_status_list",
]


@pytest.mark.parametrize("words", HARMLESS)
def test_ways_that_do_no_harm(hostile: Hostile, play: Play, token: str, words: str) -> None:
    record = play(hostile("good"), hostile(f"{words} {token}"))
    assert record.termination == "score", record.detail
    assert not record.failed
    assert {move.vertex for move in record.moves} <= {"B1", "C1", "B9", "C9", "pass"}


@pytest.mark.parametrize("command", ["boardsize", "clear_board", "komi", "all"])
def test_a_refused_start_makes_the_game_void(
    hostile: Hostile, play: Play, token: str, command: str
) -> None:
    bad = hostile(f"refuses {command} {token}")
    record = play(hostile("good"), bad, started=False)
    assert (record.termination, record.winner) == ("void", "")
    assert "refused: no" in record.detail


AT_THE_END = [
    ("names_a_pass", "a pass is no point", LONG),
    ("names_junk", "is no vertex", LONG),
    ("exits", "exit status 0", LONG),
    ("writes_lines_without_end", "of more than 4 MB", LONG),
    ("answers_twice", "", LONG),
    ("is_silent", f"no reply in {SHORT:g} s", SHORT),
]


@pytest.mark.parametrize(("way", "said", "hang"), AT_THE_END)
def test_a_player_that_fails_at_dead_stones_loses_nothing_and_is_counted(
    hostile: Hostile, play: Play, token: str, way: str, said: str, hang: float
) -> None:
    record = play(hostile("good"), hostile(f"{way} final_status_list {token}"), hang)
    assert (record.termination, record.winner, record.score) == ("score", "w", -7.5)
    assert said in record.detail
    assert record.faults == (0, int(bool(said)))
    assert record.failure == ("error" if said else "")


@pytest.mark.parametrize(("way", "said", "hang"), [*AT_THE_END, ("refuses", "does not list", LONG)])
def test_a_scorer_that_fails_is_named_and_counted(
    hostile: Hostile, play: Play, token: str, way: str, said: str, hang: float
) -> None:
    good, scorer = hostile("good"), hostile(f"{way} final_status_list {token}")
    start = time.monotonic()
    record = play(good, hostile("good genmove"), hang, scorer)
    assert time.monotonic() - start < 30.0
    assert (record.termination, record.winner, record.score) == ("score", "w", -7.5)
    assert record.failure == ("scorer failed" if said else "")
    assert ("scorer failed: " in record.detail) == bool(said) and said in record.detail


@pytest.mark.parametrize("command", ["boardsize", "play"])
def test_a_scorer_that_is_silent_early_has_the_same_limit(
    hostile: Hostile, play: Play, token: str, command: str
) -> None:
    scorer = hostile(f"is_silent {command} {token}")
    record = play(hostile("good"), hostile("good genmove"), SHORT, scorer)
    assert record.scorer_failed and f"no reply in {SHORT:g} s to '{command}" in record.detail


def test_a_scorer_has_the_last_word(hostile: Hostile, play: Play, token: str) -> None:
    scorer = hostile(f"names_all final_status_list {token}")
    record = play(hostile("good"), hostile("good genmove"), scorer=scorer)
    assert (record.dead, record.score) == (("B1", "B9", "C1", "C9"), -7.5)
    assert "scored by" in record.detail and not record.failed


def test_engines_that_do_not_start(hostile: Hostile, play: Play, tmp_path: Path) -> None:
    good = hostile("good")
    script = tmp_path / "engine"
    script.write_text("no program\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    empty = tmp_path / "empty"
    empty.write_bytes(b"\x7fELF")
    empty.chmod(0o755)
    for command, cwd in (
        ("/no/such/program", None),
        (str(script), None),
        (str(empty), None),
        (good.command, "/no/such/folder"),
        (f"{sys.executable} -c ''", None),
        ("'", None),
    ):
        bad = EngineSpec("bad", command, cwd=cwd)
        record = play(good, bad, started=False)
        assert (record.termination, record.winner) == ("crash", "b"), command
        assert record.detail.startswith("bad: "), record.detail


def test_a_slow_start_has_the_limit_of_any_answer(hostile: Hostile, play: Play, token: str) -> None:
    bad = hostile(f"is_silent start {token}")
    record = play(hostile("good"), bad, SHORT, started=False)
    assert (record.termination, record.winner) == ("hang", "b")
    assert "is it a GTP engine?" in record.detail


WITHOUT_A_GUARD = [
    ("leaves_a_child", "score", 1),
    ("leaves_a_child_and_exits", "crash", 1),
    ("exits_with_a_child_at_stdout", "crash", 0),
    ("stops_itself", "hang", 0),
    ("ignores_signals", "hang", 0),
    ("writes_a_line_without_end", "protocol", 0),
]


@pytest.mark.parametrize(("way", "end", "children"), WITHOUT_A_GUARD)
def test_without_a_guard_only_children_without_the_environment_are_left(
    hostile: Hostile,
    token: str,
    monkeypatch: pytest.MonkeyPatch,
    way: str,
    end: str,
    children: int,
) -> None:
    """So on systems other than Linux."""
    monkeypatch.setattr(EngineProcess, "guarded", False)
    good, bad = hostile("good"), hostile(f"{way} genmove {token}")
    slot = PoolWorker(0)
    for spec in (good, bad):
        slot.engine(spec).send("name")
    settings = GameSettings(hang_seconds=SHORT)
    record = GameTask(0, good, bad, settings, Opening(), 1).run(slot)
    slot.close()
    stray = running(token)
    words = [process.cmdline() for process in stray]
    kill_all(stray)
    assert record.termination == end, record.detail
    assert len(stray) <= 3 * children  # one at each move
    assert all("child" in line for line in words)
