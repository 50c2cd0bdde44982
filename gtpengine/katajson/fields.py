"""The fields of queries and answers: name, form and meaning of each in one place.

The form is written as in JSON Schema (2020-12). `query` reads what is named here, `schema` puts it
together as one document. Where the reader accepts any case, so does the form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from board_ext.coords import COLUMNS, MAX_SIZE, MIN_SIZE
from board_ext.rules import ALL_RULES, MOST_CAPTURES, HandicapBonus, Ko, Scoring

Form = dict[str, Any]
"""A piece of JSON Schema."""

Table = Mapping[str, tuple[Form, str]]
"""Name of a field -> its form, and its meaning in words."""

#: Sides that numbers can be reported for.
PERSPECTIVES: Final = ("BLACK", "WHITE", "SIDETOMOVE")

MAX_MOVES: Final = 5000
"""Most moves of a game; five times as many as in the longest games."""

MOST_VISITS: Final = 1 << 50
"""Most visits of a search: in effect, no limit."""

USUAL_PV: Final = 15

ACTIONS: Final = ("query_version", "query_models", "clear_cache", "terminate", "terminate_all")


def _any_case(words: Iterable[str]) -> Form:
    """Return the form of one of some words, in any case; blanks and ``_`` may stand for ``-``."""

    def letter(c: str) -> str:
        return "[-_ ]" if c == "-" else f"[{c.lower()}{c.upper()}]" if c.isalpha() else c

    words = tuple(words)
    pattern = "|".join("".join(map(letter, word)) for word in words)
    return {"type": "string", "pattern": f"^({pattern})$", "examples": list(words)}


def _whole(low: int, high: int) -> Form:
    return {"type": "integer", "minimum": low, "maximum": high}


def _real(low: float, high: float) -> Form:
    return {"type": "number", "minimum": low, "maximum": high}


def _list(items: Form, **more: Any) -> Form:
    return {"type": "array", "items": items, **more}


def _moves(point: str) -> Form:
    pair = {
        "type": "array",
        "prefixItems": [{"$ref": "#/$defs/player"}, {"$ref": f"#/$defs/{point}"}],
        "items": False,
        "minItems": 2,
    }
    return _list(pair, maxItems=MAX_MOVES)


_LETTERS: Final = f"[{COLUMNS}{COLUMNS.lower()}]"
_POINT: Final = f"{_LETTERS}0*([1-9]|1[0-9])"
_BOOLEAN: Final[Form] = {"type": "boolean"}
_ANYTHING: Final[Form] = {}
_BONUS: Final[Form] = {"anyOf": [_any_case(bonus.value for bonus in HandicapBonus), {"const": 0}]}
_REPORT_SECONDS: Final = _real(0.001, 1e6)

DEFINITIONS: Final[dict[str, Form]] = {
    "player": _any_case(("b", "w", "black", "white")),
    "point": {"type": "string", "pattern": f"^{_POINT}$", "examples": ["D4"]},
    "move": {
        "type": "string",
        "pattern": f"^({_POINT}|[pP][aA][sS][sS])$",
        "examples": ["D4", "pass"],
    },
    "rulesObject": {
        "type": "object",
        "properties": {
            "ko": _any_case(ko.name for ko in Ko),
            "scoring": _any_case(scoring.name for scoring in Scoring),
            "tax": _any_case(("NONE", "SEKI")),
            "suicide": _BOOLEAN,
            "hasButton": {"const": False},
            "whiteHandicapBonus": _BONUS,
            "friendlyPassOk": _BOOLEAN,
            "capture": _whole(0, MOST_CAPTURES),
        },
        "additionalProperties": False,
        # A tax on seki goes with territory, none with area, which is the default.
        "if": {
            "properties": {"scoring": _any_case(("TERRITORY",))},
            "required": ["scoring"],
        },
        "then": {"properties": {"tax": _any_case(("SEKI",))}},
        "else": {"properties": {"tax": _any_case(("NONE",))}},
    },
    "restriction": {
        "type": "object",
        "properties": {
            "player": {"$ref": "#/$defs/player"},
            "moves": _list({"$ref": "#/$defs/move"}),
            "untilDepth": {"type": "integer", "minimum": 1},
        },
        "required": ["player", "moves", "untilDepth"],
    },
}
"""Forms that fields share."""

FLAGS: Final[Table] = {
    "includeOwnership": (_BOOLEAN, "answers hold `ownership`"),
    "includeOwnershipStdev": (_BOOLEAN, "answers hold `ownershipStdev`"),
    "includeMovesOwnership": (_BOOLEAN, "each of `moveInfos` holds `ownership`"),
    "includePolicy": (_BOOLEAN, "answers hold `policy`"),
    "includePVVisits": (_BOOLEAN, "each of `moveInfos` holds `pvVisits`"),
    "includeNoResultValue": (_BOOLEAN, "values hold `noResultValue`, which is 0"),
}
"""Fields of a query that ask for more in the answers."""

SETTINGS: Final[Table] = {
    "maxVisits": (_whole(1, MOST_VISITS), "as the field, which comes first"),
    "maxTime": (_real(0, 1e20), "seconds for each search; 0 is no limit"),
    "reportAnalysisWinratesAs": (
        _any_case(PERSPECTIVES),
        "whose win rates and leads to report (`--perspective`)",
    ),
    "analysisPVLen": (_whole(1, 100), "as the field, which comes first"),
}
"""Fields of ``overrideSettings``."""

IGNORED: Final = (
    "wideRootNoise", "rootPolicyTemperature", "rootFpuReductionMax", "ignorePreRootHistory",
    "playoutDoublingAdvantage", "antiMirror", "humanSLProfile",
)  # fmt: skip
"""Settings about neural networks, without a meaning here; clients always send them."""

REQUIRED: Final = ("id", "moves", "rules", "boardXSize", "boardYSize")

FIELDS: Final[Table] = {
    "id": ({"type": "string"}, "any text; the answers repeat it"),
    "moves": (_moves("move"), 'the moves of the game: `[["B","D4"],["W","pass"]]`'),
    "rules": (
        {"anyOf": [_any_case(ALL_RULES), {"$ref": "#/$defs/rulesObject"}]},
        "the name of the rules, or an object as of KataGo's `kata-set-rules`",
    ),
    "boardXSize": (_whole(MIN_SIZE, MAX_SIZE), "lines of the board"),
    "boardYSize": (_whole(MIN_SIZE, MAX_SIZE), "the same number"),
    "komi": (
        {**_real(-150, 150), "multipleOf": 0.5},
        "points for White; the komi of the rules when left out",
    ),
    "whiteHandicapBonus": (_BONUS, "points for White for handicap stones, in place of the rules'"),
    "initialStones": (_moves("point"), 'stones before the first move: `[["B","D4"]]`'),
    "initialPlayer": (
        {"$ref": "#/$defs/player"},
        "who moves first; when left out, who has the first move, or White after black stones",
    ),
    "analyzeTurns": (
        _list(_whole(0, MAX_MOVES), minItems=1),
        "how many moves to play before a search, for each search; all of them when left out",
    ),
    "maxVisits": (_whole(1, MOST_VISITS), "visits of each search (`--visits`)"),
    "analysisPVLen": (
        _whole(1, MOST_VISITS),
        f"most moves of each `pv` ({USUAL_PV} when left out)",
    ),
    "avoidMoves": (
        _list({"$ref": "#/$defs/restriction"}),
        "moves that a player does not make before `untilDepth`",
    ),
    "allowMoves": (
        _list({"$ref": "#/$defs/restriction"}),
        "the only moves that a player makes before `untilDepth`",
    ),
    "overrideSettings": ({"$ref": "#/$defs/settings"}, "settings of this query, see below"),
    "reportDuringSearchEvery": (
        _REPORT_SECONDS,
        "seconds between answers with `isDuringSearch`; none when left out",
    ),
    "firstReportDuringSearchAfter": (_REPORT_SECONDS, "seconds before the first of them"),
    "priority": (
        _whole(-(1 << 31), 1 << 31),
        "higher ones are searched first (0 when left out)",
    ),
    "priorities": (
        {"anyOf": [_list({"type": "integer"}), {"type": "null"}]},
        "a priority for each of `analyzeTurns`",
    ),
    **FLAGS,
}
"""Fields of a query."""
