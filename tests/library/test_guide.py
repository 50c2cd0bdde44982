"""Every step of docs/guides/library.md runs and prints what the page says."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.wings import ROOT

PAGE = ROOT / "docs" / "guides" / "library.md"
STEP = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def steps(page: str) -> Iterator[tuple[int, str, str]]:
    """The line, the code and the output of each step; the output is empty where none is shown."""
    for found in STEP.finditer(page):
        yield page.count("\n", 0, found.start()) + 2, found[1], found[2] or ""


def run(page: str, name: str = PAGE.name) -> int:
    """Run the steps one after the other; return how many there are."""
    names: dict[str, Any] = {"__name__": "guide"}
    found = list(steps(page))
    for line, code, wanted in found:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            # Tracebacks then name the line of the page.
            exec(compile("\n" * (line - 1) + code, name, "exec"), names)
        got = printed.getvalue()
        assert doctest.OutputChecker().check_output(wanted, got, FLAGS), (
            f"step at line {line} of {name} prints\n{got}\nand not\n{wanted}"
        )
    return len(found)


def test_the_page_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    assert run(text) == text.count("```python") >= 12
    made = {"board.svg", "marks.svg", "game.html", "game.sgf", "games.sgf", "tree.dot", "curve.svg"}
    assert {path.name for path in tmp_path.iterdir()} == made


def test_the_ten_lines_are_those_of_help() -> None:
    import gtpengine

    first = next(steps(PAGE.read_text(encoding="utf-8")))[1]
    shown = "".join(
        line[4:] + "\n" if line.strip() else "\n"
        for line in (gtpengine.__doc__ or "").split("::\n\n")[1].split("\n\nWhat")[0].splitlines()
    )
    assert shown == first


def test_the_contents_lead_to_every_chapter() -> None:
    text = PAGE.read_text(encoding="utf-8")
    chapters = [title.lower().replace(" ", "-") for title in re.findall(r"^## (.*)$", text, re.M)]
    assert re.findall(r"\]\(#([^)]*)\)", text) == chapters
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert links and all((PAGE.parent / link).exists() for link in links)


def test_a_step_that_prints_something_else_is_noticed() -> None:
    page = "```python\nx = 1\n```\n\n```python\nprint(x)\n```\n\n```text\n{}\n```\n"
    assert run(page.format("1")) == 2
    for wrong in ("2", "1 1"):
        with pytest.raises(AssertionError, match="step at line 6"):
            run(page.format(wrong))
    with pytest.raises(AssertionError):
        run("```python\nprint(1)\n```\n")
    with pytest.raises(ZeroDivisionError):
        run("```python\n1 / 0\n```\n")
