"""The page of techniques, made from their files: ``python -m gtpengine.commands.technique_page``.

A technique's file may hold ``MEASURED``, a tuple of texts: what was compared, on which board, with
which budget, the Elo of having it with its interval, and the games.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from types import ModuleType

from gtpengine.mcts import techniques
from gtpengine.mcts.params.search_params import SWITCHES

HEAD = """# Techniques

Techniques of the literature that the search can use. Each is one file below
`gtpengine/mcts/techniques/` and off by default. *Measured* is what it gains or loses in Elo when it
is switched on; an interval that holds 0 decides nothing. How to add one:
[How to add a technique](../guides/technique.md).

This page is made from the files, by
`python -m gtpengine.commands.technique_page > docs/reference/techniques.md`.

| technique | switched on by | file | measured |
|---|---|---|---|
"""


def modules() -> list[ModuleType]:
    """Return the modules of all techniques, by group and name."""
    found = pkgutil.walk_packages(techniques.__path__, f"{techniques.__name__}.")
    return [importlib.import_module(info.name) for info in found if not info.ispkg]


def row(module: ModuleType) -> str:
    """Return the line of the table for one technique."""
    name = "/".join(module.__name__.split(".")[-2:])
    about = " ".join((inspect.getdoc(module) or "").partition("\n\n")[0].split())
    parameter, choice = SWITCHES[module.__name__]
    switch = f"`{parameter}={choice}`" if choice else f"`{parameter}`"
    measured = "; ".join(getattr(module, "MEASURED", ())) or "not measured"
    return f"| {about} | {switch} | `{name}.pyx` | {measured} |\n"


def page() -> str:
    """Return the page as Markdown."""
    return HEAD + "".join(row(module) for module in modules())


if __name__ == "__main__":
    print(page(), end="")
