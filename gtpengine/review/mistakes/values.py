"""Sente and gote: which moves are answered, what the other side plays next, what that is worth.

Each function looks at one kind and returns it, or None. The lines that the searches expect decide.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import BLACK, PASS, WHITE, opponent
from board_ext.tactics.probe import Probe
from gtpengine.review.mistakes.mistake import FAR, LOST, Mistake, chain_of, mean
from gtpengine.review.searching.model import MistakeKind
from gtpengine.review.searching.searches import MoveSearch

SETTLED: Final = 0.7
"""Share of the board that has an owner when the endgame begins."""

OWNED: Final = 0.6
"""Ownership of a point that has an owner."""

LEAST: Final = 1.0
"""Points from which a sentence tells how many were lost."""


def ko_threat(m: Mistake) -> MistakeKind | None:
    """In a ko the move puts stones in atari, is answered, and the ko is not taken then."""
    if PASS in (m.point, m.best) or m.answer is None or m.position.ko_point is not None:
        return None
    kos = [ko for color in (BLACK, WHITE) for ko in _kos(m.probe, color)]
    if not kos or m.point in kos or m.answer in kos:
        return None
    threatened = [
        chain
        for chain in m.chains_of(opponent(m.color))
        if m.probe.atari_liberty(chain[0]) is None
        and m.after_played.atari_liberty(chain[0]) is not None
        and len(chain) > 1
    ]
    if not threatened or mean(m.own_played, threatened[0]) > -LOST:
        return None
    answered = m.after_played.copy()
    if not answered.is_legal(m.answer, opponent(m.color)):
        return None
    answered.play(m.answer, opponent(m.color))
    if answered.atari_liberty(threatened[0][0]) is not None or m.at(m.pair[0], 2) in kos:
        return None
    return m.kind_about(
        "ko threat wasted",
        "Ko threat wasted: {point} is answered at {answer}, and is no threat in the ko at"
        " {taken} any more.",
        [m.point],
        answer=m.answer,
        taken=kos[0],
    )


def lost_sente(m: Mistake) -> MistakeKind | None:
    """The better move is answered beside it, and the next move is free; the move played is not
    answered."""
    if not _counts(m):
        return None
    if not m.are_near(m.pair[1], 0, 1) or not _is_free(m, m.pair[1], 0):
        return None
    if m.answer is None or m.distance(m.answer, m.point) <= FAR:
        return None
    return m.kind_about(
        "lost sente",
        "Lost sente: {best} is answered at {answer}; {point} is not answered. That costs"
        " {points:.1f} points.",
        [m.best],
        answer=m.pair[1].line[1],
        points=m.lost_points,
    )


def reverse_sente(m: Mistake) -> MistakeKind | None:
    """In the endgame the other side plays next where the better move is, and keeps the move: it is
    answered."""
    owned = sum(abs(value) >= OWNED for value in m.before)
    if not _counts(m) or m.answer is None or owned < SETTLED * m.size**2:
        return None
    if m.distance(m.answer, m.best) > 1 or not m.are_near(m.pair[0], 1, 2):
        return None
    if m.are_near(m.pair[1], 0, 1) or not _is_free(m, m.pair[0], 1):
        return None
    return m.kind_about(
        "reverse sente missed",
        "Missed a reverse sente at {best}: the other side plays {answer} now and is answered at"
        " {next}. That costs {points:.1f} points.",
        [m.best],
        answer=m.answer,
        next=m.pair[0].line[2],
        points=m.lost_points,
    )


def gote(m: Mistake) -> MistakeKind | None:
    """The move is not answered: the other side takes the larger place at once."""
    if not _counts(m) or m.answer != m.best or m.distance(m.answer, m.point) <= FAR:
        return None
    return m.kind_about(
        "gote",
        "Gote: {point} is not answered, the other side takes {best}. That costs {points:.1f}"
        " points.",
        [m.best],
        points=m.lost_points,
    )


def _counts(m: Mistake) -> bool:
    """Return whether points are what counts: the opening is over, and no stones are in trouble."""
    early = PASS in (m.point, m.best) or m.is_early
    return not early and m.lost_points >= LEAST and not m.stones_turn()


def _is_free(m: Mistake, side: MoveSearch, number: int) -> bool:
    """Return whether whose move was answered plays elsewhere then."""
    return m.at(side, number + 2) is not None and not m.are_near(side, number, number + 2)


def _kos(probe: Probe, color: int) -> list[int]:
    """Return the points at which a colour can take a ko."""
    found = []
    colors = probe.colors()
    for stone, owner in enumerate(colors):
        if owner != opponent(color) or len(chain_of(probe, stone)) > 1:
            continue
        liberty = probe.atari_liberty(stone)
        if liberty is None or not probe.is_legal(liberty, color):
            continue
        taken = probe.copy()
        taken.play(liberty, color)
        if taken.ko_point is not None:
            found.append(liberty)
    return found
