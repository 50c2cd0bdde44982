"""The commands that README and docs/ show are such as the program takes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from gtpengine.cli import COMMANDS, command_line, parse_settings
from gtpengine.mcts.params.search_params import PARAMS

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = (
    "README.md",
    *(
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if path.name != "journal.md"
    ),
)
"""Not the journal: its commands are those of their day."""
WITH_LABORATORY: Final = ("docs/guides/training.md", "docs/reference/presets.md")
"""Pages with commands that only the laboratory has."""
SHOWN: Final = {"README.md": 2, "docs/guides/matches.md": 4, "docs/guides/books.md": 6}
"""Least number of sub-commands on some pages, so that none is overlooked."""
FILE: Final = re.compile(r".*\.(?:book|bin|txt|toml|log)")
"""A word that names a file of the reader's."""


def lines(text: str) -> list[str]:
    """Return what stands after ``gtpengine`` in blocks of code, continued lines joined."""
    whole = re.sub(r"\\\n\s*", "", text)
    return re.findall(r"^(?: {4}| {6}| {8})?gtpengine +([^\s`|][^\n`]*)$", whole, re.MULTILINE)


def words(line: str) -> list[str]:
    """Return the words of a command, with something in place of the shell's variables."""
    found = shlex.split(re.sub(r"\$\w+", "records", line), comments=True)
    for place, word in enumerate(found):
        if word in ("|", "&&", ">", "<"):
            return found[:place]
    return found


def without_files(options: list[str]) -> list[str]:
    """Return the options but those with a file, which need not exist here."""
    kept: list[str] = []
    for option in options:
        if FILE.fullmatch(option):
            kept.pop()
        else:
            kept.append(option)
    return kept


@pytest.mark.parametrize(
    "page",
    [pytest.param(p, marks=[pytest.mark.lab] * (p in WITH_LABORATORY)) for p in PAGES],
)
def test_the_commands_that_are_shown_parse(page: str) -> None:
    commands = 0
    for line in lines((ROOT / page).read_text(encoding="utf-8")):
        first, *rest = words(line)
        if first.startswith("-"):
            parse_settings(without_files([first, *rest]))
            continue
        assert first in COMMANDS, f"{page}: gtpengine {line}"
        command_line(first).parser(f"gtpengine {first}").parse_args(rest)  # else UsageError
        commands += 1
    assert commands >= SHOWN.get(page, 0)


@pytest.mark.parametrize("page", PAGES)
def test_make_has_the_targets_that_are_shown(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    shown = re.findall(
        r"(?m)^(?: {4})?make (?:-[sC] *\S* )?([a-z-]+)|`make ([a-z-]+)",
        (ROOT / page).read_text(encoding="utf-8"),
    )
    for target in {first or second for first, second in shown}:
        rule = rf"(?m)^(?:[a-z-]+ )*{target}[ :]|SPECIAL :=.*\b{target}\b"
        assert re.search(rule, makefile), target


GUIDES: Final = [page for page in PAGES if page.startswith("docs/guides/")]


@pytest.mark.parametrize("page", GUIDES)
def test_a_guide_says_where_a_command_needs_the_laboratory(page: str) -> None:
    """``make tools`` alone, as most guides begin, builds no laboratory."""
    text = (ROOT / page).read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"^ {4,}\S.*|^```$.*?^```$", text, re.MULTILINE | re.DOTALL))
    needs = set(
        re.findall(r"gtpengine (study|reproduce|patterns (?:balance|evolve|values))\b", code)
    )
    for name, value in re.findall(r"(?:--set|--factor|,)[ ]?([a-z0-9_]+)=([\w.]+)", code):
        spec = PARAMS.get(name)
        if spec is not None and (spec.of_laboratory or value in spec.offered):
            needs.add(name)
    if needs:
        assert re.search(r"`?make lab\b", text), needs
