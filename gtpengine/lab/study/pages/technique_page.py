"""The page of techniques with a file: ``python -m gtpengine.lab.study.pages.technique_page``.

It is made from the files and from the findings.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Final

from gtpengine.lab import techniques
from gtpengine.lab.study.figures.findings import ANEW, Findings, shipped, told
from gtpengine.mcts.params.search_params import SWITCHES

HEAD = """# Techniques

Techniques of the literature that the search can use. Each is one file below
`gtpengine/lab/techniques/` and off by default. *Figures* say what it gains or loses in Elo when it
is switched on; an interval that holds 0 decides nothing. Each figure leads to where it is written.
[Algorithms](algorithms.md) has the techniques that are parts of other files,
too. How to add one: [How to add a technique](../guides/technique.md).

This page is made from the files and from the figures that ship, by
`python -m gtpengine.lab.study.pages.technique_page > docs/reference/techniques.md`.

| technique | switched on by | file | figures |
|---|---|---|---|
"""


_HEAD: Final = re.compile(r'"""(.*?)"""', re.DOTALL)


def about(module: str) -> str:
    """Return the first paragraph of what a technique's source says of itself."""
    file = module.removeprefix(f"{techniques.__name__}.").replace(".", "/") + ".pyx"
    found = _HEAD.match((Path(techniques.__path__[0]) / file).read_text(encoding="utf-8"))
    return " ".join(inspect.cleandoc(found[1] if found else "").partition("\n\n")[0].split())


def row(module: str, found: Findings) -> str:
    """Return the line of the table for one technique."""
    path = module.replace(".", "/") + ".pyx"
    name = "/".join(path.split("/")[-2:])
    parameter, choice = SWITCHES[module]
    switch = f"`{parameter}={choice}`" if choice else f"`{parameter}`"
    texts = told(found.of_file(path)) + [f"{ANEW}: {why}" for why in found.faults_of_file(path)]
    cells = (about(module), switch, f"[{name}](../../{path})", "; ".join(texts) or "not measured")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def page(found: Findings) -> str:
    """Return the page as Markdown."""
    return HEAD + "".join(row(module, found) for module in sorted(SWITCHES))


if __name__ == "__main__":
    print(page(shipped()), end="")
