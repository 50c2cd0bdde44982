"""Arguments of a table of matches: both commands have them, with the same meaning."""

from __future__ import annotations

import importlib
from typing import cast

import pytest

from gtpengine.base.parser import Parser, UsageError
from gtpengine.cli import COMMANDS, CommandModule


@pytest.fixture(params=["study", "reproduce"])
def parser(request: pytest.FixtureRequest) -> Parser:
    found = Parser(prog=request.param)
    module = importlib.import_module(COMMANDS[request.param].module)
    cast(CommandModule, module).add_arguments(found)
    return found


def test_what_both_commands_take(parser: Parser) -> None:
    nothing = parser.parse_args([])
    assert (nothing.only, nothing.hours, nothing.page, nothing.seed) == ([], None, None, 1)
    words = ["--only", "a,b", "--only", "c", "--hours", "0.5", "--engine", "x", "--seed", "7"]
    args = parser.parse_args(words)
    assert (args.only, args.hours, args.engine, args.seed) == (["a,b", "c"], 0.5, "x", 7)


def test_no_hours_at_all_are_refused(parser: Parser) -> None:
    with pytest.raises(UsageError, match="--hours"):
        parser.parse_args(["--hours", "0"])


def test_a_file_has_the_name_of_what_it_holds(parser: Parser) -> None:
    what = {"study": "figures", "reproduce": "scores"}[parser.prog]
    assert getattr(parser.parse_args([f"--{what}", "x.tsv"]), what).name == "x.tsv"
