"""Techniques of the literature, each in a file of its own behind the doors of the search.

A file that has a ``DOOR`` (`gtpengine.mcts.doors`) is found by itself.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from gtpengine.mcts.params import SearchParams

if TYPE_CHECKING:
    from gtpengine.mcts.doors import TechniqueDoor


@cache
def all_techniques() -> tuple[TechniqueDoor, ...]:
    """Every technique, in the order of their names."""
    names = sorted(info.name for info in pkgutil.iter_modules(__path__))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return tuple(module.DOOR for module in modules if hasattr(module, "DOOR"))


def switched_on(params: SearchParams) -> list[TechniqueDoor]:
    """The techniques that a search with these parameters needs.

    All of them are off by default, so that nothing is imported then.
    """
    if params == SearchParams():
        return []
    return [door for door in all_techniques() if door.on(params)]
