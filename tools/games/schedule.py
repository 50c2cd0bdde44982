"""Which games an event plays: a pure function of its settings (and, for Swiss, of its results).

Games come in pairs. Numbers 2k and 2k + 1 share opening and seed, with colours swapped. With
handicap stones the first entrant always has Black, and each game has a seed of its own.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence, Set

from .game import Opening


@dataclasses.dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game to play; ``black`` and ``white`` are positions among the entrants."""

    number: int
    pair: int
    round: int
    black: int
    white: int
    opening: Opening
    seed: int


def game_seed(seed: int, pair: int) -> int:
    """Return the seed of both games of a pair: 31 bits, spread by a mixing step."""
    x = (seed * 0x9E3779B97F4A7C15 + pair * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    x ^= x >> 31
    x = x * 0x94D049BB133111EB & (2**64 - 1)
    return (x ^ x >> 29) & (2**31 - 1)


def pair_games(
    pair: int, first: int, second: int, openings: Sequence[Opening], seed: int, round_: int = 0
) -> Iterator[PlannedGame]:
    """Yield the two games of pair number ``pair``; ``first`` has Black in the first of them."""
    opening = openings[pair % len(openings)]
    for turn in range(2):
        number = 2 * pair + turn
        swapped = turn == 1 and not opening.handicap
        black, white = (second, first) if swapped else (first, second)
        drawn = game_seed(seed, number if opening.handicap else pair)
        yield PlannedGame(number, pair, round_, black, white, opening, drawn)


def match_games(
    first_pair: int, last_pair: int, openings: Sequence[Opening], seed: int
) -> list[PlannedGame]:
    """Return the pairs from ``first_pair`` up to, not including, ``last_pair`` of a match."""
    return [
        game
        for pair in range(first_pair, last_pair)
        for game in pair_games(pair, 0, 1, openings, seed)
    ]


def round_robin(entrants: int, rounds: int) -> list[tuple[int, int, int]]:
    """Return the pairings (round, first, second): everyone against everyone once a round."""
    return [
        (round_, first, second)
        for round_ in range(rounds)
        for first, second in itertools.combinations(range(entrants), 2)
    ]


def gauntlet(entrants: int, heroes: int, rounds: int) -> list[tuple[int, int, int]]:
    """Return the pairings (round, first, second): each of the first ``heroes`` against the rest."""
    return [
        (round_, hero, other)
        for round_ in range(rounds)
        for hero in range(heroes)
        for other in range(heroes, entrants)
    ]


def ladder(entrants: int, rounds: int) -> list[tuple[int, int, int]]:
    """Return the pairings (round, first, second): each against the next one, once a round."""
    return [(round_, first, first + 1) for round_ in range(rounds) for first in range(entrants - 1)]


def pairings_to_games(
    pairings: Sequence[tuple[int, int, int]],
    openings: Sequence[Opening],
    seed: int,
    first_pair: int = 0,
) -> list[PlannedGame]:
    """Return two games for each pairing, numbered from pair ``first_pair``."""
    return [
        game
        for offset, (round_, first, second) in enumerate(pairings)
        for game in pair_games(first_pair + offset, first, second, openings, seed, round_)
    ]


def swiss_round(
    scores: Mapping[int, float], met: Set[frozenset[int]], byes: Sequence[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """Return the pairings of the next Swiss round, and who rests if the number is odd.

    ``scores`` are the scores of all entrants, ``met`` the pairings already played, ``byes`` who has
    rested. Players are taken by score (ties by number); each meets the next one below whom they
    have not met. Where that leaves the last ones without a new opponent, an earlier choice is
    revised. If no round without repetition exists, repetitions are allowed.
    """
    order = sorted(scores, key=lambda player: (-scores[player], player))
    rest: int | None = None
    if len(order) % 2:
        fresh = [player for player in reversed(order) if player not in byes]
        rest = fresh[0] if fresh else order[-1]
        order.remove(rest)
    pairing = _pair_up(order, met)
    if pairing is None:
        pairing = _pair_up(order, frozenset())
    assert pairing is not None
    return pairing, rest


def _pair_up(order: Sequence[int], met: Set[frozenset[int]]) -> list[tuple[int, int]] | None:
    if not order:
        return []
    first = order[0]
    for index in range(1, len(order)):
        if frozenset((first, order[index])) in met:
            continue
        others = _pair_up([*order[1:index], *order[index + 1 :]], met)
        if others is not None:
            return [(first, order[index]), *others]
    return None
