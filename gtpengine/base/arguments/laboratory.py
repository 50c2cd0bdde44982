"""Whether the laboratory is there: the one place that asks.

`gtpengine.lab` has what no default game uses: techniques that are off, presets, studies. Nothing
outside imports it. Whoever can do more with it asks here, by the names of its modules. Its
parameters are known without it, for the build made their rows from its files, so they are listed
and explained; setting one demands the laboratory.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from types import ModuleType
from typing import Any, Final

PACKAGE: Final = "gtpengine.lab"
_COMPILED: Final = f"{PACKAGE}.rules.family"
"""A module that is there once the laboratory is compiled."""


class LaboratoryError(ValueError):
    """Something belongs to the laboratory, which is not there; the text says how to get it."""


@functools.cache
def is_there() -> bool:
    """Return whether the laboratory is installed and compiled."""
    try:
        return importlib.util.find_spec(_COMPILED) is not None
    except ModuleNotFoundError:
        return False


def demand(what: str) -> None:
    """Do nothing where the laboratory is there.

    :raises LaboratoryError: elsewhere; the text begins with ``what``.
    """
    if not is_there():
        from gtpengine.base.arguments.extras import install_command, is_clone  # only then

        command = install_command("lab") if is_clone() else "pip install . in a clone"
        raise LaboratoryError(f"{what} belongs to the laboratory: {command}")


def demand_for(module: str, what: str) -> None:
    """Do what `demand` does where a module is one of the laboratory, nothing for others."""
    if f"{module}.".startswith(f"{PACKAGE}."):
        demand(what)


def module(name: str, what: str) -> ModuleType:
    """Return a module of the laboratory; ``name`` is below `PACKAGE`.

    :raises LaboratoryError: when the laboratory is not there; the text begins with ``what``.
    """
    demand(what)
    return importlib.import_module(f"{PACKAGE}.{name}")


def module_or_none(name: str) -> Any:
    """Return a module of the laboratory, or None where there is no laboratory."""
    return importlib.import_module(f"{PACKAGE}.{name}") if is_there() else None
