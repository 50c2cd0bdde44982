"""Little memory: a smaller search tree, or an end with one line."""

from __future__ import annotations

import mmap
import re
import subprocess
import sys
from pathlib import Path

import pytest

from board_ext.coords import BLACK, WHITE
from gtpengine import cli
from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.session import memory as room
from gtpengine.session.engine import Engine
from tests.session.fake_searcher import FakeSearcher

ROOT = Path(__file__).resolve().parents[2]
LIMITED = pytest.mark.skipif(sys.platform != "linux", reason="ulimit -v is kept on Linux only")


def starved_engine(most_mb: int) -> tuple[Engine, list[str]]:
    """An engine whose trees may have some megabytes, and what it notes."""

    def make(params: SearchParams, threads: int, memory_mb: int, seed: int) -> FakeSearcher:
        if memory_mb * threads > most_mb:
            raise MemoryError("no more")
        return FakeSearcher(params, threads, memory_mb, seed)

    notes: list[str] = []
    engine = Engine(EngineOptions(), make, notes.append)
    engine.new_game(9)
    return engine, notes


@pytest.mark.lab
def test_the_tree_is_halved_until_it_fits_and_that_is_said_once() -> None:
    engine, notes = starved_engine(100)
    engine.genmove(BLACK)
    assert isinstance(engine.searching.searcher, FakeSearcher)
    assert engine.searching.searcher.memory_mb == engine.options.memory == 64
    assert len(notes) == 1
    assert notes[0].startswith("warning: the system refuses 512 MB for the search tree, so")
    engine.set_parameter("parallel", "root")  # which needs another searcher
    engine.genmove(WHITE)
    assert len(notes) == 1


def test_without_room_for_the_smallest_tree_no_command_goes_on() -> None:
    engine, _ = starved_engine(room.SMALLEST_MB - 1)
    with pytest.raises(room.OutOfRoom):
        engine.genmove(BLACK)
    with pytest.raises(room.OutOfRoom):
        engine.final_score()


def test_more_memory_than_there_is_leaves_the_tree_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine, _ = starved_engine(512)
    engine.genmove(BLACK)
    tree = engine.searching.searcher
    assert isinstance(tree, FakeSearcher)
    engine.set_parameter("memory", "32")
    assert tree.memory_mb == 32

    def refuse(megabytes: int) -> None:
        raise AssertionError(f"the tree was given up for {megabytes} MB")

    monkeypatch.setattr(tree, "set_memory", refuse)
    monkeypatch.setattr(mmap, "mmap", _no_room)
    with pytest.raises(ParamError, match="refuses 68 MB"):
        engine.set_parameter("memory", "100")
    assert engine.options.memory == 32
    assert engine.searching.searcher is tree


def _no_room(*_args: object, **_kinds: object) -> None:
    raise OSError(12, "Cannot allocate memory")


def test_threads_that_cannot_be_started_are_a_lack_of_memory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(text: str) -> None:
        raise RuntimeError(text)

    monkeypatch.setattr(cli, "_run_gtp", lambda _: fail("can't start new thread"))
    assert cli.main([]) == 2
    assert capsys.readouterr().err == "gtpengine: not enough memory: can't start new thread\n"
    monkeypatch.setattr(cli, "_run_gtp", lambda _: fail("something else"))
    with pytest.raises(RuntimeError, match="something else"):
        cli.main([])


def limited(kilobytes: int, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line with so much address space."""
    shell = f'ulimit -v {kilobytes}; exec "$@"'
    return subprocess.run(
        ["sh", "-c", shell, "sh", sys.executable, "-m", "gtpengine", *words],
        input=text, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False,
    )  # fmt: skip


@LIMITED
def test_a_limit_on_memory_leaves_a_search() -> None:
    done = limited(
        700_000,
        "boardsize 9\ngenmove b\ngtpengine-last_search\nkata-genmove_analyze w 10\nquit\n",
        *("--simulations", "50", "--memory", "4096"),
    )
    assert done.returncode == 0
    assert re.fullmatch(
        r"GTP ready\ngtpengine: the system refuses 4096 MB for the search tree, so it has (\d+);"
        r" start with --memory \1 .*\n",
        done.stderr,
    )
    assert "simulations 50" in done.stdout
    assert re.search(r"\ninfo move .*\nplay [A-J]\d\n", done.stdout)


@LIMITED
@pytest.mark.parametrize("words", [(), ("analysis",), ("bench",)])
def test_too_little_memory_to_start_is_told_in_one_line(words: tuple[str, ...]) -> None:
    done = limited(200_000, "", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"gtpengine: not enough memory: .*\n", done.stderr)


@LIMITED
def test_too_little_memory_for_an_analysis_is_told_in_one_line() -> None:
    done = limited(900_000, "", "analysis", "--memory", "4096")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(r"^gtpengine: not enough memory: .*\n\Z", done.stderr, re.MULTILINE)
    assert "Traceback" not in done.stderr
