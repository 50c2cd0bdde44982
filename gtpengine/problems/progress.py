"""How far a person is with a deck: by kind of mistake and by part of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from gtpengine.base.text.language import _
from gtpengine.problems.deck import DAYS, Card
from gtpengine.problems.problem import KINDS
from gtpengine.review.pages.summary import PHASES

LAST: Final = len(DAYS) + 1
"""How often in a row a problem is solved until it is learned."""


@dataclass(frozen=True, slots=True)
class ProgressRow:
    """A part of the deck. ``steps`` counts its problems by how often in a row they were solved,
    from never to learned; ``way`` is how far they are, from 0 to 1, learned."""

    name: str
    problems: int
    learned: int
    asked: int
    solved: int
    steps: tuple[int, ...]
    way: float

    def to_json(self) -> dict[str, Any]:
        """Return the values as ``json.dumps`` takes them."""
        return asdict(self)


def progress_rows(cards: Iterable[Card]) -> list[ProgressRow]:
    """Return a row for each kind of mistake, and then for each part of the game."""
    cards = list(cards)
    parts: dict[str, list[Card]] = {}
    for card in cards:
        kind = KINDS.get(card.problem.kind, card.problem.kind)
        parts.setdefault(_("kind: {name}", name=kind), []).append(card)
    for card in cards:
        phase = PHASES.get(card.problem.phase, card.problem.phase)
        parts.setdefault(_("phase: {name}", name=phase), []).append(card)
    return [_row(name, found) for name, found in parts.items()]


def _row(name: str, cards: list[Card]) -> ProgressRow:
    reached = [min(card.step, LAST) for card in cards]
    return ProgressRow(
        name,
        len(cards),
        sum(card.due is None for card in cards),
        sum(card.asked for card in cards),
        sum(card.solved for card in cards),
        tuple(reached.count(step) for step in range(LAST + 1)),
        sum(reached) / (LAST * len(cards)),
    )
