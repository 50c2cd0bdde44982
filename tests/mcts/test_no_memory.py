"""Without memory for the traceback of an error there is the error, and no crash."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.wings import FOLDERS, ROOT

PROGRAM = """
import _testcapi
from gtpengine.mcts.searcher import Searcher
searcher = Searcher(memory_mb=16)

def error_of(first):
    _testcapi.set_nomemory(first, first + 1)
    try:
        searcher.variation(0)
    except RuntimeError:
        _testcapi.remove_mem_hooks()
        return "RuntimeError"

errors = set()
for first in range(60):
    try:
        errors.add(error_of(first))
    except MemoryError:  # of the search, or of the interpreter that handles its error
        _testcapi.remove_mem_hooks()
        errors.add("MemoryError")
print(*sorted(errors))
"""


def test_errors_under_the_lock_of_a_searcher() -> None:
    pytest.importorskip("_testcapi")
    command = [sys.executable, "-P", "-c", PROGRAM]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (ran.returncode, ran.stdout.strip()) == (0, "MemoryError RuntimeError"), ran.stderr


def test_cython_locks_without_with() -> None:
    # Its `with` (3.3) reads the traceback of an error that has none, for want of memory.
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.pyx"):
            found = re.findall(r"^ *with (?!nogil|gil).*:$", path.read_text(encoding="utf-8"), re.M)
            assert not found, path
