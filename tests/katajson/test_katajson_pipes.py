"""`gtpengine analysis` as a process: its client goes away, or sends what is no text."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gtpengine.base.system.lastwords import FAULT_STATUS
from tests.gtp.test_gtp_front_end import ROOT
from tests.katajson.test_katajson import BASE

ENDLESS = {**BASE, "maxVisits": 1 << 40}
PATIENCE = 120.0
"""Seconds for an end; without one the search would take years."""


@contextmanager
def analysis(query: dict[str, object]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has been asked ``query``, after it said that it can be."""
    command = [sys.executable, "-P", "-m", "gtpengine", "analysis", "--memory", "16"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as running:
        assert running.stdin is not None
        assert running.stderr is not None
        try:
            assert b"ready" in running.stderr.readline()
            running.stdin.write(json.dumps(query).encode() + b"\n")
            yield running
        finally:
            running.kill()


def ends_quietly(running: subprocess.Popen[bytes]) -> bool:
    assert running.stderr is not None
    return running.wait(PATIENCE) == 1 and running.stderr.read() == b""


@pytest.mark.parametrize("reports", [{}, {"reportDuringSearchEvery": 0.05}])
@pytest.mark.parametrize("input_too", [False, True])
def test_nobody_reads_the_answers(reports: dict[str, float], input_too: bool) -> None:
    with analysis({**ENDLESS, **reports}) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        if input_too:
            running.stdin.close()
        running.stdout.close()
        assert ends_quietly(running)


@pytest.mark.parametrize("thread", ["analysis-0", "search", "_run"])
def test_a_thread_that_breaks_ends_the_program(thread: str) -> None:
    code = (
        "import sys; from tests.gtp.gtp_process import break_threads;"
        "from gtpengine.cli import main;"
        f" break_threads({thread!r}); sys.exit(main(['analysis', '--memory', '16']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        try:
            assert running.stdin is not None and running.stderr is not None
            running.stdin.write(json.dumps(ENDLESS).encode() + b"\n")
            with contextlib.suppress(BrokenPipeError):  # it may have ended by now
                running.stdin.flush()
            assert running.wait(PATIENCE) == FAULT_STATUS
            assert b"ended by MemoryError: injected" in running.stderr.read()
        finally:
            running.kill()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full on this system")
def test_a_full_disk_ends_the_service_with_a_reason() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "gtpengine", "analysis", "--memory", "16"],
            input=json.dumps(BASE).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 1
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 2 and "answers cannot be written" in lines[1]


def test_bytes_that_are_no_text_and_lines_without_an_end() -> None:
    lines = b"\xff\xfe\n" + b'"' + b"x" * (5 << 20) + b"\n"
    version = b'{"id": "v", "action": "query_version", "x": %b}\n'
    lines += version % b"NaN" + version % b"-Infinity" + version % (b"[" * 900 + b"]" * 900)
    lines += json.dumps(BASE).encode()
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gtpengine", "analysis", "-analysis-threads", "2"],
        input=lines,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert "could not parse" in answers[0]["error"] and "at most" in answers[1]["error"]
    assert all("could not parse" in answers[n]["error"] for n in (2, 3, 4))
    assert answers[5]["id"] == "q" and answers[5]["rootInfo"]["visits"] == 60
