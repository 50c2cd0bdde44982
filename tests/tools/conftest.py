"""Fixtures of the tests of the tools."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.tools.running.engines import EngineSpec

from gtpengine.programs.engine_errors import EngineStartError
from gtpengine.programs.gtp_client import split_command

DUMMY = Path(__file__).with_name("dummy_engine.py")


def dummy_command(options: str = "") -> str:
    """Return a command line for the dummy engine; -S and -E make Python start fast."""
    return f"{sys.executable} -S -E {DUMMY} {options}".rstrip()


@pytest.fixture
def dummy() -> Callable[..., EngineSpec]:
    """Make the specification of a dummy engine from its name and options."""

    def make(name: str = "dummy", options: str = "") -> EngineSpec:
        return EngineSpec(name=name, command=dummy_command(options))

    return make


@pytest.fixture
def gnugo() -> str:
    """Return the command line of GNU Go, where it is installed."""
    command = "gnugo --mode gtp --chinese-rules --level 1"
    try:
        split_command(command)
    except EngineStartError:
        pytest.skip("gnugo is not installed (Debian package gnugo)")
    return command


HOSTILE = Path(__file__).with_name("hostile_engine.py")


@pytest.fixture
def hostile() -> Callable[..., EngineSpec]:
    """Make the specification of a hostile engine from its words."""

    def make(words: str = "good", name: str = "") -> EngineSpec:
        command = f"{sys.executable} -S -E {HOSTILE} {words}"
        return EngineSpec(name=name or words.split()[0], command=command)

    return make
