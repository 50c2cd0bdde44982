"""The Python of the pages, the notebooks and the samples as files, for type checkers.

``python -m tests.docs.examples FOLDER`` writes them; ``make lint`` has mypy look at them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.docs.test_docs_pages import PAGES, ROOT, name

IN_KATRAIN: Final = "drive_katrain.py"
"""Runs inside KaTrain, whose modules have no types and are not installed here."""

FENCED: Final = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> Iterator[tuple[str, str]]:
    """Yield the path of each file with examples, and its Python, on the lines where it stands."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if code := "".join(_on_its_lines(text)):
            yield name(page), code
    for path in sorted((ROOT / "docs/notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        yield name(path), "\n\n".join(codes) + "\n"
    for path in sorted((ROOT / "docs/samples").glob("*.py")):
        if path.name != IN_KATRAIN:
            yield name(path), path.read_text(encoding="utf-8")


def _on_its_lines(text: str) -> Iterator[str]:
    """Yield the steps of a page, with as many empty lines as other text stands between them."""
    line = 0
    for found in FENCED.finditer(text):
        begin = text.count("\n", 0, found.start(1))
        yield "\n" * (begin - line) + found[1]
        line = begin + found[1].count("\n")


def write(folder: Path) -> list[Path]:
    """Write a module for each file with examples into a package; return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / "__init__.py"]
    written[0].write_text('"""The examples of the documentation."""\n', encoding="utf-8")
    for source, code in examples():
        module = re.sub(r"\W+", "_", source.rpartition(".")[0])
        written.append(folder / f"{module}.py")
        written[-1].write_text(code, encoding="utf-8")
    return written


if __name__ == "__main__":
    write(Path(sys.argv[1]))
