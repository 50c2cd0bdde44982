"""Shapes that were overlooked: double ataris, snapbacks, nets, cuts and connections, races.

Each function looks at one kind and returns it, or None. What a shape does is played on the board,
and the searches must agree that stones were lost by it.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import EMPTY, PASS, neighbours, opponent
from board_ext.tactics.probe import Probe
from gtpengine.review.mistakes.mistake import LOST, NEAR, Mistake, chain_of, mean
from gtpengine.review.searching.model import MistakeKind

GROUP: Final = 3
"""Fewest stones of a race that is named."""


def double_atari(m: Mistake) -> MistakeKind | None:
    """The better move puts two chains in atari, of which one can be taken."""
    if m.best == PASS:
        return None
    hit = _put_in_atari(m.probe, m.after_best, m.best, opponent(m.color))
    if len(hit) < 2 or not any(m.turns(chain) for chain in hit):
        return None
    return m.kind_of_two_chains(
        "double atari",
        "Missed a double atari: {move} threatens the stones at {one} and {other}.",
        m.best,
        hit,
        [point for chain in hit for point in chain],
    )


def double_atari_allowed(m: Mistake) -> MistakeKind | None:
    """The expected answer puts two own chains in atari; the better move prevents that."""
    answer = m.answer
    if answer is None or not m.after_played.is_legal(answer, opponent(m.color)):
        return None
    answered = m.after_played.copy()
    answered.play(answer, opponent(m.color))
    hit = _put_in_atari(m.after_played, answered, answer, m.color)
    old = [[p for p in chain if m.position.color_at(p) == m.color] for chain in hit]
    if len(hit) < 2 or not any(chain and m.turns(chain) for chain in old):
        return None
    return m.kind_of_two_chains(
        "double atari",
        "Did not see a double atari: {move} threatens the stones at {one} and {other}.",
        answer,
        hit,
        [point for chain in hit for point in chain],
    )


def snapback(m: Mistake) -> MistakeKind | None:
    """The better move gives a stone, and takes the stones back that take this stone."""
    if m.best == PASS or not m.probe.is_self_atari(m.best, m.color):
        return None
    caught = _retaken(m.after_best, m.best, opponent(m.color))
    old = [p for p in caught if m.position.color_at(p) == opponent(m.color)]
    if len(old) < 2 or not m.turns(old):
        return None
    return m.kind_of_stones(
        "snapback",
        "Missed a snapback: {best} catches {count} stone.",
        "Missed a snapback: {best} catches {count} stones.",
        old,
        best=m.best,
    )


def into_snapback(m: Mistake) -> MistakeKind | None:
    """The move takes a stone, and its chain is taken back at once."""
    if m.point == PASS or not _takes_one(m):
        return None
    stones = chain_of(m.after_played, m.point)
    liberty = m.after_played.atari_liberty(m.point)
    if liberty is None or len(stones) < 2 or mean(m.own_played, stones) > -LOST:
        return None
    if not m.after_played.is_legal(liberty, opponent(m.color)):
        return None
    return m.kind_of_stones(
        "snapback",
        "Ran into a snapback: after {point} {count} stone is taken back.",
        "Ran into a snapback: after {point} {count} stones are taken back.",
        stones,
        point=m.point,
    )


def net(m: Mistake) -> MistakeKind | None:
    """The better move, beside no liberty of the stones, leaves them no way out."""
    if m.best == PASS:
        return None
    other = opponent(m.color)
    for chain in m.chains_of(other):
        free = m.probe.liberties_of(chain[0])
        if not 2 <= len(free) <= 3 or m.best in free or not m.turns(chain):
            continue
        if min(m.distance(m.best, point) for point in chain) > 2:
            continue
        if m.probe.ladder_captures(chain[0]) is not None:
            continue
        if _escapes(m.after_best, chain[0], other):
            continue
        return m.kind_of_stones(
            "net",
            "Missed a net: {best} encloses {count} stone at {point}.",
            "Missed a net: {best} encloses {count} stones at {point}.",
            chain,
            best=m.best,
            point=chain[0],
        )
    return None


def connection(m: Mistake) -> MistakeKind | None:
    """The better move joins two own chains; the answer at that point cuts, and one of them dies."""
    joined = _decided_at_best(m, m.color)
    if not joined:
        return None
    return m.kind_of_two_chains(
        "connection missed",
        "Missed a connection: {move} joins the stones at {one} and {other}, which are cut now.",
        m.best,
        joined,
        [m.best],
    )


def cut(m: Mistake) -> MistakeKind | None:
    """The better move cuts two chains, one of which dies; the answer at that point joins them."""
    parted = _decided_at_best(m, opponent(m.color))
    if not parted or m.after_best.atari_liberty(m.best) is not None:
        return None
    return m.kind_of_two_chains(
        "cut missed",
        "Missed a cut: {move} parts the stones at {one} from those at {other}.",
        m.best,
        parted,
        [m.best],
    )


def race(m: Mistake) -> MistakeKind | None:
    """Own stones die, and enemy stones beside them live, which the better move turns round."""
    for own in m.chains_of(m.color):
        if len(own) < GROUP or not m.turns(own):
            continue
        for stone in m.probe.chain_neighbours(own[0]):
            enemy = m.position.chain_at(stone)
            if len(enemy) < GROUP or not m.turns(enemy):
                continue
            return m.kind_about(
                "race lost",
                "A capturing race was lost: the stones at {point} against those at {enemy};"
                " {best} wins the race.",
                [*own, *enemy],
                point=m.nearest(own, m.best),
                enemy=m.nearest(enemy, m.best),
            )
    return None


def wrong_atari(m: Mistake) -> MistakeKind | None:
    """Both moves put the same stones in atari, from different sides."""
    if PASS in (m.point, m.best):
        return None
    for chain in m.chains_of(opponent(m.color)):
        free = m.probe.liberties_of(chain[0])
        if sorted(free) == sorted((m.point, m.best)) and not m.takes(m.best):
            return m.kind_of_stones(
                "wrong atari",
                "Atari from the wrong side: {best} was the side from which to attack {count} stone"
                " at {point}.",
                "Atari from the wrong side: {best} was the side from which to attack {count}"
                " stones at {point}.",
                chain,
                best=m.best,
                point=chain[0],
            )
    return None


def vital_point(m: Mistake) -> MistakeKind | None:
    """Both sides want the same point: the other side plays there next, and stones suffer."""
    if m.answer is None or m.answer != m.best:
        return None
    near = [
        (sum(m.own_best[stone] - m.own_played[stone] for stone in chain), chain)
        for _, chain in m.chains
        if min(m.distance(m.best, stone) for stone in chain) <= NEAR
    ]
    change, stones = max(near, default=(0.0, []))
    if change < 2 * LOST or change < LOST * len(stones):
        return None
    point = m.nearest(stones, m.best)
    if not m.turns(stones):
        return m.kind_about(
            "vital point missed",
            "Missed the vital point {best} in the fight around {point}: the other side plays"
            " there now.",
            stones,
            point=point,
        )
    return m.kind_of_stones(
        "vital point missed",
        "Missed the vital point {best}, where the other side plays now: the fate of {count} stone"
        " at {point} depends on it.",
        "Missed the vital point {best}, where the other side plays now: the fate of {count} stones"
        " at {point} depends on it.",
        stones,
        best=m.best,
        point=point,
    )


def _put_in_atari(before: Probe, after: Probe, move: int, color: int) -> list[list[int]]:
    """Return the chains of a colour beside a move that the move put in atari, while it itself
    stays out of atari."""
    if after.atari_liberty(move) is not None:
        return []
    hit: list[list[int]] = []
    for point in neighbours(move, before.size):
        if after.colors()[point] != color or any(point in chain for chain in hit):
            continue
        if after.atari_liberty(point) is not None and before.atari_liberty(point) is None:
            hit.append(chain_of(after, point))
    return hit


def _decided_at_best(m: Mistake, color: int) -> list[list[int]]:
    """Return the chains of a colour beside the better move, two or more, if both sides want that
    point and the fate of a chain depends on it; else none."""
    beside = _beside(m, m.best, color)
    decided = len(beside) > 1 and m.answer == m.best and any(m.turns(chain) for chain in beside)
    return beside if decided else []


def _beside(m: Mistake, point: int, color: int) -> list[list[int]]:
    """Return the chains of a colour beside a point, on the board before the move."""
    found: list[list[int]] = []
    for near in () if point == PASS else neighbours(point, m.size):
        known = any(near in chain for chain in found)
        if m.position.color_at(near) == color and not known:
            found.append(m.position.chain_at(near))
    return found


def _retaken(probe: Probe, stone: int, taker: int) -> list[int]:
    """Return the stones that are in atari once they have taken a stone; else an empty list."""
    liberty = probe.atari_liberty(stone)
    if liberty is None or len(chain_of(probe, stone)) > 1 or not probe.is_legal(liberty, taker):
        return []
    taken = probe.copy()
    taken.play(liberty, taker)
    again = taken.atari_liberty(liberty)
    if again is None or not taken.is_legal(again, opponent(taker)):
        return []
    return chain_of(taken, liberty)


def _takes_one(m: Mistake) -> bool:
    """Return whether the move takes a single stone."""
    took = [
        p
        for p in range(m.size**2)
        if m.position.color_at(p) == opponent(m.color) and m.after_played.colors()[p] == EMPTY
    ]
    return len(took) == 1


def _escapes(probe: Probe, stone: int, color: int) -> bool:
    """Return whether a chain, to move, gets out: by running, or by taking stones around it."""
    if probe.capture_moves(stone):
        return True
    for liberty in probe.liberties_of(stone):
        if not probe.is_legal(liberty, color):
            continue
        after = probe.copy()
        after.play(liberty, color)
        if len(after.liberties_of(liberty)) > 2 or after.ladder_captures(liberty) is None:
            return True
    return False
