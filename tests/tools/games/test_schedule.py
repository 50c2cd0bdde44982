"""Schedules: pairs, round robin, gauntlet, Swiss."""

from __future__ import annotations

import itertools

from gtpengine.tools.games.game import Opening
from gtpengine.tools.games.schedule import (
    game_seed,
    gauntlet,
    ladder,
    match_games,
    pairings_to_games,
    round_robin,
    swiss_round,
)

OPENINGS = [Opening("a"), Opening("b"), Opening("c")]


def test_pairs_share_opening_and_seed_with_colours_swapped() -> None:
    games = match_games(0, 7, OPENINGS, 3)
    assert [game.number for game in games] == list(range(14))
    for first, second in (
        itertools.batched(games, 2)
        if hasattr(itertools, "batched")
        else zip(games[::2], games[1::2], strict=True)
    ):
        assert (first.black, first.white) == (second.white, second.black) == (0, 1)
        assert (first.opening, first.seed, first.pair) == (
            second.opening,
            second.seed,
            second.pair,
        )
    assert [game.opening.name for game in games[::2]] == list("abcabca")
    assert match_games(3, 7, OPENINGS, 3) == games[6:]
    assert len({game.seed for game in games}) == 7


def test_handicap_stones_stay_with_the_first_engine() -> None:
    games = match_games(0, 5, [Opening("h", handicap=3)], 3)
    assert {(game.black, game.white) for game in games} == {(0, 1)}
    assert [game.pair for game in games] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert len({game.seed for game in games}) == 10


def test_seeds_do_not_collide() -> None:
    seeds = [game_seed(seed, pair) for seed in range(20) for pair in range(1000)]
    assert all(0 <= seed < 2**31 for seed in seeds)
    # 20,000 draws from 2**31 values: about 0.1 collisions are expected.
    assert len(set(seeds)) > len(seeds) - 4


def test_round_robin_and_gauntlet() -> None:
    pairings = round_robin(4, 2)
    assert len(pairings) == 12 and len(set(pairings)) == 12
    assert {(a, b) for _, a, b in pairings} == set(itertools.combinations(range(4), 2))
    assert gauntlet(4, 1, 1) == [(0, 0, 1), (0, 0, 2), (0, 0, 3)]
    assert len(gauntlet(5, 2, 3)) == 18
    games = pairings_to_games(pairings, OPENINGS, 1)
    assert [game.number for game in games] == list(range(24))


def test_swiss_pairs_by_score_without_repetition() -> None:
    met: set[frozenset[int]] = set()
    scores = dict.fromkeys(range(8), 0.0)
    for _ in range(7):  # a full round robin's worth of rounds exists
        pairing, rest = swiss_round(scores, met, [])
        assert rest is None and len(pairing) == 4
        for first, second in pairing:
            assert frozenset((first, second)) not in met
            met.add(frozenset((first, second)))
            scores[min(first, second)] += 1  # the lower number always wins
    assert max(scores, key=lambda p: scores[p]) == 0
    pairing, _ = swiss_round(scores, met, [])  # all have met: repetitions are allowed
    assert len(pairing) == 4


def test_swiss_byes_go_round() -> None:
    scores = {0: 3.0, 1: 2.0, 2: 1.0, 3: 0.5, 4: 0.0}
    byes: list[int] = []
    for _ in range(5):
        pairing, rest = swiss_round(scores, set(), byes)
        assert rest is not None and rest not in byes
        assert sorted([*itertools.chain(*pairing), rest]) == [0, 1, 2, 3, 4]
        byes.append(rest)
    assert byes[0] == 4  # the last one first


def test_in_a_ladder_each_meets_the_next() -> None:
    assert ladder(3, 2) == [(0, 0, 1), (0, 1, 2), (1, 0, 1), (1, 1, 2)]
    assert ladder(1, 5) == []
