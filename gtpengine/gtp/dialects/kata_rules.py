"""Rules as KataGo writes them: a JSON object, or a name.

Rules that the engine does not have are refused: a tax on groups (``stone-scoring``), a tax on seki
under area scoring or none under territory scoring, and the button.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

from board_ext.rules import ALL_RULES, MOST_CAPTURES, HandicapBonus, Ko, Rules, Scoring, rules_named
from gtpengine.base.text.jsontext import json_object
from gtpengine.game.rulenames import kata_fields
from gtpengine.gtp.arguments import shorten

KEYS: Final = (
    "hasButton",
    "ko",
    "scoring",
    "suicide",
    "tax",
    "whiteHandicapBonus",
    "friendlyPassOk",
    "capture",
)

CUSTOM: Final = "custom"
"""The name of rules that have no name of their own."""


def rules_to_json(rules: Rules) -> str:
    """Return the rules as ``kata-get-rules`` shows them."""
    return json.dumps(kata_fields(rules), separators=(",", ":"))


def rules_from_text(text: str, current: Rules) -> Rules:
    """Read rules from a name or a JSON object; missing fields are taken from ``current``.

    :raises ValueError: when something is unknown or not supported; the message says what is.
    """
    if not text.lstrip().startswith("{"):
        return rules_named(text)
    try:
        given = json_object(text)
    except ValueError as error:
        raise ValueError(f"not a JSON object: {error}") from None
    fields = kata_fields(current)
    if str(given.get("scoring", fields["scoring"])).upper() != fields["scoring"]:
        # The tax on seki follows the scoring; users who change that need not know.
        fields["tax"] = "NONE" if fields["tax"] == "SEKI" else "SEKI"
    if "scoring" in given:
        fields.pop("capture", None)  # who says how to count does not mean captures to decide
    for key, value in given.items():
        if key not in KEYS:
            raise ValueError(f"unknown field {shorten(key)}: known are {', '.join(KEYS)}")
        fields[key] = value
    return _rules(fields, current)


def rules_with(current: Rules, key: str, value: str) -> Rules:
    """Return ``current`` with one field changed, as for ``kata-set-rule``.

    :raises ValueError: as for ``rules_from_text``.
    """
    booleans = {"true": True, "false": False}
    return rules_from_text(json.dumps({key: booleans.get(value.lower(), value)}), current)


def _rules(fields: dict[str, Any], current: Rules) -> Rules:
    scoring = Scoring[_word(fields, "scoring", [member.name for member in Scoring])]
    ko = Ko[_word(fields, "ko", [member.name for member in Ko])]
    tax = "SEKI" if scoring is Scoring.TERRITORY else "NONE"
    if _word(fields, "tax", ("NONE", "SEKI", "ALL")) != tax:
        raise ValueError(f"with scoring {scoring.name} the tax can only be {tax}")
    if _truth(fields, "hasButton"):
        raise ValueError("the button is not supported")
    bonus = HandicapBonus(_word(fields, "whiteHandicapBonus", [b.value for b in HandicapBonus]))
    wanted = replace(
        current,
        name=CUSTOM,
        ko=ko,
        suicide=_truth(fields, "suicide"),
        scoring=scoring,
        handicap_bonus=bonus,
        removes_dead=_truth(fields, "friendlyPassOk"),
        capture=_captures(fields),
    )
    for known in (current, *ALL_RULES.values()):
        if kata_fields(known) == kata_fields(wanted):
            return known
    return wanted


def _word(fields: dict[str, Any], key: str, known: list[str] | tuple[str, ...]) -> str:
    word = str(fields[key]).upper()
    if word not in known:
        raise ValueError(f"{key} must be one of {', '.join(known)}, not {shorten(fields[key])}")
    return word


def _captures(fields: dict[str, Any]) -> int:
    stones = fields.get("capture", 0)
    if isinstance(stones, bool) or stones not in range(MOST_CAPTURES + 1):
        raise ValueError(f"capture must be 0 to {MOST_CAPTURES} stones, not {shorten(stones)}")
    return int(stones)


def _truth(fields: dict[str, Any], key: str) -> bool:
    value = fields[key]
    if not isinstance(value, bool):
        raise ValueError(f"{key} must be true or false, not {shorten(value)}")
    return value
