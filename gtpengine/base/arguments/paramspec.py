"""Parameters as tables: name, type, default, range, meaning and source in one row.

A table drives everything that mentions parameters: the values a component runs with
(``ParamSet``), the command line, the ``gtpengine-param`` command and pages of the docs.
``gtpengine.building.paramcode`` generates from it the classes with a typed attribute for each row,
and the struct of the kernel. This module uses the standard library and `laboratory` only, so that
every layer may build on it.

Not done: persistence and change notification. Whoever owns a ``ParamSet`` hands it to the
component again after changing it.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Flag, StrEnum, auto
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from gtpengine.base.arguments import laboratory

ParamValue = bool | int | float | str | None
"""A parameter's value; None means ``off``."""

AUTO: Final = "auto"
"""The text for the number that suits this machine, of parameters that know it."""

HUGE: Final = 1_000_000_000
"""From here on an upper end means no limit to a reader."""

_TRUE: Final = frozenset({"true", "yes", "on", "1"})
_FALSE: Final = frozenset({"false", "no", "off", "0"})


class ParamError(ValueError):
    """Unknown parameter or unacceptable value; the text says what would be right."""


class Player(Flag):
    """The searches that may read a parameter.

    The network ``LEADS`` where PUCT chooses the way and the network judges each new node. It is
    ``BESIDE`` a search by playouts and RAVE where it judges some nodes of that. ``ALONE`` is that
    search without a network.
    """

    LEADS = auto()
    BESIDE = auto()
    ALONE = auto()

    PLAYOUTS = BESIDE | ALONE
    JUDGES = LEADS | BESIDE
    BOTH = LEADS | BESIDE | ALONE


@dataclass(frozen=True, slots=True)
class ParamSpec:
    """One row of a parameter table.

    ``kind`` is ``bool``, ``int``, ``float`` or ``str``. ``low`` and ``high`` bound numbers
    (inclusive, ``None`` = unbounded). ``choices`` restricts strings (empty = any text); a table
    turns them into members of an enum. With ``parts`` a string lists some of these words in any
    order, separated by colons. ``source`` says where the idea or the default comes from. With
    ``off`` the parameter can be switched off, by the text ``off`` or 0; its value is then ``None``.
    With ``reads`` the text is the path of a file, or what else ``form`` says: the function reads
    it, or raises ``ValueError``; the default is then a word, and an empty text means the default.
    With ``auto`` the text ``auto`` means the number that this function returns. ``usual`` says what
    the command line takes where nothing is given, if that is not the default. A row with a
    ``metavar`` has its own option on the command line, ``--name METAVAR``, which without a value
    means the text ``bare``, if there is one. ``player`` says which searches read it. A row of the
    laboratory demands it at every value but its default; so do ``offered``, choices that the
    laboratory adds. A row of a technique is read while that is on; with ``shared`` other techniques
    read it, too.
    """

    name: str
    kind: type
    default: ParamValue
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    doc: str = ""
    source: str = ""
    off: bool = False
    parts: tuple[str, ...] = ()
    reads: Callable[[str], object] | None = None
    form: str = "file"
    metavar: str = ""
    bare: str = ""
    auto: Callable[[], int] | None = None
    usual: str = ""
    player: Player = Player.BOTH
    of_laboratory: bool = False
    shared: bool = False
    offered: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in (bool, int, float, str) and not issubclass(self.kind, StrEnum):
            raise TypeError(f"parameter {self.name}: kind must be bool, int, float or str")
        self.check(self.default)

    def offering(self, choices: tuple[str, ...]) -> ParamSpec:
        """Return this row with more choices."""
        if not choices:
            return self
        return replace(self, choices=(*self.choices, *choices), offered=choices)

    @property
    def is_text(self) -> bool:
        """Whether values are strings, or members of an enum of strings."""
        return issubclass(self.kind, str)

    def parse(self, text: str) -> ParamValue:
        """Return the value written as ``text``.

        :raises ParamError: when it does not fit; the message names the accepted range.
        """
        return self._demand(self._parse(text))

    def _parse(self, text: str) -> ParamValue:
        word = text.strip()
        if self.is_text:
            return self._check(word)
        folded = word.lower()
        if self.kind is bool:
            if folded in _TRUE:
                return True
            if folded in _FALSE:
                return False
            raise self._refusal(text)
        if self.off and folded == "off":
            return None
        if self.auto is not None and folded == AUTO:
            return self._check(AUTO)
        try:
            # int() and float() also read "1_000" and non-ASCII digits, which no user means.
            if "_" in word or not word.isascii():
                raise ValueError
            value: ParamValue = int(word) if self.kind is int else float(word)
        except ValueError:
            raise self._refusal(text) from None
        return self._check(value)

    def check(self, value: object) -> ParamValue:
        """Return ``value`` as this parameter's type.

        :raises ParamError: when it does not fit, or belongs to a laboratory that is not there.
        """
        return self._demand(self._check(value))

    def _demand(self, value: ParamValue) -> ParamValue:
        if value != self.default and (self.of_laboratory or value in self.offered):
            what = self.name if self.of_laboratory else f"{self.name}={value}"
            try:
                laboratory.demand(what)
            except laboratory.LaboratoryError as error:
                raise ParamError(str(error)) from None
        return value

    def _check(self, value: object) -> ParamValue:
        if self.is_text:
            if not isinstance(value, str):
                raise self._refusal(value)
            if self.parts:
                return self._check_parts(value)
            if self.reads is not None:
                return self._check_file(value)
            if not self.choices:
                return value
            for choice in self.choices:
                if _fold(choice) == _fold(value):
                    return self.kind(choice)  # type: ignore[no-any-return]
            raise self._refusal(value, nearest(value, self.choices))
        if self.kind is bool:
            if not isinstance(value, bool):
                raise self._refusal(value)
            return value
        if self.off and value is None:
            return None
        if self.auto is not None and value == AUTO:
            return self._check(self.auto())
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._refusal(value)
        if self.kind is int and not isinstance(value, int):
            raise self._refusal(value)
        try:
            number = self.kind(value)
        except OverflowError:  # an integer of hundreds of digits
            raise self._refusal(value) from None
        if self.kind is float and not math.isfinite(number):
            raise self._refusal(value)
        if self.off and number == 0:
            return None
        if self.low is not None and number < self.low:
            raise self._refusal(value)
        if self.high is not None and number > self.high:
            raise self._refusal(value)
        return number  # type: ignore[no-any-return]

    def _check_parts(self, value: str) -> str:
        words = [word.strip().lower() for word in value.split(":")] if value.strip() else []
        for word in words:
            if word not in self.parts:
                guess = nearest(word, self.parts)
                hint = f"; did you mean {guess}?" if guess is not None else ""
                raise ParamError(
                    f"{self.name}: unknown {_shorten(word)}{hint} known: {' '.join(self.parts)}"
                )
            if words.count(word) > 1:
                raise ParamError(f"{self.name}: {word} occurs twice; name it once")
        return ":".join(words)

    def _check_file(self, value: str) -> str:
        default = str(self.default)
        if value.lower() in ("", default.lower()):
            return default
        assert self.reads is not None
        try:
            self.reads(value)
        except ValueError as error:
            raise ParamError(f"{self.name} cannot be {_shorten(value)}: {error}") from None
        return value

    def format(self, value: ParamValue) -> str:
        """Return ``value`` as text that ``parse`` reads back."""
        if self.kind is bool:
            return "true" if value else "false"
        if value is None:
            return "off"
        if self.kind is float:
            return repr(float(value))
        return str(value)

    def range_text(self) -> str:
        """Return the accepted values in words, e.g. ``int 1..1024`` or ``robust|secure``."""
        if self.kind is bool:
            return "true|false"
        if self.parts:
            return "some of these, in any order, with colons"
        if self.reads is not None:
            return f"{self.form}|{self.default}"
        if self.is_text:
            return "|".join(self.choices) if self.choices else "text"
        text = self.kind.__name__
        if self.low is not None and self.high is not None:
            text += f" {self._bound(self.low)}..{self._bound(self.high)}"
        elif self.low is not None:
            text += f" >= {self._bound(self.low)}"
        elif self.high is not None:
            text += f" <= {self._bound(self.high)}"
        text += " or auto" if self.auto is not None else ""
        return text + " or off" if self.off else text

    def _wanted(self) -> str:
        """Return the accepted values in the words of an error: ``a whole number from 1 to 64``."""
        if self.kind not in (int, float):
            return self.range_text()
        text = "a whole number" if self.kind is int else "a number"
        no_end = self.high is None or self.high >= HUGE
        if self.low is not None:
            text += f" from {self._bound(self.low)}{' on' if no_end else ''}"
        if not no_end and self.high is not None:
            text += f" to {self._bound(self.high)}"
        text += f" or {AUTO}" if self.auto is not None else ""
        return text + " or off" if self.off else text

    def help_text(self) -> str:
        """Return the meaning, the accepted values and the default, as ``--help`` shows them."""
        shown = self
        if self.high is not None and self.high >= HUGE:  # no reader wants the exact end
            shown = replace(self, high=None)
        values = shown.range_text().replace("..", " to ").replace("|", ", ")
        values = values.removeprefix("int ").removeprefix("float ")
        if values.startswith(">= "):
            values = values.removeprefix(">= ").replace(" or ", " or more or ", 1)
            values += "" if " or more" in values else " or more"
        default = self.usual or self.format(self.default)
        return f"{self.doc} ({values}; default: {default})"

    def _bound(self, value: float) -> str:
        return str(value) if isinstance(value, int) else f"{value:g}"

    def _refusal(self, value: object, guess: str | None = None) -> ParamError:
        hint = f"did you mean {guess}? " if guess else ""
        return ParamError(
            f"{self.name} cannot be {_shorten(value)}: {hint}expected {self._wanted()}"
        )


def _shorten(value: object) -> str:
    """Return ``value`` quoted for an error message, cut when somebody sent a novel."""
    try:
        text = repr(value)
    except ValueError:
        text = "a number of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."


def param_table(specs: Iterable[ParamSpec], *enums: type[StrEnum]) -> dict[str, ParamSpec]:
    """Return a table of ``specs`` by name.

    ``enums`` are named as by ``enum_name``; the choices of a row become members of its enum.

    :raises ValueError: when a name occurs twice.
    """
    kinds = {enum.__name__: enum for enum in enums}
    table: dict[str, ParamSpec] = {}
    for spec in specs:
        if spec.name in table:
            raise ValueError(f"parameter {spec.name} is defined twice")
        kind = kinds.get(enum_name(spec.name)) if spec.choices else None
        if kind is not None:
            spec = replace(spec, kind=kind, default=kind(str(spec.default)))
        table[spec.name] = spec
    return table


def enum_name(name: str) -> str:
    """Return the name of a parameter's enum of choices: TreePolicy for ``tree_policy``."""
    return name.title().replace("_", "")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the entry of ``known`` most like ``name``, or ``None`` when nothing is."""
    import difflib  # only wrong names pay for it

    # Dashes are ignored. Below half of the letters in common it is another name.
    by_folded = {_fold(candidate).strip("_"): candidate for candidate in known}
    word = _fold(name).strip("_")[:80]
    close = difflib.get_close_matches(word, by_folded, n=1, cutoff=0.7)
    return by_folded[close[0]] if close else None


def reader(module: str, name: str) -> Callable[[str], object]:
    """Return the function ``name`` of a module, as in ``MODELS.read``, for rows that name files.

    The module is imported when a file is named, so that the engine starts fast.
    """

    def read(text: str) -> object:
        return attrgetter(name)(importlib.import_module(module))(text)

    return read


def argument(spec: ParamSpec) -> Callable[[str], Any]:
    """Return the ``type`` of an argparse option that takes what ``spec`` accepts."""
    import argparse  # components that have parameters need no command line

    def parse(text: str) -> ParamValue:
        try:
            return spec.parse(text)
        except ParamError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    vars(parse)["metavar"] = spec.metavar or ("N" if spec.kind is int else "X")
    return parse


def find_spec(name: str, table: Mapping[str, ParamSpec]) -> ParamSpec:
    """Return the row called ``name``, in any case and with ``-`` for ``_``.

    :raises ParamError: when no parameter has this name; the message names the nearest parameter.
    """
    spec = _row(name, table)
    if spec is not None:
        return spec
    from gtpengine.base.arguments import foreign  # only wrong names pay for it

    ours = foreign.PARAMETERS.get(_fold(name))
    guess = ours if ours in table else nearest(name, table)
    hint = f"did you mean {guess}?" if guess else "'gtpengine help parameters' lists them"
    raise ParamError(f"unknown parameter {_shorten(name)}; {hint}")


def _row(name: str, table: Mapping[str, ParamSpec]) -> ParamSpec | None:
    """Return the row called ``name``, spelled as `find_spec` allows, or None."""
    if name in table:
        return table[name]
    folded = _fold(name)
    return next((row for known, row in table.items() if _fold(known) == folded), None)


def _fold(name: str) -> str:
    return name.strip().lower().replace("-", "_")


class ParamSet:
    """The values of one table, as attributes.

    A subclass names its ``table`` and annotates an attribute for each row. ``params.threads``
    reads a value; ``params.threads = 2`` and ``assign`` check one; ``set`` parses text.
    """

    table: ClassVar[Mapping[str, ParamSpec]] = {}

    def __init__(self, **values: ParamValue) -> None:
        self.__dict__.update((name, spec.default) for name, spec in self.table.items())
        for name, value in values.items():
            self.assign(name, value)

    # Type checkers would let everything be assigned if they saw this.
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            if name not in self.table:
                raise AttributeError(f"{type(self).__name__} has no parameter {name!r}")
            self.__dict__[name] = self.table[name].check(value)

    def set(self, name: str, text: str) -> None:
        """Set ``name`` from text.

        :raises ParamError: when the text does not fit; the old value stays.
        """
        spec = find_spec(name, self.table)
        self.__dict__[spec.name] = spec.parse(text)

    def assign(self, name: str, value: object) -> None:
        """Set ``name`` to a checked value.

        :raises ParamError: when the value does not fit; the old one stays.
        """
        spec = find_spec(name, self.table)
        self.__dict__[spec.name] = spec.check(value)

    def get(self, name: str) -> ParamValue:
        """Return the value of ``name``.

        :raises ParamError: when there is no such parameter.
        """
        value: ParamValue = self.__dict__[find_spec(name, self.table).name]
        return value

    def copy(self) -> Self:
        """Return an independent set of the same type with the same values."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def __contains__(self, name: object) -> bool:
        """Return whether ``get`` knows a parameter called ``name``."""
        return isinstance(name, str) and _row(name, self.table) is not None

    def __iter__(self) -> Iterator[tuple[ParamSpec, ParamValue]]:
        for name, spec in self.table.items():
            yield spec, self.__dict__[name]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        changed = ", ".join(
            f"{spec.name}={value!r}" for spec, value in self if value != spec.default
        )
        return f"{type(self).__name__}({changed})"
