"""What ``gtpengine`` and its public modules promise, as text.

``python -m tests.library.public_api`` prints it.
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any, is_typeddict

import gtpengine
from gtpengine import data, engines, env

MODULES = {"data": data, "engines": engines, "env": env}
"""By the name that stands before theirs."""


class Plain(str):
    """A type hint that is shown without quotes."""

    __repr__ = str.__str__


def signature(thing: Callable[..., object]) -> inspect.Signature:
    found = inspect.signature(thing)
    return found.replace(
        parameters=[p.replace(annotation=_plain(p.annotation)) for p in found.parameters.values()],
        return_annotation=_plain(found.return_annotation),
    )


def _plain(hint: object) -> object:
    return Plain(hint) if isinstance(hint, str) else hint


def members(name: str, thing: type) -> Iterator[str]:
    """Lines for what a class and its own bases have, inherited names included."""
    seen = {key for base in thing.__mro__ if base.__module__.startswith(("gtpengine", "board_ext"))
            for key in (*vars(base), *inspect.get_annotations(base))}  # fmt: skip
    if thing is gtpengine.SearchParams:
        seen -= set(thing.table)  # a page of its own, docs/reference/parameters.md
    for key in sorted(key for key in seen if not key.startswith("_")):
        value = inspect.getattr_static(thing, key, None)
        if isinstance(value, property):
            kind = "property, settable" if value.fset else "property"
            getter = inspect.signature(value.fget) if value.fget else None
            result = getter.return_annotation if getter else ""
            yield f"{name}.{key}: {result} ({kind})"
        elif isinstance(value, classmethod | staticmethod) or inspect.isroutine(value):
            yield f"{name}.{key}{signature(getattr(thing, key))}"
        else:
            kinds = (inspect.get_annotations(base).get(key) for base in thing.__mro__)
            yield f"{name}.{key}: {next((kind for kind in kinds if kind), 'attribute')}"


def keys(name: str, thing: Any) -> Iterator[str]:
    """Lines for what a dict has."""
    for key, hint in inspect.get_annotations(thing).items():
        yield f"{name}[{key!r}]: {hint.__forward_arg__}"


def lines() -> Iterator[str]:
    for name, thing in sorted(public().items()):
        if inspect.isclass(thing) and issubclass(thing, enum.Enum):
            yield f"{name}: " + ", ".join(f"{one.name}={one.value!r}" for one in thing)
        elif inspect.isclass(thing) and issubclass(thing, Exception):
            yield f"{name}({', '.join(base.__name__ for base in thing.__bases__)})"
        elif is_typeddict(thing):
            yield from keys(name, thing)
        elif inspect.isclass(thing):
            yield f"{name}{signature(thing)}"
            yield from members(name, thing)
        elif inspect.isroutine(thing):
            yield f"{name}{signature(thing)}"
        elif isinstance(thing, int):
            yield f"{name} = {thing}"
        else:
            assert isinstance(thing, Iterable)
            yield f"{name}: {', '.join(thing)}"


def public() -> dict[str, object]:
    """Return all public names, with what they name."""
    here = {name: getattr(gtpengine, name) for name in gtpengine.__all__}
    return here | {
        f"{before}.{name}": getattr(module, name)
        for before, module in MODULES.items()
        for name in module.__all__
    }


if __name__ == "__main__":
    print("\n".join(lines()))
