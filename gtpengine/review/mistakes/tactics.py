"""What was overlooked on the board: captures, ataris, ladders, ko, groups that live or die.

Each function looks at one kind and returns it, or None. A kind is named only where the rules of the
board show it and the searches agree that stones were lost by it.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, opponent
from board_ext.tactics.probe import Probe
from gtpengine.review.mistakes.mistake import (
    FAR,
    LOST,
    NEAR,
    Mistake,
    chain_of,
    is_empty,
    liberties,
    liberties_when_run,
    mean,
)
from gtpengine.review.searching.model import MistakeKind

GROUP: Final = 3
"""Fewest stones that the page calls a group."""


def passed_early(m: Mistake) -> MistakeKind | None:
    """A pass while there was something to play for."""
    if m.point != PASS:
        return None
    return m.kind_about("passed too early", "Passed too early: {best} was still worth playing.")


def self_atari(m: Mistake) -> MistakeKind | None:
    """The move left its own chain with one liberty, and the chain is lost.

    A single stone may be a throw-in, and what retakes a ko is no oversight.
    """
    if m.point == PASS or not m.probe.is_self_atari(m.point, m.color):
        return None
    stones = chain_of(m.after_played, m.point)
    took = sum(
        m.position.color_at(p) == opponent(m.color) and m.after_played.colors()[p] == EMPTY
        for p in range(m.size**2)
    )
    if took or len(stones) < 2 or mean(m.own_played, stones) > -LOST:
        return None
    return m.kind_of_stones(
        "self-atari",
        "Self-atari: after {point} {count} stone can be taken at once.",
        "Self-atari: after {point} {count} stones can be taken at once.",
        stones,
        point=m.point,
    )


def missed_capture(m: Mistake) -> MistakeKind | None:
    """The better move takes stones off the board that live after the move played."""
    if m.best == PASS:
        return None
    chains = m.chains_of(opponent(m.color))
    taken = [c for c in chains if m.probe.atari_liberty(c[0]) == m.best]
    left = [p for c in taken for p in c if m.after_played.colors()[p] != EMPTY]
    if not left or mean(m.own_best, left) - mean(m.own_played, left) < LOST:
        return None
    if m.after_best.ko_point is not None and len(left) == 1:
        return None  # a ko
    return m.kind_of_stones(
        "capture missed",
        "Missed a capture: {best} takes {count} stone.",
        "Missed a capture: {best} takes {count} stones.",
        left,
        best=m.best,
    )


def missed_rescue(m: Mistake) -> MistakeKind | None:
    """A chain in atari, which the better move saves and the move played does not."""
    for chain in m.chains_of(m.color):
        if m.probe.atari_liberty(chain[0]) is None or mean(m.own_played, chain) > -LOST:
            continue
        if mean(m.own_best, chain) < LOST:
            continue
        if liberties(m.after_best, chain) < 2 or liberties(m.after_played, chain) > 1:
            continue
        return m.kind_of_stones(
            "atari overlooked",
            "Atari overlooked: {count} stone at {point} could be taken; {best} saves it.",
            "Atari overlooked: {count} stones at {point} could be taken; {best} saves them.",
            chain,
            point=chain[0],
            best=m.best,
        )
    return None


def failing_ladder(m: Mistake) -> MistakeKind | None:
    """The move runs out of an atari into a ladder that works for the other side."""
    if m.point == PASS:
        return None
    for chain in m.chains_of(m.color):
        if m.probe.atari_liberty(chain[0]) != m.point:
            continue
        if m.after_played.ladder_captures(chain[0]) is None:
            continue
        if len(chain_of(m.after_played, m.point)) > len(chain) + GROUP:
            continue  # the move joins a group, which dies with the stones
        if mean(m.own_played, chain) > -LOST:
            continue
        return m.kind_of_stones(
            "ladder",
            "Ran in a ladder that works: {count} stone at {point} cannot get away.",
            "Ran in a ladder that works: {count} stones at {point} cannot get away.",
            chain,
            point=chain[0],
        )
    return None


def broken_ladder(m: Mistake) -> MistakeKind | None:
    """The move begins a ladder in which the stones get away, as the searched line shows."""
    answer = m.pair[0].line[1:2]
    if m.point == PASS or not answer:
        return None
    for chain in m.chains_of(opponent(m.color)):
        liberties = m.probe.liberties_of(chain[0])
        if len(liberties) != 2 or m.point not in liberties:
            continue
        liberty = m.after_played.atari_liberty(chain[0])
        if liberty is None or m.name(liberty) != answer[0] or mean(m.own_played, chain) > -LOST:
            continue
        if m.after_played.ladder_escapes(chain[0]) is None:
            continue
        if liberties_when_run(m.after_played, chain, opponent(m.color)) != 2:
            continue  # no ladder, but an atari
        if m.after_played.capture_moves(chain[0]):
            continue  # the stones get away because they take others
        breaker = _ladder_breaker(m.after_played, chain[0])
        if not breaker and len(chain) > GROUP:
            continue  # a group with two ways out
        if breaker:
            return m.kind_of_stones(
                "ladder",
                "Chased {count} stone at {point} in a ladder that does not work: {breaker} is a"
                " ladder breaker.",
                "Chased {count} stones at {point} in a ladder that does not work: {breaker} is a"
                " ladder breaker.",
                chain,
                point=chain[0],
                breaker=m.nearest(breaker, chain[0]),
            )
        return m.kind_of_stones(
            "ladder",
            "Chased {count} stone at {point} in a ladder that does not work.",
            "Chased {count} stones at {point} in a ladder that does not work.",
            chain,
            point=chain[0],
        )
    return None


def missed_ladder(m: Mistake) -> MistakeKind | None:
    """The better move catches stones in a ladder, and they get away now."""
    for chain in m.chains_of(opponent(m.color)):
        if len(m.probe.liberties_of(chain[0])) != 2 or m.best not in m.probe.liberties_of(chain[0]):
            continue
        if m.after_best.ladder_escapes(chain[0]) is not None:
            continue
        if m.probe.ladder_captures(chain[0]) is None:
            continue
        if mean(m.own_best, chain) - mean(m.own_played, chain) < 2 * LOST:
            continue
        named = {"point": chain[0], "best": m.best}
        if liberties_when_run(m.after_best, chain, opponent(m.color)) >= 2:
            return m.kind_of_stones(
                "ladder",
                "Missed a ladder: {best} catches {count} stone at {point}.",
                "Missed a ladder: {best} catches {count} stones at {point}.",
                chain,
                **named,
            )
        return m.kind_of_stones(
            "capture missed",
            "Missed a capture: {best} catches {count} stone at {point}.",
            "Missed a capture: {best} catches {count} stones at {point}.",
            chain,
            **named,
        )
    return None


def ladder_threat(m: Mistake) -> MistakeKind | None:
    """Own stones that a ladder catches; the better move alone stops the ladder."""
    for chain in m.chains_of(m.color):
        if len(m.probe.liberties_of(chain[0])) != 2 or m.probe.ladder_captures(chain[0]) is None:
            continue
        if is_empty(m.after_played, chain[0]) or m.after_played.ladder_captures(chain[0]) is None:
            continue
        if m.after_best.ladder_captures(chain[0]) is not None:
            continue
        if mean(m.own_played, chain) > -LOST or mean(m.own_best, chain) < LOST:
            continue
        if min(m.distance(m.best, stone) for stone in chain) > NEAR:
            return m.kind_of_stones(
                "ladder",
                "Missed a ladder breaker: {best} helps {count} stone at {point}, which a ladder"
                " catches now.",
                "Missed a ladder breaker: {best} helps {count} stones at {point}, which a ladder"
                " catches now.",
                chain,
                best=m.best,
                point=chain[0],
            )
        return m.kind_of_stones(
            "ladder",
            "Did not see a ladder: {count} stone at {point} can be caught; {best} prevents it.",
            "Did not see a ladder: {count} stones at {point} can be caught; {best} prevents it.",
            chain,
            point=chain[0],
            best=m.best,
        )
    return None


def _ladder_breaker(probe: Probe, stone: int) -> list[int]:
    """Return a chain without which the ladder of a stone in atari works; empty without any."""
    colors = probe.colors()
    runner = chain_of(probe, stone)
    seen = set(runner)
    for point, color in enumerate(colors):
        if color != colors[stone] or point in seen:
            continue
        chain = chain_of(probe, point)
        seen.update(chain)
        left = [
            [p for p, one in enumerate(colors) if one == owner and p not in chain]
            for owner in (BLACK, WHITE)
        ]
        if Probe(probe.size, *left).ladder_escapes(stone) is None:
            return chain
    return []


def ko(m: Mistake) -> MistakeKind | None:
    """The better move takes a ko, or ends one."""
    if m.best == PASS:
        return None
    if m.after_best.ko_point is not None:
        return m.kind_about("ko", "Ko: {best} takes the ko.", [m.best])
    probe = m.probe.copy()  # would the other side take a ko at the better move?
    if probe.is_legal(m.best, opponent(m.color)):
        probe.play(m.best, opponent(m.color))
        if probe.ko_point is not None:
            return m.kind_about("ko", "Ko: {best} ends the ko.", [m.best])
    return None


def group_died(m: Mistake) -> MistakeKind | None:
    """Stones of the player that live after the better move and are dead after the played one."""
    stones = _group_that_turns(m, m.color)
    if not stones:
        return None
    return m.kind_of_stones(
        "group died",
        "A group died: {count} stone around {point}; {best} keeps it alive.",
        "A group died: {count} stones around {point}; {best} keeps them alive.",
        stones,
        point=m.nearest(stones, m.best),
        best=m.best,
    )


def let_live(m: Mistake) -> MistakeKind | None:
    """Stones of the other side that die by the better move and live after the one played.

    Where a group of the player died instead, that kind says enough.
    """
    if group_died(m) is not None:
        return None
    stones = _group_that_turns(m, opponent(m.color))
    if not stones:
        return None
    return m.kind_of_stones(
        "kill missed",
        "Let a group live: {best} kills {count} stone around {point}.",
        "Let a group live: {best} kills {count} stones around {point}.",
        stones,
        point=m.nearest(stones, m.best),
        best=m.best,
    )


def _group_that_turns(m: Mistake, color: int) -> list[int]:
    """Return the stones of a colour whose life the mistake decides; empty if fewer than ``GROUP``,
    or if the better move is far from them: another fight decides there, and the sentence would not
    say which."""
    stones = [point for chain in m.chains_of(color) if m.turns(chain) for point in chain]
    if len(stones) < GROUP or m.best == PASS:
        return []
    return stones if m.distance(m.nearest(stones, m.best), m.best) <= FAR else []
