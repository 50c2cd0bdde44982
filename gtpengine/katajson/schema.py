"""A JSON Schema of the analysis protocol, from the fields that the program reads and writes.

``gtpengine analysis --schema`` prints it. The document itself is the schema of a line of input;
``#/$defs/output`` is the schema of a line of output.

Not said by it, because it takes the game to know: that moves are legal and on this board, that
stones are not set up twice, that ``analyzeTurns`` are no more than the moves, that ``priorities``
are as many. Fields that are not named are answered with a warning, so they are allowed.
"""

from __future__ import annotations

from typing import Any, Final

from board_ext.coords import MAX_SIZE, MIN_SIZE
from gtpengine.katajson.fields import (
    ACTIONS,
    DEFINITIONS,
    FIELDS,
    IGNORED,
    REQUIRED,
    SETTINGS,
    Form,
    Table,
)

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_NUMBER: Final[Form] = {"type": "number"}
_RATE: Final[Form] = {"type": "number", "minimum": 0, "maximum": 1}
_UTILITY: Final[Form] = {"type": "number", "minimum": -1, "maximum": 1}
_COUNT: Final[Form] = {"type": "integer", "minimum": 0}
_TEXT: Final[Form] = {"type": "string"}
_MOVE: Final[Form] = {"$ref": "#/$defs/move"}


def _map(low: float, cells: int = 0) -> Form:
    """Return the form of a list with a number from ``low`` to 1 for each point, and ``cells``."""
    return {
        "type": "array",
        "items": {"type": "number", "minimum": low, "maximum": 1},
        "minItems": MIN_SIZE**2 + cells,
        "maxItems": MAX_SIZE**2 + cells,
    }


VALUES: Final[Table] = {
    "visits": (_COUNT, "simulations"),
    "weight": (_NUMBER, "the same"),
    "winrate": (_RATE, "share of simulations won"),
    "utility": (_UTILITY, "2 `winrate` - 1"),
    "scoreLead": (_NUMBER, "mean lead in points, komi counted"),
    "scoreMean": (_NUMBER, "the same"),
    "scoreSelfplay": (_NUMBER, "the same"),
    "scoreStdev": (_NUMBER, "standard deviation of the lead over simulations"),
    "noResultValue": ({"const": 0}, "0, when asked for"),
}
"""Fields of ``rootInfo`` and of each of ``moveInfos``."""

MOVE: Final[Table] = {
    "move": (_MOVE, "the move"),
    "order": (_COUNT, "0 for the most visited move, then 1, 2 ..."),
    "prior": (_RATE, "the share of the move in the prior knowledge of all moves"),
    "lcb": (_RATE, "Wilson's 95 % bound of `winrate`, on the side bad for the player to move"),
    "utilityLcb": (_UTILITY, "the same as a utility"),
    "pv": ({"type": "array", "items": _MOVE}, "the line expected, the move first"),
    "pvVisits": ({"type": "array", "items": _COUNT}, "visits of each move of `pv`"),
    "ownership": (_map(-1), "ownership after the move"),
    **VALUES,
}
"""Fields of each of ``moveInfos``."""

ROOT: Final[Table] = {
    "currentPlayer": ({"enum": ["B", "W"]}, "who is to move"),
    **VALUES,
}
"""Fields of ``rootInfo``."""

ANSWER: Final[Table] = {
    "id": (_TEXT, "the id of the query"),
    "turnNumber": (_COUNT, "how many moves were played before"),
    "isDuringSearch": ({"type": "boolean"}, "whether the search goes on"),
    "moveInfos": (
        {"type": "array", "items": {"$ref": "#/$defs/moveInfo"}},
        "the moves searched, the most visited first",
    ),
    "rootInfo": ({"$ref": "#/$defs/rootInfo"}, "the position"),
    "ownership": (
        _map(-1),
        "for each point, the top row first: 1 for a point of the side reported for, -1 for a "
        "point of the other side",
    ),
    "ownershipStdev": (_map(0), "standard deviation of `ownership` over simulations"),
    "policy": (_map(-1, 1), "`prior` of each point, the pass last; -1 for illegal moves"),
}
"""Fields of an answer."""

_AT_WISH: Final = {"noResultValue", "pvVisits", "ownership", "ownershipStdev", "policy"}
"""Fields of answers that are there when a query asks for them."""


def _object(fields: Table, required: tuple[str, ...], closed: bool) -> Form:
    made: Form = {
        "type": "object",
        "properties": {
            name: {**form, "description": text.replace("`", "")}
            for name, (form, text) in fields.items()
        },
        "required": list(required),
    }
    return {**made, "additionalProperties": False} if closed else made


def _answered(fields: Table) -> Form:
    return _object(fields, tuple(name for name in fields if name not in _AT_WISH), closed=True)


def _plain(required: dict[str, Form], optional: dict[str, Form] | None = None) -> Form:
    return {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


_OUTPUT_FORMS: Final[dict[str, Form]] = {
    "noResults": _plain(
        {
            "id": _TEXT,
            "isDuringSearch": {"const": False},
            "turnNumber": _COUNT,
            "noResults": {"const": True},
        }
    ),
    "error": _plain({"error": _TEXT}, {"field": _TEXT, "id": _TEXT}),
    "warning": _plain({"warning": _TEXT, "field": _TEXT, "id": _TEXT}),
    "done": {
        "type": "object",
        "properties": {
            "id": _TEXT,
            "action": {"enum": list(ACTIONS)},
            "version": _TEXT,
            "git_hash": _TEXT,
            "models": {"type": "array"},
        },
        "required": ["id", "action"],
    },
}

_OUTPUT: Final = ("answer", *_OUTPUT_FORMS)


def schema() -> dict[str, Any]:
    """Return the document: the schema of a line of input, with all others under ``$defs``."""
    ignored: Table = dict.fromkeys(IGNORED, ({}, "about neural networks; ignored"))
    squares = [
        {"properties": {"boardXSize": {"const": n}, "boardYSize": {"const": n}}}
        for n in range(MIN_SIZE, MAX_SIZE + 1)
    ]
    return {
        "$schema": DIALECT,
        "title": "gtpengine analysis: a line of input",
        "description": "#/$defs/output is a line of output",
        "if": {"required": ["action"]},
        "then": {"$ref": "#/$defs/command"},
        "else": {"$ref": "#/$defs/query"},
        "$defs": {
            **DEFINITIONS,
            "settings": _object({**SETTINGS, **ignored}, (), closed=False),
            "query": {**_object({**FIELDS, **ignored}, REQUIRED, closed=False), "anyOf": squares},
            "command": {
                "type": "object",
                "properties": {
                    "id": _TEXT,
                    "action": {"enum": list(ACTIONS)},
                    "turnNumbers": {"type": ["array", "null"]},
                },
                "required": ["id", "action"],
                "if": {"properties": {"action": {"const": "terminate"}}},
                "then": {"properties": {"terminateId": _TEXT}, "required": ["terminateId"]},
            },
            "moveInfo": _answered(MOVE),
            "rootInfo": _answered(ROOT),
            "output": {
                "anyOf": [{"$ref": f"#/$defs/{name}"} for name in _OUTPUT],
            },
            "answer": _answered(ANSWER),
            **_OUTPUT_FORMS,
        },
    }
