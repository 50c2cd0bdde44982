"""What the source of a technique or a playout rule exports, from the module that has the source."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def exported(module: str, name: str) -> Any:
    """Return what a source exports by ``name``, a ``DOOR`` or a ``RULE``.

    ``module`` is the source as a module. It was compiled as a part of the family of its folder
    (``gtpengine.building.families``), or as a module where it has a .pxd file.
    """
    package, _, stem = module.rpartition(".")
    part = import_module(f"{package}.family").PARTS.get(stem)
    return getattr(import_module(module), name) if part is None else part[name]
