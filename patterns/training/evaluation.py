"""How well a model predicts the moves of games it has not learned from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from gtpengine.game.records import RecordedGame
from gtpengine.prediction.movemodel import MoveModel

TOPS: Final = (1, 3, 5, 10, 20)
CURVE: Final = 50
"""Last rank of the cumulative curve."""

Ranks = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Figures over some moves.

    ``curve[k - 1]`` is the fraction of moves played that are among the k likeliest, shape (CURVE,);
    moves of equal score share their places. ``log_likelihood`` is the mean of log p of the move
    played.
    """

    moves: int
    log_likelihood: float
    curve: npt.NDArray[np.float64]

    def top(self, k: int) -> float:
        return float(self.curve[k - 1])

    def margin(self, k: int) -> float:
        """Return half the 95 % interval of ``top``, with moves taken as independent."""
        share = self.top(k)
        return float(1.96 * np.sqrt(share * (1.0 - share) / max(1, self.moves)))


def judge(model: MoveModel, games: Iterable[RecordedGame]) -> Ranks:
    """Return the rows of ``judge_game`` for all games, one after the other."""
    from gtpengine.learning.learner import judge_game  # compiled for who learns

    rows = [judge_game(model, game.points, game.size, game.colors) for game in games]
    return np.concatenate(rows) if rows else np.zeros((0, 5))


def accuracy(ranks: Ranks) -> Accuracy:
    """Sum up the rows of ``judge``."""
    places = np.arange(1, CURVE + 1)
    greater, equal = ranks[:, 1:2], ranks[:, 2:3]
    hits = np.clip((places - greater) / np.maximum(equal, 1.0), 0.0, 1.0)
    n = len(ranks)
    return Accuracy(
        moves=n,
        log_likelihood=float(ranks[:, 4].mean()) if n else 0.0,
        curve=hits.mean(axis=0) if n else np.zeros(CURVE),
    )


def by_phase(ranks: Ranks, width: int, phases: int) -> list[tuple[str, Accuracy]]:
    """Return figures for moves 1 to ``width``, the next ``width``, ...; the last phase is open."""
    found = []
    for phase in range(phases):
        first, last = phase * width + 1, (phase + 1) * width
        open_end = phase == phases - 1
        chosen = (ranks[:, 0] >= first) & (open_end | (ranks[:, 0] <= last))
        if chosen.any():
            name = f"{first} and later" if open_end else f"{first} to {last}"
            found.append((name, accuracy(ranks[chosen])))
    return found


def table(rows: Sequence[tuple[str, Accuracy]]) -> str:
    """Return a Markdown table of figures."""
    head = ["moves", "number", *(f"top {k}" for k in TOPS), "mean log p"]
    lines = [" | ".join(head), " | ".join("---" for _ in head)]
    for name, found in rows:
        shares = (f"{100 * found.top(k):.1f} %" for k in TOPS)
        lines.append(" | ".join([name, f"{found.moves:,}", *shares, f"{found.log_likelihood:.3f}"]))
    return "\n".join(f"| {line} |" for line in lines)
