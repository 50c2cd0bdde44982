"""Whose rank is wanted: the person among the players of some records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from board_ext.coords import BLACK, WHITE
from gtpengine.base.text.language import _, joined
from gtpengine.review.searching.record import ReviewRecord

NAMES: Final = {BLACK: "PB", WHITE: "PW"}
RANKS: Final = {BLACK: "BR", WHITE: "WR"}
"""The SGF properties with the name and the rank of each colour's player."""

MOST_LISTED: Final = 8


class NobodyError(ValueError):
    """Whose rank is wanted is not clear; the message says what to do."""


def name_of(record: ReviewRecord, color: int) -> str:
    """Return the name of a player; empty without one."""
    return record.texts.get(NAMES[color], "").strip()


def rank_of(record: ReviewRecord, color: int) -> str:
    """Return the rank that a record gives a player, as it is written; empty without one."""
    return record.texts.get(RANKS[color], "").strip()


def same_name(one: str, other: str) -> bool:
    """Return whether two names are those of one person: capitals and spaces around do not count."""
    return one.strip().casefold() == other.strip().casefold()


def person_in(records: Sequence[ReviewRecord], wanted: str) -> str:
    """Return the name of the person: ``wanted`` as the records write it, or, when empty, the one
    name that is in all records.

    :raises NobodyError: when the records do not name such a person, or several.
    """
    counts: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for record in records:
        names = {name.casefold(): name for color in NAMES if (name := name_of(record, color))}
        spelled |= names
        counts.update(names.keys())
    if not counts:
        raise NobodyError(_("These records name no players: write names into PB and PW."))
    if wanted:
        if wanted.strip().casefold() in counts:
            return spelled[wanted.strip().casefold()]
        raise NobodyError(
            _(
                "Nobody is called {name} in these records, which name {names}",
                name=wanted.strip(),
                names=_listed(counts, spelled),
            )
        )
    in_all = [name for name, count in counts.items() if count == len(records)]
    if len(in_all) == 1:
        return spelled[in_all[0]]
    raise NobodyError(
        _("Whose rank? Name one of these players: {names}", names=_listed(counts, spelled))
    )


def _listed(counts: Counter[str], spelled: dict[str, str]) -> str:
    """Return the names, the most frequent first, and ``...`` for those left out."""
    names = [spelled[name] for name, _count in counts.most_common(MOST_LISTED)]
    return joined([*names, *(["..."] if len(counts) > MOST_LISTED else [])])
