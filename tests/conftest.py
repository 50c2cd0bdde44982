"""What holds for all tests: one search thread, kinds that are counted apart, and the laboratory.

An engine that is not told otherwise searches in one thread, so a test says the same on every
machine. Where a test file lies says what it is about: behaviour, structure or pages. The kind is a
marker (``-m pages``), and the last lines of a run count the tests that passed of each.

A test that fails because a command failed shows what the command printed.

A test that needs the laboratory lies in tests/lab or has the marker ``lab``; ``make test-lab`` runs
it, and where the laboratory is not compiled it is skipped.
"""

from __future__ import annotations

import functools
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from gtpengine.base.arguments import laboratory
from gtpengine.base.system.machine import THREADS_VARIABLE

os.environ.setdefault(THREADS_VARIABLE, "1")
os.environ["LANGUAGE"] = "en"  # what tests read is English on every machine
settings.register_profile("tests", deadline=None)  # a busy machine is no failure
settings.load_profile("tests")
# Tests send Ctrl-C to themselves and to programs; who starts them in the background may ignore it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS: Final = Path(__file__).parent
KINDS: Final = ("behaviour", "structure", "pages")

PAGES: Final = (
    "docs/test_*.py",
    "lab/surveys/test_*.py",
    "test_technique_page.py",
    "test_constants.py",
    "test_findings.py",
)
"""Files that test what pages and help texts say."""


@functools.cache
def kind_of(path: Path) -> str:
    """Return what a test file is about."""
    if any(path.match(pattern) for pattern in PAGES):
        return "pages"
    whole_house = path.parent == TESTS and path.name != "test_cli.py"
    return "structure" if whole_house else "behaviour"


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with its kind, and tests of the laboratory."""
    for item in items:
        item.add_marker(kind_of(item.path))
        if item.path.is_relative_to(TESTS / "lab"):
            item.add_marker("lab")
        if item.get_closest_marker("lab") and not laboratory.is_there():
            item.add_marker(pytest.mark.skip("needs the laboratory: make test-lab"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report of a failure what the command printed that failed or took too long."""
    report = yield
    error = call.excinfo.value if call.excinfo else None
    if isinstance(error, subprocess.CalledProcessError | subprocess.TimeoutExpired):
        for name, printed in (("stdout", error.stdout), ("stderr", error.stderr)):
            if printed:
                text = printed if isinstance(printed, str) else printed.decode(errors="replace")
                report.sections.append((f"{name} of the command", text))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count the tests that passed by kind."""
    passed = terminalreporter.stats.get("passed", [])
    counts = Counter(kind for report in passed for kind in KINDS if kind in report.keywords)
    if passed:
        terminalreporter.write_line(
            "passed: " + ", ".join(f"{kind} {counts[kind]}" for kind in KINDS)
        )
