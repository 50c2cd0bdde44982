"""The front end as a process: pipes, queues, signals, and what reaches which descriptor."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gtpengine.base.system.lastwords import FAULT_STATUS
from gtpengine.gtp.front_end import SIGNALS
from gtpengine.gtp.reader import BATCH_SECONDS

ROOT = Path(__file__).resolve().parents[2]
PROMPT = 12.0
"""Seconds that count as at once on a busy machine; the endless search lasts 20."""
PAUSE = 1.6 * BATCH_SECONDS
"""Seconds after which a line is no part of a script any more."""


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "tests.gtp.gtp_process", *words]


def converse(text: str | bytes, *words: str) -> subprocess.CompletedProcess[str]:
    """Send everything at once and wait for the end."""
    data = text.encode() if isinstance(text, str) else text
    done = subprocess.run(
        command(*words), input=data, capture_output=True, cwd=ROOT, timeout=60, check=False
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


@pytest.fixture(autouse=True, scope="module")
def signals_are_heard() -> Iterator[None]:
    """However the tests were started: what runs in the background may ignore some."""
    old = {number: signal.signal(number, signal.SIG_DFL) for number in SIGNALS}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in old.items():
        signal.signal(number, handler)


class FrontEnd(subprocess.Popen[bytes]):
    """A front end; a byte from ``searching`` tells of each endless search that begins."""

    searching: int


@contextmanager
def process(*words: str) -> Iterator[FrontEnd]:
    """A front end that is ready; killed at the end if it still runs."""
    reading, writing = os.pipe()
    with FrontEnd(
        command(*words), cwd=ROOT, bufsize=0, pass_fds=[writing],
        env=os.environ | {"SEARCHING_FD": str(writing)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        os.close(writing)
        running.searching = reading
        try:
            assert running.stderr is not None
            assert running.stderr.readline() == b"GTP ready\n"
            yield running
        finally:
            if running.poll() is None:
                running.kill()
            os.close(reading)


def wait_for_search(running: FrontEnd) -> None:
    """Wait until the next endless search has begun."""
    assert select.select([running.searching], [], [], PROMPT)[0]
    assert os.read(running.searching, 1) == b"!"


def send(running: subprocess.Popen[bytes], text: str) -> None:
    assert running.stdin is not None
    running.stdin.write(text.encode())


def receive(running: subprocess.Popen[bytes]) -> str:
    """The next reply."""
    assert running.stdout is not None
    reply = b""
    while not reply.endswith(b"\n\n"):
        byte = running.stdout.read(1)
        assert byte, f"the output ended after {reply!r}"
        reply += byte
    return reply.decode()


def start_thinking(running: FrontEnd) -> float:
    """Begin the endless search; the time when it has begun."""
    send(running, "1 name\n2 genmove b\n")
    assert receive(running) == "=1 gtpengine\n\n"
    wait_for_search(running)
    return time.monotonic()


def test_a_script_on_a_pipe() -> None:
    done = converse("boardsize 9\n0 name\r\n\n# comment\n7 play b d4\nfoo\nlist_stones b\nquit\n")
    assert done.stdout == "=\n\n=0 gtpengine\n\n=7\n\n? unknown command\n\n= D4\n\n=\n\n"
    assert done.stderr == "GTP ready\n"
    assert done.returncode == 0


def test_the_end_of_input_ends_the_session() -> None:
    done = converse("1 komi 5\n2 get_komi")  # the last line has no end
    assert done.stdout == "=1\n\n=2 5\n\n"
    assert done.returncode == 0
    assert converse("").stdout == ""


def test_nothing_after_quit_is_answered() -> None:
    assert converse("quit\nname\n").stdout == "=\n\n"


def test_a_script_gets_full_answers_although_quit_is_there() -> None:
    done = converse("genmove b\nlist_stones b\nquit\n", "--boardsize", "9")
    vertex = done.stdout.split()[1]
    assert done.stdout == f"= {vertex}\n\n= {vertex}\n\n=\n\n"


def test_options_reach_the_engine() -> None:
    done = converse(
        "get_komi\nlist_stones b\nshowboard\ngtpengine-param threads\nquit\n",
        *("--boardsize", "5", "--komi", "3.5", "--rules", "japanese", "--set", "threads=3"),
    )
    assert "komi 3.5, rules japanese" in done.stdout
    assert "A B C D E\n" in done.stdout
    assert "= threads 3 " in done.stdout
    assert converse("get_komi\n", "--rules", "japanese").stdout == "= 6.5\n\n"


def test_overlong_lines_are_refused_and_skipped() -> None:
    tail = b"d" * (3 << 20) + b"\n"
    done = converse(b"name\nplay b " + tail + b"5 name\n\t9 play b " + tail + b"10" + tail)
    replies = ["= gtpengine", "? line too long", "=5 gtpengine", "?9 line too long"]
    assert done.stdout.split("\n\n") == [*replies, "?10 line too long", ""]


def test_stray_output_cannot_reach_stdout() -> None:
    done = converse("genmove b\nquit\n", "stray")
    assert re.fullmatch(r"= [A-T]\d+\n\n=\n\n", done.stdout)
    assert "a stray line" in done.stderr
    assert "another one" in done.stderr


def test_a_broken_search_still_moves_and_tells_once(tmp_path: Path) -> None:
    log = tmp_path / "gtp.log"
    done = converse("genmove b\ngenmove w\nfinal_score\nquit\n", "fail", "--log", str(log))
    assert re.fullmatch(r"= [A-T]\d+\n\n= [A-T]\d+\n\n= [BW]\+[\d.]+\n\n=\n\n", done.stdout)
    assert len(done.stderr.splitlines()) == 2
    assert done.stderr.startswith("GTP ready\ngtpengine: internal error")
    assert done.stderr.endswith("RuntimeError: broken search\n")
    assert log.read_text().count("RuntimeError: broken search") == 3


def test_commands_typed_during_a_search_are_answered_in_order() -> None:
    with process("endless", "--boardsize", "9") as running:
        begin = start_thinking(running)
        send(running, "3 protocol_version\n4 list_stones w\n")
        time.sleep(PAUSE)
        send(running, "5 quit\n")
        replies = [receive(running) for _ in range(4)]
        assert running.wait(PROMPT) == 0
        assert time.monotonic() - begin < PROMPT
    assert re.fullmatch(r"=2 [A-J]\d\n\n", replies[0])
    assert replies[1:] == ["=3 2\n\n", "=4\n\n", "=5\n\n"]


def test_the_end_of_input_stops_a_search() -> None:
    with process("endless") as running:
        begin = start_thinking(running)
        send(running, "genmove w\n")
        time.sleep(PAUSE)
        assert running.stdin is not None
        running.stdin.close()
        assert receive(running).startswith("=2 ")
        assert receive(running).startswith("= ")
        assert running.wait(PROMPT) == 0
        assert time.monotonic() - begin < PROMPT


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("thinking", [False, True])
def test_signals_end_the_process_cleanly(number: signal.Signals, thinking: bool) -> None:
    with process("endless") as running:
        if thinking:
            start_thinking(running)
        else:
            send(running, "name\n")
            receive(running)
        running.send_signal(number)
        assert running.wait(PROMPT) == 128 + number
        assert running.stderr is not None
        assert running.stderr.read() == b""


def test_a_signal_after_the_end_of_input_is_heard() -> None:
    with process("endless") as running:
        send(running, "genmove b\n")
        assert running.stdin is not None
        running.stdin.close()  # a script: the search goes on
        wait_for_search(running)
        time.sleep(PAUSE)
        assert running.poll() is None
        running.send_signal(signal.SIGTERM)
        assert running.wait(PROMPT) == 128 + signal.SIGTERM


def test_nobody_reads_the_replies() -> None:
    with process() as running:
        send(running, "name\n")
        receive(running)
        assert running.stdout is not None
        running.stdout.close()
        send(running, "name\nname\n")
        assert running.wait(PROMPT) == 0
        assert running.stderr is not None
        assert running.stderr.read() == b""


def test_the_client_dies_while_a_script_is_worked_on() -> None:
    with process("endless") as running:
        send(running, "genmove b\n")
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.close()
        running.stdout.close()
        assert running.wait(PROMPT) == 0


@pytest.mark.parametrize(
    "line",
    [
        "genmove b",
        "lz-analyze b 100000",
        "kata-search_cancellable b",
        "kata-genmove_analyze b",
        "kata-genmove_analyze b 10",
        "kata-search_analyze_cancellable b 100000",
    ],
)
def test_the_client_stops_reading_during_a_search(line: str) -> None:
    with process("endless", "--boardsize", "9") as running:
        send(running, f"name\n{line}\n")
        receive(running)
        wait_for_search(running)
        assert running.stdout is not None
        running.stdout.close()
        assert running.wait(PROMPT) == 0
        assert running.stderr is not None
        assert running.stderr.read() == b""


def with_descriptors(changes: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The real command line with ``name`` on stdin and the shell's changes of descriptors."""
    shell = ["sh", "-c", f'exec "$@" {changes}', "sh", sys.executable, "-m", "gtpengine", *words]
    return subprocess.run(
        shell,
        input="name\nquit\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full on this system")
def test_replies_that_cannot_be_written_end_the_program() -> None:
    done = with_descriptors(">/dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith("GTP ready\ngtpengine: cannot write to stdout: ")
    assert done.stderr.count("\n") == 2


def test_descriptors_that_are_closed_from_the_start(tmp_path: Path) -> None:
    done = with_descriptors(">&-")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("gtpengine: stdout is closed")
    log = tmp_path / "gtp.log"
    for changes, replies in (("2>&-", "= gtpengine\n\n=\n\n"), ("<&-", "")):
        done = with_descriptors(changes, "--log", str(log))
        assert (done.returncode, done.stdout) == (0, replies)
        assert done.stderr == ("GTP ready\n" if changes == "<&-" else "")
    assert len(log.read_text().splitlines()) == 4


def test_the_log_has_the_dialogue(tmp_path: Path) -> None:
    log = tmp_path / "gtp.log"
    for _ in range(2):
        converse("3 name\nshowboard\n\xff\x07\nquit\n", "--log", str(log), "--boardsize", "2")
    lines = log.read_text().splitlines()
    stamp = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 \d+ "
    assert all(re.match(stamp + "[<>!] ", line + " ") for line in lines)
    texts = [re.sub(stamp, "", line) for line in lines]
    assert texts.count("< 3 name") == 2
    assert texts.count("> =3 gtpengine") == 2
    assert ">  2 . ." in texts


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full on this system")
def test_a_log_that_cannot_be_written_is_given_up() -> None:
    done = converse("name\nquit\n", "--log", "/dev/full")
    assert done.stdout == "= gtpengine\n\n=\n\n"
    assert "cannot write the log /dev/full" in done.stderr
    assert done.stderr.count("cannot write") == 1
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("thread", "line"),
    [
        ("gtp-reader", "break"),
        ("_run", "genmove b"),  # a thread of the tree search
        ("search", "lz-analyze b 1"),
        ("search", "genmove_analyze b 1"),
        ("ponder", "genmove b"),
        ("_run:early", "genmove b"),
        ("ponder:early", "genmove b"),
    ],
)
def test_a_thread_that_breaks_ends_the_program(thread: str, line: str) -> None:
    options = ("--memory", "16", "--simulations", "50", "--set", "ponder=on", "--threads", "2")
    with process(f"break:{thread}", *options) as running:
        send(running, f"boardsize 9\n{line}\n")
        assert running.wait(PROMPT) == FAULT_STATUS
        assert running.stderr is not None
        told = running.stderr.read().decode()
        assert re.fullmatch(r"gtpengine: .* ended by MemoryError: injected; .*\n", told)


@pytest.mark.parametrize("number", SIGNALS)
def test_signals_that_were_ignored_at_the_start_stay_so(number: signal.Signals) -> None:
    old = signal.signal(number, signal.SIG_IGN)
    try:
        with process() as running:
            running.send_signal(number)
            send(running, "name\nquit\n")
            assert receive(running) == "= gtpengine\n\n"
            assert running.wait(PROMPT) == 0
    finally:
        signal.signal(number, old)


def test_a_client_that_reads_slowly_from_a_pipe_that_does_not_block() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with subprocess.Popen(command(), cwd=ROOT, stdin=subprocess.PIPE, stdout=writing) as running:
        os.close(writing)
        assert running.stdin is not None
        running.stdin.write(b"list_commands\n" * 200 + b"quit\n")
        running.stdin.flush()
        time.sleep(1.0)  # the pipe is full long before
        with open(reading, "rb") as replies:
            assert replies.read().count(b"\n\n") == 201
        assert running.wait(PROMPT) == 0


def test_nobody_reads_what_is_said_on_stderr() -> None:
    """A pipe holds some 560 lines for the chat."""
    with process("--set", "ogs_chat=on", "--boardsize", "2") as running:
        for _ in range(1500):
            send(running, "clear_board\ngenmove b\n")
            assert receive(running) == "=\n\n"
            assert receive(running).startswith("= ")
        send(running, "quit\n")
        assert running.wait(PROMPT) == 0


def test_wrong_parameters_end_the_program_with_a_hint() -> None:
    for words, hint in (
        (("--set", "thread=2"), "did you mean threads?"),
        (("--set", "threads=0"), "from 1 to 256"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "gtpengine", *words],
            input=b"", capture_output=True, cwd=ROOT, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        assert hint in done.stderr.decode()
        assert done.stdout == b""
