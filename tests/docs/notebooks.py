"""The notebooks of the documentation, run anew; ``make notebooks`` stores the outputs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs/notebooks"
SECONDS: Final = 600
"""Most time of a cell, on however slow a machine."""


def paths() -> list[Path]:
    """Return the notebooks."""
    return sorted(FOLDER.glob("*.ipynb"))


def run(path: Path) -> Any:
    """Return the notebook with the outputs of a new run, in a kernel of this Python.

    :raises nbclient.exceptions.CellExecutionError: what a cell raised.
    """
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    place = {"metadata": {"path": str(path.parent)}}
    # Threads of numpy beside other processes wait for each other more than they work.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    # What a cell prints comes in pieces, by the clock.
    client = NotebookClient(
        notebook, timeout=SECONDS, resources=place, record_timing=False, coalesce_streams=True
    )
    client.execute()
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return notebook


def main(names: list[str]) -> None:
    """Run the named notebooks, or all, and store their outputs."""
    for path in paths():
        if not names or path.stem in names:
            nbformat.write(run(path), path)  # type: ignore[no-untyped-call]
            print(f"{path.name}: {path.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main(sys.argv[1:])
