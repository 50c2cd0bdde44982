"""The kind of a mistake in words: what was overlooked.

Each function looks at one kind and returns it, or None; it knows the position, what was played,
what was best, and who owned what after each in the searches. ``kinds_of`` asks them in the order of
how much they explain. A kind is named only where the rules of the board show it and the searches
agree that stones, or points, were lost by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS, opponent, point_to_vertex, vertex_to_point
from board_ext.position import Position
from board_ext.probe import Probe
from gtpengine.base.language import later, later_n
from gtpengine.review.model import MistakeKind, unpacked
from gtpengine.review.searches import Pair

MOST: Final = 2
"""Kinds that are named of a mistake, of those that were overlooked on the board."""

LOST: Final = 0.3
"""Ownership, from the mover's side, above which a chain lives and below minus which it is dead."""

GROUP: Final = 3
"""Fewest dead stones that the page calls a group."""

OWN: Final = 0.85
"""Ownership from which a point is somebody's for sure."""

FAR: Final = 4
"""Lines between two points that are not about the same thing."""

SMALL: Final = 3.0
"""Points lost by a move that is too small."""


@dataclass(frozen=True)
class Mistake:
    """A move that lost something.

    ``position`` is the position before the move, ``pair`` what was played and what was best,
    ``before`` the ownership before the move, +1 Black's, from A1 on.
    """

    position: Position
    color: int
    point: int
    pair: Pair
    before: tuple[float, ...]
    lost_points: float

    @property
    def size(self) -> int:
        """The number of lines of the board."""
        return self.position.size

    @cached_property
    def best(self) -> int:
        """The better move."""
        return vertex_to_point(self.pair[1].move, self.size)

    @cached_property
    def probe(self) -> Probe:
        """The board before the move; not to be played on."""
        return Probe.of(self.position)

    @cached_property
    def after_played(self) -> Probe:
        """The board after the move; not to be played on."""
        return self._after(self.point)

    @cached_property
    def after_best(self) -> Probe:
        """The board after the better move; not to be played on."""
        return self._after(self.best)

    def _after(self, point: int) -> Probe:
        probe = self.probe.copy()
        if point != PASS:
            probe.play(point, self.color)
        return probe

    @cached_property
    def own_before(self) -> list[float]:
        """Ownership before the move, +1 the mover's."""
        return self._mine(self.before)

    @cached_property
    def own_played(self) -> list[float]:
        """Ownership after the move, +1 the mover's."""
        return self._mine(unpacked(self.pair[0].ownership))

    @cached_property
    def own_best(self) -> list[float]:
        """Ownership after the better move, +1 the mover's."""
        return self._mine(unpacked(self.pair[1].ownership))

    def _mine(self, ownership: Sequence[float]) -> list[float]:
        sign = 1 if self.color == BLACK else -1
        return [sign * value for value in ownership]

    @cached_property
    def chains(self) -> list[tuple[int, list[int]]]:
        """Colour and points of each chain on the board before the move."""
        found, seen = [], set[int]()
        for point in range(self.size**2):
            color = self.position.color_at(point)
            if color != EMPTY and point not in seen:
                chain = self.position.chain_at(point)
                seen.update(chain)
                found.append((color, chain))
        return found

    def chains_of(self, color: int) -> list[list[int]]:
        """Return the chains of a colour before the move, the largest first."""
        own = [chain for one, chain in self.chains if one == color]
        return sorted(own, key=lambda chain: (-len(chain), chain))

    def name(self, point: int) -> str:
        """Return the vertex of a point, or pass."""
        return point_to_vertex(point, self.size)

    def names(self, points: Sequence[int]) -> tuple[str, ...]:
        """Return the vertices of points."""
        return tuple(self.name(point) for point in points)

    def distance(self, one: int, other: int) -> int:
        """Return how many lines two points are apart, in the direction in which they are more."""
        return max(
            abs(one // self.size - other // self.size), abs(one % self.size - other % self.size)
        )


def mean(ownership: Sequence[float], points: Sequence[int]) -> float:
    """Return the mean ownership of some points."""
    return sum(ownership[point] for point in points) / len(points)


def passed_early(m: Mistake) -> MistakeKind | None:
    """A pass while there was something to play for."""
    if m.point != PASS:
        return None
    return MistakeKind(
        "passed too early",
        later("Passed too early: {best} was still worth playing.", best=m.name(m.best)),
    )


def self_atari(m: Mistake) -> MistakeKind | None:
    """The move left its own chain with one liberty, and the chain is lost.

    A single stone may be a throw-in, and what retakes a ko is no oversight.
    """
    if m.point == PASS or not m.probe.is_self_atari(m.point, m.color):
        return None
    stones = _chain_of(m.after_played, m.point)
    took = sum(
        m.position.color_at(p) == opponent(m.color) and m.after_played.colors()[p] == EMPTY
        for p in range(m.size**2)
    )
    if took or len(stones) < 2 or mean(m.own_played, stones) > -LOST:
        return None
    return MistakeKind(
        "self-atari",
        later_n(
            "Self-atari: after {point} {count} stone can be taken at once.",
            "Self-atari: after {point} {count} stones can be taken at once.",
            len(stones),
            point=m.name(m.point),
        ),
        m.names(stones),
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
    return MistakeKind(
        "capture missed",
        later_n(
            "Missed a capture: {best} takes {count} stone.",
            "Missed a capture: {best} takes {count} stones.",
            len(left),
            best=m.name(m.best),
        ),
        m.names(left),
    )


def missed_rescue(m: Mistake) -> MistakeKind | None:
    """A chain in atari, which the better move saves and the move played does not."""
    for chain in m.chains_of(m.color):
        if m.probe.atari_liberty(chain[0]) is None or mean(m.own_played, chain) > -LOST:
            continue
        if mean(m.own_best, chain) < LOST:
            continue
        if _liberties(m.after_best, chain) < 2 or _liberties(m.after_played, chain) > 1:
            continue
        return MistakeKind(
            "atari overlooked",
            later_n(
                "Atari overlooked: {count} stone at {point} could be taken; {best} saves it.",
                "Atari overlooked: {count} stones at {point} could be taken; {best} saves them.",
                len(chain),
                point=m.name(chain[0]),
                best=m.name(m.best),
            ),
            m.names(chain),
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
        if mean(m.own_played, chain) > -LOST:
            continue
        return MistakeKind(
            "ladder",
            later_n(
                "Ran in a ladder that does not work: {count} stone at {point} cannot get away.",
                "Ran in a ladder that does not work: {count} stones at {point} cannot get away.",
                len(chain),
                point=m.name(chain[0]),
            ),
            m.names(chain),
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
        if _liberties_when_run(m.after_played, chain, opponent(m.color)) != 2:
            continue  # no ladder, but an atari
        return MistakeKind(
            "ladder",
            later_n(
                "Chased {count} stone at {point} in a ladder that does not work.",
                "Chased {count} stones at {point} in a ladder that does not work.",
                len(chain),
                point=m.name(chain[0]),
            ),
            m.names(chain),
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
        about = {"point": m.name(chain[0]), "best": m.name(m.best)}
        if _liberties_when_run(m.after_best, chain, opponent(m.color)) >= 2:
            text = later_n(
                "Missed a ladder: {best} catches {count} stone at {point}.",
                "Missed a ladder: {best} catches {count} stones at {point}.",
                len(chain),
                **about,
            )
            return MistakeKind("ladder", text, m.names(chain))
        text = later_n(
            "Missed a capture: {best} catches {count} stone at {point}.",
            "Missed a capture: {best} catches {count} stones at {point}.",
            len(chain),
            **about,
        )
        return MistakeKind("capture missed", text, m.names(chain))
    return None


def ladder_threat(m: Mistake) -> MistakeKind | None:
    """Own stones that a ladder catches; the better move stops it, the move played does not."""
    for chain in m.chains_of(m.color):
        if len(m.probe.liberties_of(chain[0])) != 2 or m.probe.ladder_captures(chain[0]) is None:
            continue
        if _is_empty(m.after_played, chain[0]) or m.after_played.ladder_captures(chain[0]) is None:
            continue
        if m.after_best.ladder_captures(chain[0]) is not None:
            continue
        if mean(m.own_played, chain) > -LOST or mean(m.own_best, chain) < LOST:
            continue
        return MistakeKind(
            "ladder",
            later_n(
                "Did not see a ladder: {count} stone at {point} can be caught; {best} prevents it.",
                "Did not see a ladder: {count} stones at {point} can be caught;"
                " {best} prevents it.",
                len(chain),
                point=m.name(chain[0]),
                best=m.name(m.best),
            ),
            m.names(chain),
        )
    return None


def ko(m: Mistake) -> MistakeKind | None:
    """The better move takes a ko, or ends one."""
    if m.best == PASS:
        return None
    best = m.name(m.best)
    if m.after_best.ko_point is not None:
        return MistakeKind("ko", later("Ko: {best} takes the ko.", best=best), (best,))
    probe = m.probe.copy()  # would the other side take a ko at the better move?
    if probe.is_legal(m.best, opponent(m.color)):
        probe.play(m.best, opponent(m.color))
        if probe.ko_point is not None:
            return MistakeKind("ko", later("Ko: {best} ends the ko.", best=best), (best,))
    return None


def group_died(m: Mistake) -> MistakeKind | None:
    """Stones of the player that live after the better move and are dead after the played one."""
    lost = [
        chain
        for chain in m.chains_of(m.color)
        if mean(m.own_best, chain) >= LOST and mean(m.own_played, chain) <= -LOST
    ]
    stones = [point for chain in lost for point in chain]
    if len(stones) < GROUP:
        return None
    return MistakeKind(
        "group died",
        later_n(
            "A group died: {count} stone around {point}; {best} keeps it alive.",
            "A group died: {count} stones around {point}; {best} keeps them alive.",
            len(stones),
            point=m.name(lost[0][0]),
            best=m.name(m.best),
        ),
        m.names(stones),
    )


def let_live(m: Mistake) -> MistakeKind | None:
    """Stones of the other side that die by the better move and live after the one played.

    Where a group of the player died instead, that kind says enough.
    """
    if group_died(m) is not None:
        return None
    saved = [
        chain
        for chain in m.chains_of(opponent(m.color))
        if mean(m.own_best, chain) >= LOST and mean(m.own_played, chain) <= -LOST
    ]
    stones = [point for chain in saved for point in chain]
    if len(stones) < GROUP:
        return None
    return MistakeKind(
        "kill missed",
        later_n(
            "Let a group live: {best} kills {count} stone around {point}.",
            "Let a group live: {best} kills {count} stones around {point}.",
            len(stones),
            point=m.name(saved[0][0]),
            best=m.name(m.best),
        ),
        m.names(stones),
    )


def lost_stone(m: Mistake) -> MistakeKind | None:
    """A stone put where it is dead at once, although the place was not safe before either."""
    if m.point == PASS:
        return None
    if m.own_before[m.point] > -OWN or m.own_played[m.point] > -OWN:
        return None
    return MistakeKind(
        "dead stone",
        later("{point} lies in the other side's territory and stays dead.", point=m.name(m.point)),
        (m.name(m.point),),
    )


def own_territory(m: Mistake) -> MistakeKind | None:
    """A move in territory that the player owned already."""
    if m.point == PASS or m.own_before[m.point] < OWN:
        return None
    if any(
        m.probe.atari_liberty(chain[0]) is not None and m.own_before[chain[0]] < OWN
        for _, chain in m.chains
    ):
        return None  # there was something to do
    return MistakeKind(
        "own territory",
        later(
            "{point} was already territory of the player; {best} is larger.",
            point=m.name(m.point),
            best=m.name(m.best),
        ),
        (m.name(m.point),),
    )


def no_answer(m: Mistake) -> MistakeKind | None:
    """The better move answers the last one, and the move played is elsewhere."""
    if PASS in (m.point, m.best) or not m.position.moves:
        return None
    color, last = m.position.moves[-1]
    if color == m.color or last == PASS:
        return None
    if m.distance(m.best, last) > 2 or m.distance(m.point, last) <= FAR:
        return None
    return MistakeKind(
        "no answer",
        later(
            "Did not answer {point}: {best} was needed.", point=m.name(last), best=m.name(m.best)
        ),
    )


def too_small(m: Mistake) -> MistakeKind | None:
    """Neither move is about stones in trouble; the better one is elsewhere and larger."""
    if PASS in (m.point, m.best) or m.lost_points < SMALL:
        return None
    if m.distance(m.point, m.best) <= FAR:
        return None
    if any(abs(mean(m.own_best, c) - mean(m.own_played, c)) > LOST for _, c in m.chains):
        return None
    return MistakeKind(
        "too small",
        later("Too small: {best} is larger, and no stones are in trouble.", best=m.name(m.best)),
        (m.name(m.best),),
    )


NAMES: Final = {
    "passed too early": later("passed too early"),
    "self-atari": later("self-atari"),
    "capture missed": later("capture missed"),
    "atari overlooked": later("atari overlooked"),
    "ladder": later("ladder"),
    "ko": later("ko"),
    "group died": later("group died"),
    "kill missed": later("kill missed"),
    "dead stone": later("dead stone"),
    "own territory": later("own territory"),
    "no answer": later("no answer"),
    "too small": later("too small"),
}
"""What the kinds are called."""

TACTICS: Final[tuple[Callable[[Mistake], MistakeKind | None], ...]] = (
    passed_early,
    self_atari,
    missed_capture,
    missed_rescue,
    failing_ladder,
    missed_ladder,
    ladder_threat,
    broken_ladder,
    ko,
    group_died,
    let_live,
)
"""What was overlooked on the board, that first which says most."""

PLACES: Final[tuple[Callable[[Mistake], MistakeKind | None], ...]] = (
    lost_stone,
    own_territory,
    no_answer,
    too_small,
)
"""Moves in the wrong place, asked for where nothing was overlooked."""


def kinds_of(mistake: Mistake) -> tuple[MistakeKind, ...]:
    """Return the kinds of a mistake, at most ``MOST``, none where none is known."""
    for functions, most in ((TACTICS, MOST), (PLACES, 1)):
        found = (function(mistake) for function in functions)
        if kinds := [kind for kind in found if kind is not None][:most]:
            return tuple(kinds)
    return ()


def _chain_of(probe: Probe, point: int) -> list[int]:
    """Return the chain at a point of a probe."""
    colors, size = probe.colors(), probe.size
    chain, seen = [point], {point}
    for one in chain:
        row, column = divmod(one, size)
        for near, inside in (
            (one - size, row > 0),
            (one + size, row < size - 1),
            (one - 1, column > 0),
            (one + 1, column < size - 1),
        ):
            if inside and near not in seen and colors[near] == colors[point]:
                seen.add(near)
                chain.append(near)
    return sorted(chain)


def _liberties_when_run(probe: Probe, chain: Sequence[int], color: int) -> int:
    """Return how many liberties a chain in atari gets by running; 0 when it may not."""
    liberty = probe.atari_liberty(chain[0])
    if liberty is None or not probe.is_legal(liberty, color):
        return 0
    after = probe.copy()
    after.play(liberty, color)
    return len(after.liberties_of(chain[0]))


def _is_empty(probe: Probe, point: int) -> bool:
    return probe.colors()[point] == EMPTY


def _liberties(probe: Probe, chain: Sequence[int]) -> int:
    """Return the liberties of a chain, 0 when it was taken."""
    return 0 if _is_empty(probe, chain[0]) else len(probe.liberties_of(chain[0]))
