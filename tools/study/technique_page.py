"""The page of techniques with a file: ``python -m gtpengine.tools.study.technique_page``.

It is made from the files and from the findings.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from types import ModuleType

from gtpengine.mcts import techniques
from gtpengine.mcts.params.search_params import SWITCHES

from .findings import ANEW, Findings, shipped, told

HEAD = """# Techniques

Techniques of the literature that the search can use. Each is one file below
`gtpengine/mcts/techniques/` and off by default. *Figures* say what it gains or loses in Elo when it
is switched on; an interval that holds 0 decides nothing. Each figure leads to where it is written.
[The techniques of the literature](literature.md) has the techniques that are parts of other files,
too. How to add one: [How to add a technique](../guides/technique.md).

This page is made from the files and from the figures that ship, by
`python -m gtpengine.tools.study.technique_page > docs/reference/techniques.md`.

| technique | switched on by | file | figures |
|---|---|---|---|
"""


def modules() -> list[ModuleType]:
    """Return the modules of all techniques, by group and name."""
    found = pkgutil.walk_packages(techniques.__path__, f"{techniques.__name__}.")
    return [importlib.import_module(info.name) for info in found if not info.ispkg]


def row(module: ModuleType, found: Findings) -> str:
    """Return the line of the table for one technique."""
    path = module.__name__.replace(".", "/") + ".pyx"
    name = "/".join(path.split("/")[-2:])
    about = " ".join((inspect.getdoc(module) or "").partition("\n\n")[0].split())
    parameter, choice = SWITCHES[module.__name__]
    switch = f"`{parameter}={choice}`" if choice else f"`{parameter}`"
    texts = told(found.of_file(path)) + [f"{ANEW}: {why}" for why in found.faults_of_file(path)]
    cells = (about, switch, f"[{name}](../../{path})", "; ".join(texts) or "not measured")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def page(found: Findings) -> str:
    """Return the page as Markdown."""
    return HEAD + "".join(row(module, found) for module in modules())


if __name__ == "__main__":
    print(page(shipped()), end="")
