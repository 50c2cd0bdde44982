"""Reading of the tables that users write: TOML, with errors that say what would be right."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from board_ext.rules import rules_named
from gtpengine.base.arguments.paramspec import ParamError, nearest
from gtpengine.base.files.userpath import read_regular
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.lab.presets import read_preset
from gtpengine.mcts.params.search_params import PARAMS

LARGEST_TABLE: Final = 1 << 20
"""What is read of a table."""

NAME: Final = re.compile(r"[a-z0-9][a-z0-9.-]*")
"""Names of what a table has."""


class TableError(ValueError):
    """A table that cannot be used; the text says what would be right."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchEnding:
    """When a match has games enough: ``least`` with a narrow or far interval, or ``most``.

    ``width`` is half the width of the 95 % interval of the score. An interval is far if the whole
    of it is more than ``far`` Elo from even, on either side; 0 is never. More games are futile if,
    after ``look`` games, the chance that the match will have a sign, as one of ``tests``, is below
    ``futile``.
    """

    width: float
    least: int
    most: int
    far: float = 0.0
    futile: float = 0.0
    look: int = 0
    tests: int = 1


def content_of(path: Path) -> dict[str, Any]:
    """Return what a TOML file has.

    :raises TableError: when it is no TOML
    :raises OSError: when it cannot be read
    """
    try:
        return tomllib.loads(read_regular(path, LARGEST_TABLE).decode("utf-8"))
    except RecursionError:
        raise TableError(f"{path}: nested too deeply") from None
    except ValueError as error:
        raise TableError(f"{path} is not TOML: {error}") from error


def tables(content: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the tables ``[[key]]``, of which there must be one."""
    found = content.get(key)
    if not isinstance(found, list) or not found or not all(isinstance(x, dict) for x in found):
        raise TableError(f"there is no [[{key}]]")
    return found


def only_keys(content: Mapping[str, Any], what: str, known: Sequence[str]) -> None:
    """Refuse keys that are not ``known``; ``what`` is what the message speaks of."""
    for key in content:
        if key not in known:
            guess = nearest(key, known)
            hint = f"did you mean {guess}?" if guess else f"known are {', '.join(known)}"
            raise TableError(f"{what} has an unknown key {key!r}: {hint}")


def number(content: Mapping[str, Any], key: str, default: float, low: float, high: float) -> float:
    """Return a number from ``low`` to ``high``."""
    value = content.get(key, default)
    if type(value) not in (int, float) or not low <= value <= high:
        raise TableError(f"{key} must be a number from {low:g} to {high:g}")
    return float(value)


def text_of(content: Mapping[str, Any], what: str, key: str, needed: bool = False) -> str:
    """Return a text; empty when it is not there and not ``needed``."""
    value = content.get(key, "")
    if not isinstance(value, str) or (needed and not value.strip()):
        raise TableError(f"{what} needs {key} = a text")
    return value


def name_of(content: Mapping[str, Any], what: str) -> str:
    """Return the ``name``: small letters, digits, dots and hyphens."""
    name = text_of(content, what, "name", needed=True)
    if not NAME.fullmatch(name):
        raise TableError(f"{what}: a name has small letters, digits, dots and hyphens")
    return name


def no_twins(what: str, names: Sequence[str]) -> None:
    """Refuse two of one name; ``what`` is the plural of what has names."""
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise TableError(f"there are two {what} of the name {twice!r}")


def ending_of(
    content: Mapping[str, Any], width: float, least: int, most: int, far: float = 0.0
) -> MatchEnding:
    """Return when matches have games enough, by ``width``, ``least``, ``most`` and ``far``."""
    found = MatchEnding(
        number(content, "width", width, 0.001, 0.5),
        int(number(content, "least", least, 2, 1e6)),
        int(number(content, "most", most, 2, 1e6)),
        number(content, "far", far, 0, 2000),
    )
    if found.least % 2 or found.most % 2 or found.least > found.most:
        raise TableError("least and most are even numbers of games, and least is not above most")
    return found


def settings_of(content: Mapping[str, Any], what: str, key: str) -> tuple[str, ...]:
    """Return a list of settings NAME=VALUE, each checked."""
    texts = content.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise TableError(f'{what}: {key} must be a list of texts such as ["mercy=0.3"]')
    return tuple(setting_of(what, text) for text in texts)


def preset_of(content: Mapping[str, Any], what: str, key: str) -> str:
    """Return the name of a preset; empty for none."""
    try:
        return read_preset(text_of(content, what, key))
    except ValueError as error:
        raise TableError(f"{what}: {error}") from None


def rules_of(content: Mapping[str, Any], what: str, key: str) -> str:
    """Return the name of a rule set; empty for none."""
    name = text_of(content, what, key)
    try:
        return rules_named(name).name if name else ""
    except ValueError as error:
        raise TableError(f"{what}: {error}") from None


def setting_of(what: str, text: str) -> str:
    """Return NAME=VALUE, if the engine takes it."""
    name, equals, value = text.partition("=")
    spec = (ENGINE_PARAMS | PARAMS).get(name)
    if not equals or spec is None:
        guess = nearest(name, ENGINE_PARAMS | PARAMS)
        hint = f"; did you mean {guess}?" if guess and spec is None else ""
        raise TableError(f"{what}: {text!r} is no PARAMETER=VALUE{hint}")
    try:
        spec.parse(value)
    except (ParamError, ValueError) as error:
        raise TableError(f"{what}: {error}") from None
    return text
