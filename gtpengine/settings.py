"""What a user chooses before the engine starts, from a TOML file and the command line.

One table, ``OPTIONS``, names every setting, reads its text and explains it; the command line, the
configuration file and ``--help`` come from it. Engine parameters (``--set NAME=VALUE``) are kept
as text: the engine owns their table and checks them when it starts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from board_ext.coords import MAX_SIZE, MIN_SIZE
from board_ext.rules import rules_named
from gtpengine.paramspec import ParamSpec, nearest


class SettingsError(ValueError):
    """A wrong name or value; the text says what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices, checked. With neither budget, clock nor GTP limit, the engine's own rules.

    ``simulations`` and ``time_per_move`` (seconds) limit one move; whichever ends first counts.
    ``memory`` is the most megabytes the tree takes. ``komi`` is that of the rules when ``None``.
    ``resign`` is the win rate below which the engine gives up, ``None`` = never.
    ``parameters`` are the NAME, VALUE pairs of ``--set``, later ones overriding earlier ones.
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


def _number(name: str, kind: type, low: float, high: float) -> Callable[[str], object]:
    return ParamSpec(name, kind, kind(low), low, high).parse


def _rules(text: str) -> str:
    return rules_named(text).name


def _resign(text: str) -> float | None:
    rate = ParamSpec("resign", float, 0.1, 0.001, 0.5, zero_is_off=True).parse(text)
    return float(rate) or None


def _log(text: str) -> Path:
    path = Path(text).expanduser()
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError(f"log cannot be {text!r}: expected a file in a folder that exists")
    return path


_OPTIONS: Final = (
    Option(
        "simulations",
        "N",
        _number("simulations", int, 1, 2_000_000_000),
        "simulations for each move (default: as many as the time allows)",
    ),
    Option(
        "time_per_move",
        "SECONDS",
        _number("time-per-move", float, 0.001, 86_400),
        "seconds for each move (default: the clock decides)",
    ),
    Option("threads", "N", _number("threads", int, 1, 256), "search threads (default: 1)"),
    Option(
        "memory",
        "MB",
        _number("memory", int, 16, 1_048_576),
        "the most megabytes the search tree takes (default: 512)",
    ),
    Option(
        "seed",
        "N",
        _number("seed", int, 0, 2**63 - 1),
        "seed of all randomness (default: 1); one thread, fixed simulations and the same seed "
        "play the same game again",
    ),
    Option("rules", "NAME", _rules, "chinese, tromp-taylor, japanese, aga ... (default: chinese)"),
    Option(
        "boardsize",
        "N",
        _number("boardsize", int, MIN_SIZE, MAX_SIZE),
        f"size of the first board, {MIN_SIZE} to {MAX_SIZE} (default: 19)",
    ),
    Option("komi", "X", _number("komi", float, -1000, 1000), "komi (default: that of the rules)"),
    Option(
        "resign",
        "RATE|off",
        _resign,
        "win rate below which the engine resigns, or off (default: 0.1)",
    ),
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
