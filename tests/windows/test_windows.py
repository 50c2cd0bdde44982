"""The engine on Windows: the wheel, cross-built here, under Wine (``make test-windows``)."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.windows import wine

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="cross-builds on Linux"),
]

GAME = (
    "(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese];B[ee];W[ge];B[gf];W[he];B[fd];W[gd];B[fc];W[gc];B[cf];W[dg])"
)

# Tests that run there: no pseudo-terminals, no signals of POSIX, no shutil.copy2, for which Wine 8
# lacks a call.
THERE = (
    "tests/gtp/test_gtp_protocol.py",
    "tests/base/files/test_userpath.py",
    "tests/base/files/test_filelock.py",
    "tests/base/streams/test_threadwatch.py",
    "tests/base/streams/test_sink.py",
    "tests/base/files/test_wholefile.py",
    "tests/programs/test_engine_pipes.py",
)


# What a console does when somebody types Ctrl-C. No Ctrl-Break arrives under Wine 8.
INTERRUPT = """
import ctypes, subprocess, sys, time
pipe = subprocess.PIPE
words = [sys.executable, "-P", "-m", "gtpengine", "--simulations", "1000000000"]
engine = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe)
engine.stderr.readline()
engine.stdin.write(b"genmove b\\n")
engine.stdin.flush()
time.sleep(2)
kernel = ctypes.windll.kernel32
kernel.SetConsoleCtrlHandler(None, True)
kernel.GenerateConsoleCtrlEvent(0, 0)
print(f"status={engine.wait(60)}.")
"""

SMALL = 15_000_000
"""Bytes of a wheel at most."""


@pytest.fixture(scope="module", autouse=True)
def wheel() -> Iterator[Path]:
    try:
        with wine.prepared() as made:
            yield made
    except wine.LackingError as error:
        pytest.skip(str(error))


@pytest.fixture
def folder() -> Path:
    """A folder such as people have: blanks, and letters of several scripts."""
    made = wine.FOLDER / "Иван's folder 碁"
    made.mkdir(exist_ok=True)
    (made / "Spiel é.sgf").write_text(GAME, encoding="utf-8")
    return made


def engine(*words: str, given: str = "") -> str:
    done = wine.run(["-m", "gtpengine", *words], given)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert b"\r" not in done.stdout
    return done.stdout.decode()


def signatures(text: str) -> list[str]:
    return re.findall(r"^(\w+(?: \d+x\d+)? \d{8,})$", text, re.MULTILINE)


def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size < SMALL


def test_the_program_that_pip_makes() -> None:
    program = wine.PYTHON / "Scripts" / "gtpengine.exe"
    done = wine.run_program(program, ["--version"])
    assert re.fullmatch(rb"gtpengine \d+\.\d+\.\d+\n", done.stdout), done


@pytest.mark.parametrize("parts", ["", "board playout search"])
def test_it_searches_exactly_as_here(parts: str) -> None:
    words = ["bench", *parts.split(), "--runs", "1"]
    here = subprocess.run(
        [sys.executable, "-P", "-m", "gtpengine", *words],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    there = signatures(engine(*words))
    assert len(there) > 9 and there[-1].startswith("bench ")
    assert set(there) <= set(signatures(here))  # here there may be a laboratory


def test_the_network_uses_the_instructions_of_the_cpu() -> None:
    code = "from gtpengine.network.kernel.convolution import paths; print(*paths())"
    command = [sys.executable, "-P", "-c", code]
    here = subprocess.run(command, capture_output=True, text=True, check=True)
    # AMX needs a call of Linux.
    want = [path for path in here.stdout.split() if path != "amx"]
    assert wine.run(["-c", code]).stdout.decode().split() == want


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_game_by_pipe(end: str) -> None:
    commands = ["boardsize 5", "komi 0", "play b c3", "7 genmove w", "final_score", "quit"]
    said = engine("--simulations", "50", given=end.join([*commands, ""]))
    assert re.fullmatch(
        r"=\n\n=\n\n=\n\n=7 ([A-HJ][1-5]|pass|resign)\n\n= [BW]\+[\d.]+\n\n=\n\n", said
    )


def test_it_is_seen_that_nobody_sends_any_more() -> None:
    begun = time.monotonic()
    assert engine(given="name\n") == "= gtpengine\n\n"
    assert time.monotonic() - begun < 120.0


def test_analysis_in_json() -> None:
    query = {"id": "a", "moves": [], "rules": "chinese", "komi": 7.5, "boardXSize": 9,
             "boardYSize": 9, "maxVisits": 20}  # fmt: skip
    answer = json.loads(engine("analysis", given=json.dumps(query) + "\n"))
    assert answer["id"] == "a"
    assert answer["moveInfos"]


def test_a_review_into_a_folder_with_blanks_and_another_script(folder: Path) -> None:
    words = ["-m", "gtpengine", "review", "Spiel é.sgf", "--simulations", "50", "--output", "aus"]
    done = wine.run([*words, "--no-cache"], cwd=folder)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    page = (folder / "aus" / "Spiel é.html").read_text(encoding="utf-8")
    assert "gtpengine" in page


def test_names_of_any_script_whatever_the_code_page_is(folder: Path) -> None:
    """Wine's code page is one of Latin letters here; the names are in UTF-8 in and out."""
    told = wine.run(["-m", "gtpengine", "review", "無い.sgf"], cwd=folder)
    assert told.returncode == 2
    assert "無い.sgf" in told.stderr.decode()
    path = f"Z:{folder / 'Spiel é.sgf'}".replace("/", "\\")
    commands = f"loadsgf {path}\nlist_stones white\nquit\n"
    said = wine.run(["-m", "gtpengine", "--log", "碁.log"], commands, cwd=folder)
    assert said.stdout.decode().split("\n\n")[1] == "= D3 G5 H5 G6 G7"
    assert f"loadsgf {path}" in (folder / "碁.log").read_text(encoding="utf-8")


def test_a_search_ends_by_ctrl_c() -> None:
    """Wine takes the pseudo-terminal that script opens for a console."""
    script = shutil.which("script")
    if script is None:
        pytest.skip("needs script: apt-get install bsdutils")
    line = shlex.join(["wine", str(wine.PYTHON / "python.exe"), "-P", "-c", INTERRUPT])
    console = subprocess.Popen(
        ["timeout", "600", script, "-qec", line, "/dev/null"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, env=wine.environment(), cwd=wine.FOLDER,
    )  # fmt: skip
    assert console.stdout is not None
    said = console.stdout.read()  # the pipe to it stays open for as long
    console.communicate()
    assert "status=130." in re.sub(rb"\x1b\[[?\d;]*[A-Za-z]", b"", said).decode(), said


def test_the_web_server_answers() -> None:
    words = ["-m", "gtpengine", "web", "--no-browser", "--port", "8931"]
    server = subprocess.Popen(
        ["wine", str(wine.PYTHON / "python.exe"), *words], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=wine.environment(), cwd=wine.FOLDER,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        said = b""
        while b"token=" not in said and (line := server.stdout.readline()):
            said += line
        address = re.search(rb"http://\S+", said)
        assert address, said
        with urllib.request.urlopen(address[0].decode(), timeout=60) as answer:
            assert b"gtpengine" in answer.read()
    finally:
        server.kill()
        server.wait()


def test_a_match_of_two_engines(folder: Path) -> None:
    """Their command lines are those of Windows: backslashes, and blanks in double quotes."""
    program = shutil.copytree(wine.PYTHON / "Scripts", folder / "two programs", dirs_exist_ok=True)
    path = f"Z:{program / 'gtpengine.exe'}".replace("/", "\\")
    words = ["match", f'one="{path}" --boardsize 5 --simulations 20',
             "two=python.exe -P -m gtpengine --boardsize 5 --simulations 30",
             "--games", "2", "--size", "5", "--store", "match.sqlite"]  # fmt: skip
    (folder / "match.sqlite").unlink(missing_ok=True)
    done = wine.run(["-P", "-m", "gtpengine", *words], cwd=folder, limit=1200)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert b"games 2/2" in done.stdout + done.stderr


def test_the_tests_of_files_and_processes() -> None:
    place = wine.FOLDER / "source"
    found = [name for name in THERE if (place / name).exists()]
    words = ["-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", *found]
    done = wine.run(words, cwd=place, limit=2400)
    text = done.stdout.decode(errors="replace")
    assert done.returncode == 0, text[-6000:]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["join", "127.0.0.1:6379"], "Linux and macOS alone"),
        (["--preset", "plain-uct"], "--preset belongs to the laboratory: pip install . in a clone"),
    ],
)
def test_what_is_not_there_is_said(words: list[str], reason: str) -> None:
    done = wine.run(["-m", "gtpengine", *words])
    assert done.returncode == 2
    assert reason in done.stderr.decode()
