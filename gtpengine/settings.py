"""What a user chooses before the engine starts, from a TOML file and the command line.

One table, ``OPTIONS``, names every setting, reads its text and explains it; the command line, the
configuration file and ``--help`` come from it. Engine parameters (``--set NAME=VALUE``) are kept
as text: the engine owns their table and checks them when it starts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from board_ext.coords import MAX_SIZE, MIN_SIZE
from board_ext.rules import RULES, rules_named
from gtpengine.options import ENGINE_PARAMS
from gtpengine.paramspec import ParamSpec, nearest
from gtpengine.userpath import user_path


class SettingsError(ValueError):
    """A wrong name or value; the text says what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices, checked; the defaults are those of ``ENGINE_PARAMS``.

    ``simulations`` and ``time_per_move`` (seconds) limit one move; whichever ends first counts.
    ``memory`` is in megabytes. ``komi`` is that of the rules when ``None``. ``resign`` is the win
    rate below which the engine gives up, ``None`` = never. ``level`` makes it weaker, ``None`` =
    full strength. ``parameters`` are the NAME, VALUE pairs of ``--set``, later ones overriding
    earlier ones.
    """

    simulations: int | None = None
    time_per_move: float | None = None
    threads: int = 1
    memory: int = 512
    seed: int = 1
    rules: str = "chinese"
    boardsize: int = 19
    komi: float | None = None
    resign: float | None = 0.1
    level: int | None = None
    log: Path | None = None
    parameters: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One setting: the field of ``Settings`` it fills, how its text is read, what it means."""

    field: str
    metavar: str
    parse: Callable[[str], object]
    help: str

    @property
    def name(self) -> str:
        """The name in the configuration file; ``--name`` on the command line."""
        return self.field.replace("_", "-")


def _of_engine(field: str, metavar: str) -> Option:
    """Return the option that sets the engine's parameter *field*; ``off`` becomes ``None``."""
    spec = ENGINE_PARAMS[field]
    named = replace(spec, name=field.replace("_", "-"))

    def parse(text: str) -> object:
        value = named.parse(text)
        return None if spec.zero_is_off and value == 0 else value

    default = spec.format(spec.default)
    return Option(field, metavar, parse, f"{spec.doc} ({spec.range_text()}, default {default})")


_BOARDSIZE: Final = ParamSpec("boardsize", int, MAX_SIZE, MIN_SIZE, MAX_SIZE)
_KOMI: Final = ParamSpec("komi", float, 0.0, -1000, 1000)


def _rules(text: str) -> str:
    return rules_named(text).name


def _log(text: str) -> Path:
    path = user_path(text)
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError(f"log cannot be {text!r}: expected a file in a folder that exists")
    return path


_OPTIONS: Final = (
    _of_engine("simulations", "N"),
    _of_engine("time_per_move", "SECONDS"),
    _of_engine("threads", "N"),
    _of_engine("memory", "MB"),
    _of_engine("seed", "N"),
    Option(
        "rules", "NAME", _rules, f"{', '.join(RULES)} (default {ENGINE_PARAMS['rules'].default})"
    ),
    Option(
        "boardsize",
        "N",
        _BOARDSIZE.parse,
        f"size of the first board ({_BOARDSIZE.range_text()}, default {MAX_SIZE})",
    ),
    Option("komi", "X", _KOMI.parse, f"komi ({_KOMI.range_text()}, default: that of the rules)"),
    _of_engine("resign", "RATE|off"),
    _of_engine("level", "N|off"),
    Option("log", "FILE", _log, "append everything read and answered to FILE"),
)

OPTIONS: Final[Mapping[str, Option]] = {option.name: option for option in _OPTIONS}

_PARAMETER_TABLE: Final = "set"


def read_config(path: Path) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Read the TOML file *path*: the texts of the options in it, and its parameters.

    Keys are the long options without their dashes; the table ``[set]`` holds engine parameters.

    :raises SettingsError: for a file that cannot be read and for unknown names; values are not
        looked at here.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"cannot read the configuration {path}: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"the configuration {path} is not TOML: {error}") from error
    parameters = content.pop(_PARAMETER_TABLE, {})
    if not isinstance(parameters, dict):
        raise SettingsError(f"{path}: 'set' must be a table: [set], then lines NAME = VALUE")
    texts: dict[str, str] = {}
    for key, value in content.items():
        name = key.replace("_", "-")
        if name not in OPTIONS:
            raise SettingsError(f"{path}: {unknown('setting', key, [*OPTIONS, _PARAMETER_TABLE])}")
        texts[name] = _text(path, key, value)
    return texts, [(name, _text(path, name, value)) for name, value in parameters.items()]


def _text(path: Path, name: str, value: Any) -> str:
    """Return a TOML scalar as the command line would spell it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise SettingsError(f"{path}: {name} must be a number or a string")


def make_settings(texts: Mapping[str, str], parameters: Iterable[tuple[str, str]] = ()) -> Settings:
    """Read the texts of options, by option name.

    :raises SettingsError: for a value out of range; the message names the range.
    """
    values: dict[str, Any] = {}
    for name, text in texts.items():
        option = OPTIONS[name]
        try:
            values[option.field] = option.parse(text)
        except ValueError as error:
            raise SettingsError(str(error)) from error
    return Settings(**values, parameters=tuple(parameters))


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """Return the sentence that refuses *name* and offers the nearest of *known*."""
    known = list(known)
    guess = nearest(name, known)
    hint = f"did you mean {guess}?" if guess else f"known are {', '.join(known)}"
    return f"unknown {kind} {name!r}: {hint}"
