"""The engine on Windows: the wheel, cross-built here, under Wine (``make test-windows``)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.request
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

# Tests that run there as they are: no pseudo-terminals, no links, no signals of POSIX.
THERE = (
    "tests/gtp/test_gtp_protocol.py",
    "tests/base/test_userpath.py",
    "tests/base/test_filelock.py",
    "tests/base/test_threadwatch.py",
    "tests/base/test_sink.py",
    "tests/base/test_wholefile.py",
    "tests/programs/test_engine_pipes.py",
    "tests/commands/test_setup.py",
)


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    try:
        wine.prepare()
    except wine.LackingError as error:
        pytest.skip(str(error))


def engine(*words: str, given: str = "") -> str:
    done = wine.run(["-m", "gtpengine", *words], given)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert b"\r" not in done.stdout
    return done.stdout.decode()


def signatures(text: str) -> list[str]:
    return re.findall(r"^(\w+(?: \d+x\d+)? \d{8,})$", text, re.MULTILINE)


def test_it_searches_exactly_as_here() -> None:
    here = subprocess.run(
        [sys.executable, "-m", "gtpengine", "bench", "--runs", "1"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert len(signatures(here)) > 10
    assert signatures(engine("bench", "--runs", "1")) == signatures(here)


def test_the_network_uses_the_instructions_of_the_cpu() -> None:
    code = "from gtpengine.network.kernel.convolution import paths; print(*paths())"
    here = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
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


def test_a_review_into_a_folder_with_blanks_and_another_script() -> None:
    folder = wine.FOLDER / "a folder 碁"
    folder.mkdir(exist_ok=True)
    (folder / "Spiel é.sgf").write_text(GAME, encoding="utf-8")
    words = ["-m", "gtpengine", "review", "Spiel é.sgf", "--simulations", "50", "--output", "aus"]
    done = wine.run([*words, "--no-cache"], cwd=folder)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    page = (folder / "aus" / "Spiel é.html").read_text(encoding="utf-8")
    assert "gtpengine" in page


def test_the_web_server_answers() -> None:
    command = ["wine", str(wine.PYTHON / "python.exe"), "-m", "gtpengine", "web", "--no-browser"]
    server = subprocess.Popen(
        [*command, "--port", "8931"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env=wine.environment(), cwd=wine.FOLDER,
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


def test_a_match_of_two_engines(tmp_path: Path) -> None:
    python = "python.exe -P -m gtpengine --boardsize 5 --simulations"
    words = ["match", f"one={python} 20", f"two={python} 30", "--games", "2", "--size", "5"]
    done = wine.run(["-m", "gtpengine", *words, "--store", "match.sqlite"], cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert b"2 games" in done.stdout + done.stderr


def test_the_tests_of_files_and_processes() -> None:
    place = wine.FOLDER / "source"
    found = [name for name in THERE if (place / name).exists()]
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", *found]
    done = wine.run(words, cwd=place, limit=1200)
    text = done.stdout.decode(errors="replace")
    assert done.returncode == 0, text[-6000:]


def test_what_windows_cannot_do_is_said() -> None:
    done = wine.run(["-m", "gtpengine", "join", "127.0.0.1:6379"])
    assert done.returncode == 2
    assert b"Linux and macOS alone" in done.stderr
