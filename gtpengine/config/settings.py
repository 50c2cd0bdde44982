"""A user's choices before the engine starts, from a TOML file and the command line.

The table ``OPTIONS`` names every setting, reads its text and explains it; the command line, the
configuration file and ``--help`` come from it. The engine's parameters are kept as text. Those
with their own option (rows with a ``metavar``) are checked here, others (``--set NAME=VALUE``) by
the engine when it starts.
"""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from board_ext.coords import MAX_SIZE, MIN_SIZE
from gtpengine.base.arguments import foreign, laboratory
from gtpengine.base.arguments.paramspec import AUTO, ParamSpec, nearest
from gtpengine.base.files.userpath import read_regular, user_path
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.config.threads import usual_threads


class SettingsError(ValueError):
    """A wrong name or value; the text says what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices; all but ``parameters`` are checked.

    With ``komi`` None the rules decide. ``options`` are names and texts of engine parameters that
    have their own option. ``parameters`` are NAME, VALUE pairs: the ``preset``'s, then those
    of ``--set``; later ones override earlier ones and ``options``.
    """

    boardsize: int = MAX_SIZE
    komi: float | None = None
    log: Path | None = None
    preset: str = ""
    options: tuple[tuple[str, str], ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()

    def threads(self) -> str | None:
        """Return the text for the engine's threads where the user did not say; else None."""
        named = {name.lower() for name, _ in (*self.options, *self.parameters)}
        return None if "threads" in named else usual_threads(seeded="seed" in named)

    def has_auto(self) -> bool:
        """Return whether a parameter is what suits this machine, which nobody has seen yet."""
        texts = [text for _, text in (*self.options, *self.parameters)]
        return any(text.strip().lower() == AUTO for text in (*texts, self.threads() or ""))


@dataclass(frozen=True, slots=True)
class Option:
    """One setting: how to read it, its help, and the engine's parameter it sets, if any.

    ``bare`` is its text where the option stands without one; empty where it may not.
    """

    metavar: str
    parse: Callable[[str], object]
    help: str
    parameter: str = ""
    bare: str = ""


def _of_engine(spec: ParamSpec) -> tuple[str, Option]:
    """Return the name and the option that sets a parameter of the engine."""
    name = spec.name.replace("_", "-")
    read = replace(spec, name=name).parse
    return name, Option(spec.metavar, read, spec.help_text(), spec.name, spec.bare)


_BOARDSIZE: Final = ParamSpec(
    "boardsize", int, MAX_SIZE, MIN_SIZE, MAX_SIZE, doc="size of the first board"
)
_KOMI: Final = ParamSpec("komi", float, 0.0, -1000, 1000)


def _log(text: str) -> Path:
    path = user_path(text)
    try:
        good = path.parent.is_dir() and not path.is_dir()
    except OSError:  # a name that is too long
        good = False
    if not good:
        raise ValueError(f"log cannot be {text!r}: expected a file in a folder that exists")
    return path


def _presets() -> Any:
    return laboratory.module("presets", "--preset")


def _preset(text: str) -> object:
    return _presets().read_preset(text)


OPTIONS: Final[Mapping[str, Option]] = {
    **dict(_of_engine(spec) for spec in ENGINE_PARAMS.values() if spec.metavar),
    "boardsize": Option("N", _BOARDSIZE.parse, _BOARDSIZE.help_text()),
    "komi": Option(
        "POINTS", _KOMI.parse, "points for White (-1000 to 1000; default: the komi of the rules)"
    ),
    "log": Option("FILE", _log, "append everything read and answered to FILE (default: none)"),
    "preset": Option(
        "NAME",
        _preset,
        "search as a program or paper did; 'gtpengine help presets' lists them (default: none)",
    ),
}
"""Options by their name in the configuration file, which is ``--name`` on the command line."""

_PARAMETER_TABLE: Final = "set"

LARGEST_CONFIG: Final = 1 << 20
"""Most bytes of a configuration file."""


def read_config(path: Path) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Read the TOML file ``path``; return the texts of its options, and its parameters.

    Keys are the long options without their dashes; the table ``[set]`` holds engine parameters.
    Values are not checked here.

    :raises SettingsError: when the file cannot be read or has unknown names.
    """
    try:
        content = tomllib.loads(read_regular(path, LARGEST_CONFIG).decode("utf-8"))
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise SettingsError(f"cannot read the configuration {path}: {reason}") from error
    except RecursionError:
        raise SettingsError(f"the configuration {path} is nested too deeply") from None
    except ValueError as error:
        raise SettingsError(f"the configuration {path} is not TOML: {error}") from error
    parameters = content.pop(_PARAMETER_TABLE, {})
    if not isinstance(parameters, dict):
        raise SettingsError(f"{path}: 'set' must be a table: [set], then lines NAME = VALUE")
    texts: dict[str, str] = {}
    for key, value in content.items():
        name = key.replace("_", "-")
        if name not in OPTIONS:
            raise SettingsError(f"{path}: {_unknown(key)}")
        texts[name] = _text(path, key, value)
    return texts, [(name, _text(path, name, value)) for name, value in parameters.items()]


def _text(path: Path, name: str, value: Any) -> str:
    """Return a TOML scalar as the command line would spell it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        with contextlib.suppress(ValueError):  # an integer of thousands of digits
            return str(value)
    raise SettingsError(f"{path}: {name} must be a number or a string")


def make_settings(texts: Mapping[str, str], parameters: Iterable[tuple[str, str]] = ()) -> Settings:
    """Read the texts of options, by option name.

    :raises SettingsError: when a value is out of range; the message names the range.
    """
    values: dict[str, Any] = {}
    options = []
    for name, text in texts.items():
        option = OPTIONS[name]
        try:
            value = option.parse(text)
        except ValueError as error:
            raise SettingsError(str(error)) from error
        if option.parameter:
            options.append((option.parameter, text))
        else:
            values[name] = value
    preset = values.get("preset")
    of_preset = _presets().preset_parameters(preset) if preset else ()
    whole = (*of_preset, *parameters)
    return Settings(**values, options=tuple(options), parameters=whole)


def _unknown(name: str) -> str:
    """Return an error message that refuses the name of a setting and suggests the right one."""
    known = [*OPTIONS, _PARAMETER_TABLE]
    ours = foreign.PARAMETERS.get(name.lower(), "").replace("_", "-")
    guess = ours if ours in known else nearest(name, known)
    if guess:
        return f"unknown setting {name!r}: did you mean {guess}?"
    return (
        f"unknown setting {name!r}: known are {', '.join(known)}; parameters such as ponder stand"
        " below a line [set]"
    )
