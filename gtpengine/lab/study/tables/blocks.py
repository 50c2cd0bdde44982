"""Blocks of a study's plan: which rows are played on which boards, and how many games a match has.

    [[block]]
    name = "parts"
    title = "Forty techniques that papers compare"
    rows = ["rave", "AMAF"]   # rows and families; without them all rows that no block names
    budget = "1k"
    sizes = [9]               # the table's, if missing
    at = ["simulations"]      # what both sides have alike: simulations, cost or time
    both = ["network=none"]   # settings of both sides; the table's, if missing
    role = "tests"            # control, tests or screen: what its figures are for
    rounds = [100, 300]       # games that each match has before any has more
    width = 0.036             # when a match has games enough; the table's, if missing
    least = 100
    most = 740
    far = 150
    futile = 0.1              # after the last round the least chance of a sign; 0 if missing

Blocks are played in their order. A table without blocks has one for each budget and all its rows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

from .reading import (
    MatchEnding,
    TableError,
    ending_of,
    name_of,
    number,
    only_keys,
    settings_of,
    text_of,
)

WAYS: Final = ("simulations", "cost", "time")
"""What both sides of a match have alike."""

CONTROL, TESTS, SCREEN = "control", "tests", "screen"
ROLES: Final = (CONTROL, TESTS, SCREEN)
"""What the figures of a block are for: how far chance goes, a verdict, or a first look."""


@dataclasses.dataclass(frozen=True, slots=True)
class StudyBlock:
    """A part of the plan; ``rows`` names rows and families, ``budget`` a budget of the table."""

    name: str
    title: str
    budget: str
    sizes: tuple[int, ...]
    at: tuple[str, ...]
    both: tuple[str, ...]
    ending: MatchEnding
    rows: tuple[str, ...] = ()
    role: str = TESTS
    rounds: tuple[int, ...] = ()

    @property
    def goals(self) -> tuple[int, ...]:
        """How many games each match has before any has more; the last is the end."""
        return (*(games for games in self.rounds if games < self.ending.most), self.ending.most)


def block_of(content: dict[str, Any], default: StudyBlock) -> StudyBlock:
    """Return a block; what it does not say is as in ``default``.

    :raises TableError: when the block has a wrong key or value
    """
    what = f"[[block]] {content.get('name', '')}".rstrip()
    known = [field.name for field in dataclasses.fields(StudyBlock) if field.name != "ending"]
    only_keys(content, what, [*known, "width", "least", "most", "far", "futile"])
    role = text_of(content, what, "role") or TESTS
    at = _texts(content, what, "at") or default.at
    for word, choices in ((role, ROLES), *((way, WAYS) for way in at)):
        if word not in choices:
            raise TableError(f"{what}: {word!r} is unknown; write {', '.join(choices)}")
    usual = default.ending
    found = StudyBlock(
        name=name_of(content, what),
        title=text_of(content, what, "title", needed=True),
        budget=text_of(content, what, "budget", needed=True),
        sizes=_wholes(content, what, "sizes", 19) or default.sizes,
        at=at,
        both=settings_of(content, what, "both") if "both" in content else default.both,
        ending=ending_of(content, usual.width, usual.least, usual.most, usual.far),
        rows=_texts(content, what, "rows"),
        role=role,
        rounds=_wholes(content, what, "rounds", 1_000_000),
    )
    return _with_futility(found, number(content, "futile", 0.0, 0.0, 0.5), what)


def _with_futility(block: StudyBlock, chance: float, what: str) -> StudyBlock:
    """Return the block whose matches end after its last round if a sign is that unlikely."""
    if not chance:
        return block
    if len(block.goals) < 2:
        raise TableError(f"{what}: futile needs rounds = [100, 300]: it is asked after the last")
    return dataclasses.replace(
        block, ending=dataclasses.replace(block.ending, futile=chance, look=block.goals[-2])
    )


def _texts(content: Mapping[str, Any], what: str, key: str) -> tuple[str, ...]:
    texts = content.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise TableError(f"{what}: {key} must be a list of names")
    return tuple(texts)


def _wholes(content: Mapping[str, Any], what: str, key: str, most: int) -> tuple[int, ...]:
    numbers = content.get(key, [])
    good = isinstance(numbers, list) and all(type(n) is int and 2 <= n <= most for n in numbers)
    if not good:
        raise TableError(f"{what}: {key} must be a list of whole numbers from 2 to {most:,}")
    return tuple(numbers)


def named_by(block: StudyBlock, blocks: Sequence[StudyBlock], words: Sequence[str]) -> bool:
    """Return whether a block has the row of these words: its name and its family.

    A block without rows has those that no other names.
    """
    if block.rows:
        return any(word in block.rows for word in words)
    return not any(word in other.rows for other in blocks for word in words)
