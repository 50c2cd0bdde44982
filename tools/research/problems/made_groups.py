"""Boards decided by groups without liberties outside, each in an eye space of the enemy's area.

- `safe_groups`: all live, or the enemy takes one. Exhaustive play (`board_ext.solvers.localgame`)
  proves it: a group counts as safe if the enemy begins and cannot take it, and as weak if the
  enemy takes it though the group wins every ko. Others are not used.
- `ko`: one lives or dies by a ko, the others are safe. Groups with four points in line are
  threats: the enemy must answer a move in the middle. Without threats exhaustive play proves who
  wins. With threats nothing here says who has enough of them: a teacher is asked.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Collection, Sequence
from typing import Final

from gtpengine.tools.regression.constructions import (
    KO,
    SAFE_GROUPS,
    Made,
    lives,
    ring,
    wins,
    with_eyes,
)

from board_ext.coords import BLACK, EMPTY, WHITE, neighbours, opponent
from board_ext.solvers.localgame import LocalGame, TooLargeError

#: Most positions to look at in one fight.
STATES: Final = 300_000
TRIES: Final = 60
#: Height and width of the boxes that eye spaces are drawn in.
BOXES: Final = ((2, 4), (4, 2), (3, 3), (2, 3), (1, 6))
SPACES: Final = (4, 4, 5, 5, 6, 6, 7)
GUESTS: Final = 0.4
"""How often an enemy stone lies in an eye space."""


@dataclasses.dataclass(frozen=True, slots=True)
class MadeGroup:
    """A group without liberties outside its eye space."""

    owner: int
    space: frozenset[int]
    guests: frozenset[int]
    """The enemy's stones in the space."""
    stones: frozenset[int]

    @property
    def taken(self) -> frozenset[int]:
        return self.space | self.stones

    def falls(self, first: int, size: int, against_kos: bool = False) -> bool:
        """Return whether the enemy takes the group for good when ``first`` moves first.

        Nobody has threats. With ``against_kos`` the enemy must do so though the group wins every
        ko.

        :raises TooLargeError: when there are too many positions to look at.
        """
        enemy = opponent(self.owner)
        walls = [
            (self.owner, sorted(self.stones), True),
            (enemy, sorted(ring(self.taken, size)), False),
        ]
        game = LocalGame(size, self.space, dict.fromkeys(self.guests, enemy), walls, STATES)
        if not game.stands():
            raise TooLargeError
        return game.start(first) in game.won(enemy, 0, None, against_kos)

    def is_safe(self, size: int) -> bool:
        return not self.falls(opponent(self.owner), size)

    def is_weak(self, size: int) -> bool:
        return self.falls(opponent(self.owner), size, against_kos=True)

    def hangs_on_a_ko(self, size: int) -> bool:
        """Return whether, without threats, it depends on who moves, and on a ko."""
        return (
            self.falls(opponent(self.owner), size)
            and not self.is_weak(size)
            and not self.falls(self.owner, size)
        )


def _draw_space(area: set[int], size: int, rng: random.Random) -> frozenset[int]:
    """Return connected points in a box, drawn by lot; empty for no luck."""
    row, column = divmod(rng.choice(sorted(area)), size)
    high, wide = rng.choice(BOXES)
    box = {r * size + c for r in range(row, row + high) for c in range(column, column + wide)
           if r < size and c < size} & area  # fmt: skip
    found = {row * size + column}
    for _ in range(rng.choice(SPACES) - 1):
        more = sorted({q for p in found for q in neighbours(p, size)} & box - found)
        if not more:
            return frozenset()
        found.add(rng.choice(more))
    return frozenset(found)


def _line(area: set[int], size: int, rng: random.Random) -> frozenset[int]:
    """Return four points in a row, drawn by lot; empty for no luck."""
    row, column = divmod(rng.choice(sorted(area)), size)
    found = {row * size + c for c in range(column, column + 4) if c < size}
    return frozenset(found) if len(found) == 4 and found <= area else frozenset()


def _around(owner: int, space: frozenset[int], area: set[int], size: int) -> MadeGroup | None:
    """Return the group around an eye space if it and its ring lie in the area."""
    stones = frozenset(ring(space, size))
    group = MadeGroup(owner, space, frozenset(), stones)
    if not space or not group.taken | ring(group.taken, size) <= area:
        return None
    return group if _connected(stones, size) else None


def _connected(points: Collection[int], size: int) -> bool:
    seen = {min(points)}
    todo = list(seen)
    while todo:
        more = set(neighbours(todo.pop(), size)) & set(points) - seen
        seen |= more
        todo += more
    return seen == set(points)


def _draw(
    owner: int, area: set[int], count: int, size: int, rng: random.Random, line: bool = False
) -> list[MadeGroup]:
    """Return groups apart from each other; fewer where there is no room."""
    groups: list[MadeGroup] = []
    for _ in range(TRIES):
        if len(groups) == count:
            break
        taken = {point for group in groups for point in group.taken}
        space = (_line if line else _draw_space)(area - taken, size, rng)
        group = _around(owner, space, area - taken, size)
        if group is not None:
            if not line and rng.random() < GUESTS:
                guest = frozenset({rng.choice(sorted(space))})
                group = dataclasses.replace(group, guests=guest)
            groups.append(group)
    return groups


def _decided(made: Made, groups: Sequence[MadeGroup], rng: random.Random) -> Made | None:
    """Return the board with its groups if the fate of the first of them decides the game.

    ``made`` has the colours of the areas.
    """
    colors, size = list(made.colors), made.size
    doomed = groups[0]
    inside: set[int] = set()
    for group in groups:
        inside |= group.taken
        for point in group.space:
            colors[point] = opponent(group.owner) if point in group.guests else EMPTY
        for point in group.stones:
            colors[point] = group.owner
    for color in (BLACK, WHITE):
        with_eyes(colors, color, inside, size, rng)
    made = dataclasses.replace(made, colors=tuple(colors))
    try:
        position = made.position()
    except ValueError:  # a chain without liberty
        return None
    if not all(lives(position, color, inside) for color in (BLACK, WHITE)):
        return None
    if any(lives(position, color, ()) for color in (BLACK, WHITE)):
        return None  # the groups, too
    others = {point for group in groups[1:] for point in group.guests}
    decides = wins(position, doomed.owner, others | doomed.guests) and wins(
        position, opponent(doomed.owner), others | doomed.stones
    )
    return made if decides else None


def _areas(size: int, owner: int, enemy: Collection[int]) -> tuple[int, ...]:
    return tuple(opponent(owner) if p in enemy else owner for p in range(size * size))


def safe_groups(size: int, rng: random.Random) -> Made | None:
    """Return a board with two or three groups of which the enemy can take one or none."""
    owner = rng.choice((BLACK, WHITE))
    enemy = opponent(owner)
    area = set(range(size * rng.randrange(size // 2, size - 1)))
    groups = _draw(owner, area, 2 if size < 13 else rng.choice((2, 2, 3)), size, rng)
    if len(groups) < 2:
        return None
    first = rng.choice((BLACK, WHITE))
    try:
        weak = [group for group in groups if group.is_weak(size)]
        if len(weak) > 1 or not all(g.is_safe(size) for g in groups if g not in weak):
            return None
        lost = bool(weak) and (first == enemy or weak[0].falls(owner, size))
        if weak and first == owner and lost != weak[0].falls(owner, size, against_kos=True):
            return None  # a ko
    except TooLargeError:
        return None
    doomed = weak[0] if weak else min(groups, key=lambda group: len(group.taken))
    groups = [doomed, *(group for group in groups if group is not doomed)]
    note = f"{len(groups)} groups, " + ("one falls" if lost else "all are safe")
    winner = enemy if lost else owner
    made = Made(SAFE_GROUPS, size, _areas(size, owner, area), first, winner, note)
    return _decided(made, groups, rng)


def ko(size: int, rng: random.Random) -> Made | None:
    """Return a board with a group that hangs on a ko, and threats for either side."""
    owner = rng.choice((BLACK, WHITE))
    enemy = opponent(owner)
    area = set(range(size * rng.randrange(size // 2, size - 1)))
    drawn = _draw(owner, area, 1, size, rng)
    group = drawn[0] if drawn else None
    first = rng.choice((BLACK, WHITE))
    try:
        if group is None or not group.hangs_on_a_ko(size):
            return None
        lost = group.falls(first, size)
    except TooLargeError:
        return None
    # The enemy threatens groups of the owner, and the owner groups of the enemy.
    against = _draw(owner, area - group.taken, rng.choice((0, 0, 1, 2)), size, rng, line=True)
    rest = set(range(size * size)) - area
    against += _draw(enemy, rest, rng.choice((0, 0, 1, 2)), size, rng, line=True)
    of_enemy = sum(other.owner == owner for other in against)
    note = f"a ko, {of_enemy} threats of the attacker, {len(against) - of_enemy} of the defender"
    winner = None if against else (enemy if lost else owner)
    made = Made(KO, size, _areas(size, owner, area), first, winner, note)
    return _decided(made, [group, *against], rng)
