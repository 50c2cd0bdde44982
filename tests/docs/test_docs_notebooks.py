"""The notebooks run as they stand, and the stored outputs are those of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import nbformat
import pytest
from _pytest.mark import ParameterSet
from nbclient.exceptions import CellExecutionError

from tests.docs.notebooks import paths, run
from tests.docs.test_docs_pages import INDEX

MOST_BYTES: Final = 250_000
NOTEBOOKS: Final = paths()
LONG: Final = ("network", "experiment")
"""One trains a network, a minute of processor time; the other plays a match."""


def read(path: Path) -> Any:
    """Return what is stored."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def stem(path: Path) -> str:
    """Return what a test is called after."""
    return path.stem


def to_run(path: Path) -> ParameterSet:
    """Return the parameter of a test that runs a notebook: a long one is slow."""
    return pytest.param(path, marks=pytest.mark.slow if path.stem in LONG else ())


def code(notebook: Any) -> list[Any]:
    """Return the cells with code."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def kinds(cell: Any) -> list[list[str]]:
    """Return of what kinds the outputs of a cell are; figures may differ from run to run."""
    return [sorted(output.get("data", [output.get("name", "")])) for output in cell.outputs]


@pytest.mark.parametrize("path", [*map(to_run, NOTEBOOKS)], ids=stem)
def test_a_notebook_runs_and_shows_what_is_stored(path: Path) -> None:
    stored = read(path)
    shown = [kinds(cell) for cell in code(run(path))]
    assert shown == [kinds(cell) for cell in code(stored)], f"make notebooks ONLY={path.stem}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=stem)
def test_the_stored_outputs_are_those_of_one_run_and_small(path: Path) -> None:
    cells = code(read(path))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert outputs and not [one for one in outputs if one.get("name") == "stderr"]
    assert path.stat().st_size <= MOST_BYTES
    text = path.read_text(encoding="utf-8")
    assert [place for place in ("/home/", "/root/", "/tmp/") if place in text] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=stem)
def test_pictures_say_what_they_show(path: Path) -> None:
    for cell in code(read(path)):
        pictures = [kind for output in kinds(cell) for kind in output if kind.startswith("image/")]
        html = [output for output in kinds(cell) if "text/html" in output]
        if pictures and not html:
            assert len(cell.metadata["mystnb"]["image"]["alt"]) > 20, cell.source


def test_the_index_names_every_notebook() -> None:
    index = INDEX.read_text(encoding="utf-8")
    assert len(NOTEBOOKS) == 3
    assert [path.name for path in NOTEBOOKS if f"(notebooks/{path.name})" not in index] == []


def test_a_cell_that_fails_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.ipynb"
    cells = [nbformat.v4.new_code_cell("1 / 0")]  # type: ignore[no-untyped-call]
    notebook = nbformat.v4.new_notebook(cells=cells)  # type: ignore[no-untyped-call]
    nbformat.write(notebook, path)  # type: ignore[no-untyped-call]
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        run(path)
