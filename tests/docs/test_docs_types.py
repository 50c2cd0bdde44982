"""Type checkers understand the examples: pyright here, mypy in ``make lint``."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.examples import examples, write
from tests.library.test_public import typing_tree

__all__ = ["typing_tree"]  # a fixture


def run(folder: Path, option: str) -> subprocess.CompletedProcess[str]:
    """Run pyright in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "pyright", option],
        cwd=folder,
        env=os.environ | {"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def pyright(folder: Path) -> list[str]:
    """Return what pyright says of a folder whose packages are those that a user has installed."""
    if importlib.util.find_spec("pyright") is None:
        pytest.skip("NOT TESTED: pyright on the examples; python -m pip install pyright")
    if (first := run(folder, "--version")).returncode:
        pytest.skip(f"NOT TESTED: pyright fetches itself by npm, and fails: {first.stderr[-300:]}")
    settings = {
        "include": ["examples"],
        "extraPaths": ["."],
        "venvPath": str(Path(sys.prefix).parent),
        "venv": Path(sys.prefix).name,
        "pythonVersion": "3.11",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    found = json.loads(run(folder, "--outputjson").stdout)
    assert found["summary"]["filesAnalyzed"] > 1
    return [
        f"{Path(one['file']).name}:{one['range']['start']['line'] + 1}: {one['message']}"
        for one in found["generalDiagnostics"]
        if one["severity"] == "error" and 'Import "torch' not in one["message"]  # as for mypy
    ]


def test_each_page_with_python_is_an_example() -> None:
    found = dict(examples())
    assert {"README.md", "docs/guides/library.md", "docs/notebooks/network.ipynb"} <= found.keys()
    page = (Path(__file__).parents[2] / "docs/guides/library.md").read_text(encoding="utf-8")
    lines = page.splitlines()
    for number, line in enumerate(found["docs/guides/library.md"].splitlines()):
        assert line in ("", lines[number])


@pytest.mark.slow
def test_pyright_understands_the_examples(typing_tree: Path) -> None:
    write(typing_tree / "examples")
    assert pyright(typing_tree) == []


@pytest.mark.slow
def test_pyright_notices_what_is_wrong(typing_tree: Path) -> None:
    folder = typing_tree / "examples"
    folder.mkdir()
    (folder / "wrong.py").write_text("import gtpengine\ngtpengine.Position(9).play(4.5)\n")
    (folder / "right.py").write_text("import gtpengine\ngtpengine.Position(9).play(4)\n")
    [found] = pyright(typing_tree)
    assert found.startswith("wrong.py:2: ")
