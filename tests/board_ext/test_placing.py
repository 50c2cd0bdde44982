"""Set-up stones, and the hash of a move not played; each board is checked in all fields."""

from __future__ import annotations

import random

import numpy as np
import pytest
from sgfmill import boards

from board_ext.coords import BLACK, MIN_SIZE, WHITE
from board_ext.position import IllegalReason, Position
from board_ext.rules import RULES


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(20))
def test_random_set_ups(seed: int) -> None:
    """Set-up accepts a board exactly if each chain has a liberty."""
    rng = random.Random(seed)
    for _ in range(50):
        size = rng.randint(MIN_SIZE, 6)
        density = rng.random()
        black: list[int] = []
        white: list[int] = []
        for point in range(size * size):
            if rng.random() < density:
                rng.choice([black, white]).append(point)
        position = Position(size)
        if has_dead_chain(size, black, white):
            with pytest.raises(ValueError, match="has no liberty"):
                position.set_up(black, white)
            assert not position.stones().any()
        else:
            position.set_up(black, white)
            assert np.flatnonzero(position.stones() == BLACK).tolist() == black
            assert np.flatnonzero(position.stones() == WHITE).tolist() == white
            position.check()


def has_dead_chain(size: int, black: list[int], white: list[int]) -> bool:
    """By sgfmill, whose set-up removes chains without liberties and says so."""
    board = boards.Board(size)
    to_pairs = [[divmod(point, size) for point in points] for points in (black, white)]
    return not board.apply_setup(*to_pairs, [])


@pytest.mark.fuzz
@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("rules", ["tromp-taylor", "chinese-kgs"])
def test_the_hash_of_a_move_not_played_is_that_of_the_board_after_it(size: int, rules: str) -> None:
    """Superko asks that hash. Whatever a move does - capture several chains, take itself off -
    it is refused for superko exactly if the board it makes, seen as stones, was there before."""
    rng = random.Random(size)
    refused = 0
    for _ in range(30):
        position = Position(size, RULES[rules])
        seen = {position.to_diagram()}
        for _ in range(40):
            legal = []
            for point in range(size * size):
                reason = position.illegal_reason(point)
                # A ko is named first, and repeats the board too.
                if reason in (None, IllegalReason.KO, IllegalReason.SUPERKO):
                    after = Position.from_diagram(
                        position.to_diagram(), position.to_play, position.rules
                    )
                    after.play(point)
                    assert (reason is not None) == (after.to_diagram() in seen)
                    refused += reason is not None
                    legal += [point] if reason is None else []
            if not legal:
                break
            position.play(rng.choice(legal))
            position.check()
            seen.add(position.to_diagram())
    assert refused
