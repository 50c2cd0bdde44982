"""Positions from games of the engine against itself, in which a race is open.

A position is taken if two adjacent chains of opposite colours race
(`board_ext/solvers/semeai.pxd`), each has at least ``STONES`` stones and ``LIBERTIES`` liberties,
and neither lives unconditionally. Who wins is a question to the teacher: other fights are open,
too.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from gtpengine.tools.regression.constructions import RACES, Made
from gtpengine.tools.regression.suites import KOMI

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, neighbours, opponent
from board_ext.position import Position
from board_ext.rules import rules_named
from board_ext.tactics.probe import Probe

STONES: Final = 4
LIBERTIES: Final = 3


def positions(folder: Path, rng: random.Random) -> Iterator[Made]:
    """Yield at most one position of each game of ``gtpengine selfplay``, in random order.

    :raises OSError: when a file cannot be read.
    """
    games = []
    rules = rules_named(json.loads((folder / "settings.json").read_text("utf-8"))["rules"])
    for path in sorted(folder.glob("games-*.npz")):
        with np.load(path) as data:
            size = int(np.sqrt(data["ownership"].shape[1]))
            ends = np.cumsum(data["game_length"].astype(int))
            starts = [0, *ends[:-1]]
            games += [(size, data["game_moves"][a:b]) for a, b in zip(starts, ends, strict=True)]
    for number in rng.sample(range(len(games)), len(games)):
        size, moves = games[number]
        found = list(_races(Position(size, rules, KOMI), [int(move) for move in moves], number))
        if found:
            yield rng.choice(found)


def _races(position: Position, moves: list[int], number: int) -> Iterator[Made]:
    """Yield the open races of a game that begins at ``position``."""
    size = position.size
    for ply, move in enumerate(moves):
        position.play(move)
        if ply % 4 == 3 and move != PASS and position.ko_point is None:
            count = _race(position)
            if count:
                colors = tuple(position.color_at(point) for point in range(size * size))
                note = f"race, {count}, game {number} after {ply + 1} moves"
                yield Made(RACES, size, colors, position.to_play, None, note)


def _race(position: Position) -> str:
    """Return the count of the largest race for the side to move; empty without one."""
    probe = Probe.of(position)
    colors, size = probe.colors(), position.size
    safe = {int(p) for color in (BLACK, WHITE) for p in position.unconditional_life(color)[0]}
    best, told = 0, ""
    tried = set()
    for point in range(size * size):
        for other in neighbours(point, size):
            if colors[point] != position.to_play or colors[other] != opponent(colors[point]):
                continue
            chains = position.chain_at(point), position.chain_at(other)
            heads = min(chains[0]), min(chains[1])
            if heads in tried or safe & {point, other}:
                continue
            tried.add(heads)
            liberties = [len(probe.liberties_of(head)) for head in heads]
            smallest = min(len(chain) for chain in chains)
            if smallest <= max(best, STONES - 1) or min(liberties) < LIBERTIES:
                continue
            if max(liberties) > 8 or _connects(position, chains, safe):
                continue
            best, told = smallest, f"liberties {liberties[0]} to {liberties[1]}"
    return told


def _connects(position: Position, chains: tuple[list[int], list[int]], safe: set[int]) -> bool:
    """Return whether a liberty of either chain touches a living stone of its colour."""
    for chain in chains:
        color = position.color_at(chain[0])
        for liberty in position.liberties_of(chain[0]):
            for near in neighbours(liberty, position.size):
                if near in safe and position.color_at(near) == color != EMPTY:
                    return True
    return False
