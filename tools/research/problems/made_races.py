"""Boards decided by a race to capture between two long chains, or by their seki.

The chains stand side by side along columns, from the lower edge up. Each has liberties outside,
in the column between it and an enemy wall that lives, liberties shared with the other chain, and
perhaps an eye. Mueller's count, "Race to Capture: Analyzing Semeai in Go" (1999), proves who wins,
or that nobody can attack (`board_ext/solvers/semeai.pxd`, which tests compare with a full search).
"""

from __future__ import annotations

import random
from typing import Final

from gtpengine.tools.regression.constructions import RACES, SEKI, Made, lives, wins, with_eyes
from gtpengine.tools.regression.suites import KOMI

from board_ext.coords import BLACK, EMPTY, WHITE, opponent
from board_ext.solvers import semeai
from board_ext.tactics.probe import Probe

#: The eye of a chain with two (``SEMEAI_ALIVE``).
ALIVE: Final = 1000
#: Moves that the capture of either chain takes, at the least.
LEAST: Final = 3


def race(size: int, rng: random.Random) -> Made | None:
    """Return a board with a race or a seki that decides the game."""
    colors, chains = _draw(size, rng)
    first = rng.choice((BLACK, WHITE))
    try:
        made = Made(RACES, size, tuple(colors), first, None, "")
        position = made.position()
    except ValueError:  # a chain without liberty
        return None
    both = {color: set(position.chain_at(chains[color])) for color in chains}
    if len(both[BLACK] | both[WHITE]) < len(both[BLACK]) + len(both[WHITE]):
        return None
    inside = both[BLACK] | both[WHITE]
    if not all(lives(position, color, inside) for color in (BLACK, WHITE)):
        return None
    enemy = opponent(first)
    shared, *sides, outcome, _ = semeai.race(Probe.of(position), chains[first], chains[enemy])
    counts = [f"{outside}+{eye}" if eye else str(outside) for outside, _, eye in sides]
    moves = [outside + eye + shared for outside, _, eye in sides]
    if any(approach or eye >= ALIVE for _, approach, eye in sides) or min(moves) < LEAST:
        return None
    # What each end of the race is worth to the side to move. In a seki either may fill the dame.
    lead = position.area_score() - KOMI
    dame = sum(outside for outside, _, _ in sides) + shared
    ends = {
        1: wins(position, first, both[enemy]),
        0: wins(position, first, ()),
        -1: wins(position, first, both[first]),
    }
    if outcome:
        decides = ends[outcome] != ends[-outcome]
    else:
        decides = ends[1] != ends[-1] and abs(lead) > dame
    if not decides:
        return None
    note = f"liberties {counts[0]} to {counts[1]}, {shared} shared"
    winner = first if ends[outcome] else enemy
    long = max(outside for outside, _, _ in sides) >= 5
    topic = RACES if outcome else SEKI
    note = f"{'long ' if long and outcome else ''}{'race' if outcome else 'seki'}, {note}"
    return Made(topic, size, tuple(colors), first, winner, note)


def _draw(size: int, rng: random.Random) -> tuple[list[int], dict[int, int]]:
    """Return the colours of a board and, by colour, a stone of its chain in the race.

    From left to right: White's area, liberties of the black chain, the chain, shared liberties,
    the white chain, its liberties, Black's area.
    """
    height = rng.randrange(4, size - 1)
    eyes = [rng.random() < 0.25 for _ in range(2)]
    widths = [3 if eye else rng.choice((1, 1, 2)) for eye in eyes]
    gap = rng.choice((0, 1))
    left = rng.randrange(2, max(3, size - sum(widths) - gap - 3))
    columns = [left, left + 1, left + 1 + widths[0]]  # liberties, black, gap
    columns += [columns[2] + gap, columns[2] + gap + widths[1]]  # white, liberties
    grid = [[WHITE] * size for _ in range(size)]
    border = rng.randrange(columns[1], columns[4] + 1)
    for row in range(size):
        for column in range(size):
            if row < height:
                place = sum(column >= first for first in columns)
                grid[row][column] = (WHITE, WHITE, BLACK, EMPTY, WHITE, BLACK)[place]
                grid[row][column] = BLACK if column > columns[4] else grid[row][column]
            elif column >= border:
                grid[row][column] = BLACK
    _open(grid, columns[0], height, rng.randrange(0, height + 1), EMPTY, rng)
    if columns[4] < size:
        _open(grid, columns[4], height, rng.randrange(0, height + 1), EMPTY, rng)
    if gap:
        for row in rng.sample(range(height), rng.randrange(0, height)):
            grid[row][columns[2]] = rng.choice((BLACK, WHITE))
        # Else a move there would connect one of the chains with the stones above.
        above = BLACK if columns[2] >= border else WHITE
        grid[height - 1][columns[2]] = opponent(above)
    for eye, first in zip(eyes, (columns[1], columns[3]), strict=True):
        if eye:
            low, points = rng.randrange(1, height - 2), rng.randrange(1, 4)
            for row in range(low, min(low + points, height - 1)):
                grid[row][min(first + 1, size - 1)] = EMPTY
    # The chains end below living stones of the enemy.
    for column in range(size):
        if columns[0] <= column < columns[2] and height < size:
            grid[height][column] = WHITE
        elif columns[3] <= column <= columns[4] and column < size:
            grid[height][column] = BLACK
    colors = [color for row in grid for color in row]
    fight = {
        row * size + column
        for row in range(height + 1)
        for column in range(columns[0], min(columns[4] + 1, size))
    }
    for color in (BLACK, WHITE):
        with_eyes(colors, color, fight, size, rng)
    return colors, {BLACK: columns[1], WHITE: min(columns[3], size - 1)}


def _open(
    grid: list[list[int]], column: int, height: int, count: int, color: int, rng: random.Random
) -> None:
    """Make some points of a column liberties, low rows or any."""
    rows = range(height)
    for row in rng.sample(rows, count):
        grid[row][column] = color
