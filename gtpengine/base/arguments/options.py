"""The options of a command as a typed dataclass: a field knows its text, its reader, its default.

    @dataclass(frozen=True, kw_only=True, slots=True)
    class BenchOptions:
        layers: tuple[str, ...] = arguments("layers to measure (default: all)", layer_named)
        runs: int = option("runs; the median counts", numbers.count, default=5)
        json: bool = flag("print JSON")

A reader makes the value of the word on the command line, where ``games_per_file`` is called
``--games-per-file``; ``names`` are for other names. What may be given several times is a tuple.
Options that commands share are a dataclass, too, and a field of theirs: see ``group``. See
``commandline`` for how a command gets its options.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar, cast

from gtpengine.base.arguments.parser import Parser

D = TypeVar("D")
K = TypeVar("K")
T = TypeVar("T")
Reader = Callable[[str], T]
"""Raises ``ValueError``, or ``argparse.ArgumentTypeError`` with a text, for a wrong word."""

_KEY: Final = "argument"
"""Where the metadata of a field has its ``_Argument``, ``_Group`` or ``_WORDS``."""

_WORDS: Final = object()


@dataclasses.dataclass(frozen=True, slots=True)
class _Argument:
    """One ``add_argument``: its names, None for an argument without an option, and its keywords."""

    names: tuple[str, ...] | None
    keywords: Mapping[str, Any]
    many: bool


@dataclasses.dataclass(frozen=True, slots=True)
class _Group:
    """Options of a dataclass of their own, with what this command changes of them."""

    kind: type[Any]
    title: str = ""
    exclusive: bool = False
    required: bool = False
    texts: Mapping[str, str] = dataclasses.field(default_factory=dict)
    defaults: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    without: tuple[str, ...] = ()


def option(
    text: str,
    read: Reader[T],
    *,
    default: D,
    names: tuple[str, ...] = (),
    metavar: str | None = None,
    choices: Sequence[str] | None = None,
) -> T | D:
    """Make a field for an option with a value; without a ``text`` the help does not show it."""
    keywords = {"type": read, "help": text, "metavar": metavar, "choices": choices}
    return cast(T, _field(names, keywords | {"default": default}, default=default))


def new_file(text: str) -> str | None:
    """Make a field for an option that names a file to write, which must not exist yet."""
    return option(
        f"{text}; no file may have this name (default: none)", str, default=None, metavar="FILE"
    )


def required(
    text: str, read: Reader[T], *, metavar: str | None = None, choices: Sequence[str] | None = None
) -> T:
    """Make a field for an option that must be given."""
    keywords = {"type": read, "help": text, "metavar": metavar, "choices": choices}
    return cast(T, _field((), keywords | {"required": True}))


def flag(text: str, *, names: tuple[str, ...] = (), default: bool = False) -> bool:
    """Make a field for an option without a value, which makes it the opposite of ``default``."""
    action = "store_false" if default else "store_true"
    return cast(bool, _field(names, {"action": action, "help": text}, default=default))


def repeated(
    text: str,
    read: Reader[T],
    *,
    names: tuple[str, ...] = (),
    metavar: str | None = None,
    choices: Sequence[str] | None = None,
) -> tuple[T, ...]:
    """Make a field for an option that may be given often, each time with one value."""
    keywords = {"type": read, "help": text, "metavar": metavar, "choices": choices}
    more = {"action": "append", "default": []}
    return cast(tuple[T, ...], _field(names, keywords | more, many=True, default=()))


def several(
    text: str,
    read: Reader[T],
    *,
    default: tuple[T, ...] = (),
    count: int | None = None,
    metavar: str | tuple[str, ...] | None = None,
) -> tuple[T, ...]:
    """Make a field for an option that takes ``count`` values at a time, or one and more."""
    keywords = {"type": read, "help": text, "metavar": metavar, "nargs": count or "+"}
    made = _field((), keywords | {"default": default}, many=True, default=default)
    return cast(tuple[T, ...], made)


def required_several(text: str, read: Reader[T], *, metavar: str | None = None) -> tuple[T, ...]:
    """Make a field for an option that must be given, and takes one value or more."""
    keywords = {"type": read, "help": text, "metavar": metavar, "nargs": "+", "required": True}
    return cast(tuple[T, ...], _field((), keywords, many=True))


def argument(text: str, read: Reader[T], *, metavar: str | None = None) -> T:
    """Make a field for an argument without an option, which must be given."""
    return cast(T, _field(None, {"type": read, "help": text, "metavar": metavar}))


def optional_argument(
    text: str, read: Reader[T], *, default: D, metavar: str | None = None
) -> T | D:
    """Make a field for an argument without an option, which may be left out."""
    keywords = {"type": read, "help": text, "metavar": metavar, "nargs": "?"}
    return cast(T, _field(None, keywords | {"default": default}, default=default))


def arguments(
    text: str, read: Reader[T], *, least: int = 0, metavar: str | None = None
) -> tuple[T, ...]:
    """Make a field for arguments without an option, ``least`` of which (0 or 1) must be given."""
    keywords = {"type": read, "help": text, "metavar": metavar, "nargs": "+" if least else "*"}
    if least:
        return cast(tuple[T, ...], _field(None, keywords, many=True))
    return cast(tuple[T, ...], _field(None, keywords | {"default": []}, many=True, default=()))


def group(
    kind: type[K],
    title: str = "",
    *,
    exclusive: bool = False,
    required: bool = False,
    texts: Mapping[str, str] | None = None,
    defaults: Mapping[str, Any] | None = None,
    without: tuple[str, ...] = (),
) -> K:
    """Make a field for the options of another dataclass, below a ``title`` of their own if given.

    Of ``exclusive`` options a command line has one at most, and one at least if ``required``.
    ``texts`` and ``defaults`` replace the fields' own; fields ``without`` an option keep theirs.
    """
    about = _Group(kind, title, exclusive, required, texts or {}, defaults or {}, without)
    needed = {field.name for field in _fields(kind) if _is_needed(field)}
    if needed - {*about.defaults}:
        return cast(K, dataclasses.field(metadata={_KEY: about}))
    make = partial(kind, **about.defaults)
    made: K = dataclasses.field(default_factory=make, metadata={_KEY: about})
    return made


def command_words() -> tuple[str, ...]:
    """Make a field for the words of the command, for files that tell what made them.

    A command line fills it in, a program need not: it is no option.
    """
    made = dataclasses.field(default=(), metadata={_KEY: _WORDS}, compare=False, repr=False)
    return cast(tuple[str, ...], made)


def add_options(parser: Parser, kind: type[Any]) -> None:
    """Add an argument for each field, in their order."""
    _add(parser, parser, _Group(kind))


def read_options(kind: type[K], values: Mapping[str, Any], words: Sequence[str]) -> K:
    """Return the options from the values that a parser found in the ``words`` of a command."""
    return cast(K, _read(_Group(kind), values, words))


def _field(
    names: tuple[str, ...] | None, keywords: Mapping[str, Any], *, many: bool = False, **about: Any
) -> object:
    given = {key: value for key, value in keywords.items() if value is not None}
    given["help"] = keywords["help"] or argparse.SUPPRESS
    return dataclasses.field(metadata={_KEY: _Argument(names, given, many)}, **about)


def _fields(kind: type[Any]) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(kind)


def _is_needed(field: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return field.default is missing and field.default_factory is missing


def _add(parser: Parser, place: argparse._ActionsContainer, about: _Group) -> None:
    for field in _fields(about.kind):
        found = field.metadata.get(_KEY)
        if field.name in about.without:
            continue
        if isinstance(found, _Group):
            _add(parser, _place(parser, place, found), found)
        elif isinstance(found, _Argument):
            keywords = dict(found.keywords)
            if field.name in about.texts:
                keywords["help"] = about.texts[field.name]
            if field.name in about.defaults:
                keywords["default"] = about.defaults[field.name]
            if found.names is None:
                place.add_argument(field.name, **keywords)
            else:
                names = found.names or ("--" + field.name.replace("_", "-"),)
                place.add_argument(*names, dest=field.name, **keywords)


def _place(
    parser: Parser, place: argparse._ActionsContainer, about: _Group
) -> argparse._ActionsContainer:
    if about.title:
        return parser.add_argument_group(about.title)
    if about.exclusive:
        return place.add_mutually_exclusive_group(required=about.required)
    return place


def _read(about: _Group, values: Mapping[str, Any], words: Sequence[str]) -> object:
    given: dict[str, Any] = dict(about.defaults)
    for field in _fields(about.kind):
        found = field.metadata.get(_KEY)
        if field.name in about.without:
            continue
        if isinstance(found, _Group):
            given[field.name] = _read(found, values, words)
        elif isinstance(found, _Argument):
            value = values[field.name]
            given[field.name] = tuple(value) if found.many else value
        elif found is _WORDS:
            given[field.name] = tuple(words)
    return about.kind(**given)
