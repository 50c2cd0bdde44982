"""The commands of the pages about books and patterns are such as the program takes."""

from __future__ import annotations

import importlib
import re
import shlex
from pathlib import Path
from typing import cast

import pytest

from gtpengine.cli import COMMANDS, CommandModule, Parser

ROOT = Path(__file__).resolve().parents[1]
PAGES = {"README.md": 5, "docs/guides/books.md": 10, "docs/explanation/patterns.md": 10}


def commands(text: str) -> list[list[str]]:
    """The words after ``gtpengine`` of each sub-command in a block of code."""
    whole = re.sub(r"\\\n\s*", "", text)
    lines = re.findall(r"^(?: {4})?gtpengine ([a-z].*)$", whole, re.MULTILINE)
    return [shlex.split(re.sub(r"\$\w+", "records", line), comments=True) for line in lines]


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_that_are_shown_parse(page: str) -> None:
    found = commands((ROOT / page).read_text(encoding="utf-8"))
    assert len(found) >= PAGES[page]
    for name, *words in found:
        parser = Parser(prog=f"gtpengine {name}")
        cast(CommandModule, importlib.import_module(COMMANDS[name].module)).add_arguments(parser)
        parser.parse_args(words)  # else UsageError
