"""How far a person is with a deck: by kind of mistake and by part of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from gtpengine.base.language import _
from gtpengine.problems.deck import DAYS, Card
from gtpengine.problems.problem import KINDS
from gtpengine.review.summary import PHASES


@dataclass(frozen=True, slots=True)
class ProgressRow:
    """A part of the deck. ``way`` is how far its problems are, from 0 to 1, learned."""

    name: str
    problems: int
    learned: int
    asked: int
    solved: int
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
    return ProgressRow(
        name,
        len(cards),
        sum(card.due is None for card in cards),
        sum(card.asked for card in cards),
        sum(card.solved for card in cards),
        sum(min(card.step, len(DAYS)) for card in cards) / (len(DAYS) * len(cards)),
    )
