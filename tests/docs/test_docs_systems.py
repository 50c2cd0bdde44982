"""The page of systems says of each system and each Python what the tests and releases say."""

from __future__ import annotations

import inspect
import re
import tomllib
from typing import Final

from tests import test_portability
from tests.windows import test_windows
from tests.wings import ROOT

PAGE: Final = (ROOT / "docs/reference/systems.md").read_text(encoding="utf-8")
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def rows(heading: str) -> dict[str, list[str]]:
    """Return first cell -> other cells of the table below a heading."""
    part = PAGE.partition(f"# {heading}\n")[2].partition("\n#")[0]
    cells = [[cell.strip() for cell in line[1:-1].split("|")]
             for line in part.splitlines() if line.startswith("|")]  # fmt: skip
    return {first: others for first, *others in cells[2:]}


def test_each_python_of_a_release_has_a_row_that_says_it_ran() -> None:
    classifiers = PROJECT["project"]["classifiers"]
    said = [line[-4:] for line in classifiers if re.search(r"Python :: 3\.\d\d$", line)]
    built = [f"3.{minor}" for minor in re.findall(
        r"cp3(\d+)-\*", PROJECT["tool"]["cibuildwheel"]["build"])]  # fmt: skip
    table = rows("Python")
    assert said == built == [version for version in table if version[0].isdigit()]
    assert all(table[version][1].startswith("pass") for version in said)
    assert f"Python {said[0]} to {said[-1]}" in README
    assert PROJECT["project"]["requires-python"] == f">={said[0]}"


def test_what_compiles_only_is_what_the_slow_tests_compile() -> None:
    names = {"linux-musl": "Linux, musl", "macos": "macOS", "x86_64": "x86-64"}
    told = {system: cells for system, cells in rows("Systems").items() if "compiled" in cells[1]}
    for target in test_portability.COMPILED:
        processor, _, system = target.partition("-")
        arm = "arm64" if system == "macos" else processor
        words = names[system], names.get(processor, arm)
        [cells] = [cells for row, cells in told.items() if all(word in row for word in words)]
        assert cells == [cells[0], "compiled, not run"] and "`make test-slow`" in cells[0]
    assert len(told) == 2


def test_the_commands_that_are_named_are_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`make ([\w-]+)", PAGE))
    assert named >= {"test", "test-slow", "test-windows"}
    assert [name for name in named if not re.search(rf"^{name}\b.*:", makefile, re.M)] == []


def test_each_test_of_windows_is_in_its_table() -> None:
    tests = {name for name, _ in inspect.getmembers(test_windows, inspect.isfunction)
             if name.startswith("test_")}  # fmt: skip
    named = " ".join(cells[1] for cells in rows("Windows").values())
    assert sorted(re.findall(r"`(test_\w+)`", named)) == sorted(tests)
