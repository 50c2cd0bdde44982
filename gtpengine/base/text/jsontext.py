"""Strict reading of JSON from others: invalid or hostile texts are refused."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, Final, NoReturn

DEEPEST: Final = 50
"""Deepest nesting of objects and lists; what is read here has four or five levels."""


def read_json(text: str | bytes, any_number: bool = False) -> Any:
    """Return the value of a JSON text; with ``any_number`` NaN and infinities are accepted.

    :raises ValueError: when the text is not valid JSON, or nested too deeply.
    """
    try:
        if any_number:
            value = json.loads(text)
        else:
            value = json.loads(text, parse_float=_number, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    _check_depth(value)
    return value


def json_object(text: str | bytes, any_number: bool = False) -> dict[str, Any]:
    """Return the JSON object in a text.

    :raises ValueError: as for ``read_json``, and when the value is not an object.
    """
    value = read_json(text, any_number)
    if not isinstance(value, dict):
        raise ValueError("no JSON object")
    return value


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise ValueError("nested too deeply")


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
