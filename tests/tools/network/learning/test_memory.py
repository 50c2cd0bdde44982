"""Memory of tensors: what is freed is taken again without new pages."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

COUNT = """
import resource, sys
import numpy as np
from gtpengine.tools.network.learning.memory import keep_freed_memory
if sys.argv[1] == "keep":
    assert keep_freed_memory()
def step():
    return [np.full(1_000_000, 1.0) for _ in range(8)]
step()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(4):
    step()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def new_pages(manner: str) -> int:
    """Return how many pages a process gets for steps like one that it has done."""
    command = [sys.executable, "-c", COUNT, manner]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries decide themselves")
def test_a_step_takes_the_memory_of_the_last_one() -> None:
    assert new_pages("keep") < 0.1 * new_pages("as before")
