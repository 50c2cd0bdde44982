"""Arguments of a table of matches: both commands have them, with the same meaning."""

from __future__ import annotations

from typing import Any

import pytest

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.parser import UsageError
from gtpengine.cli import command_line


@pytest.fixture(params=["study", "reproduce"])
def command(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def read(command: str, *words: str) -> Any:
    """The options of a command line."""
    line = command_line(command)
    assert isinstance(line, CommandLine)
    return line.read(f"gtpengine {command}", words)


def test_what_both_commands_take(command: str) -> None:
    nothing = read(command)
    assert (nothing.part.only, nothing.part.hours) == ((), None)
    assert (nothing.page, nothing.playing.seed) == (None, 1)
    words = ["--only", "a,b", "--only", "c", "--hours", "0.5", "--engine", "x", "--seed", "7"]
    given = read(command, *words)
    assert (given.part.only, given.part.hours, given.part.engine) == (("a,b", "c"), 0.5, "x")
    assert given.playing.seed == 7


def test_no_hours_at_all_are_refused(command: str) -> None:
    with pytest.raises(UsageError, match="--hours"):
        read(command, "--hours", "0")


def test_a_file_has_the_name_of_what_it_holds(command: str) -> None:
    what = {"study": "figures", "reproduce": "scores"}[command]
    assert getattr(read(command, f"--{what}", "x.tsv"), what).name == "x.tsv"
