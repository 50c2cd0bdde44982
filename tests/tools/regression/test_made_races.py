"""Races and sekis: the count is that of the board, and it decides the game."""

from __future__ import annotations

import itertools
import re

import pytest
from gtpengine.tools.regression.constructions import RACES, SEKI
from gtpengine.tools.regression.suites import KOMI
from gtpengine.tools.research.hard_suite import drawn

from board_ext.coords import BLACK, WHITE, opponent


@pytest.mark.parametrize("topic", [RACES, SEKI])
def test_a_count_decides(topic: str) -> None:
    for made in itertools.islice(drawn(topic, 9, 2), 8):
        position = made.position()
        alive = {int(p) for color in (BLACK, WHITE) for p in position.unconditional_life(color)[0]}
        mortal = [
            [p for p in made.stones(color) if p not in alive]
            for color in (made.to_play, opponent(made.to_play))
        ]
        assert all(mortal)
        liberties = [len(position.liberties_of(chain[0])) for chain in mortal]
        told = re.match(r".*liberties (\d+)(\+\d+)? to (\d+)(\+\d+)?, (\d+) shared", made.note)
        assert told is not None
        shared = int(told[5])
        for found, outside, eye in zip(liberties, told.group(1, 3), told.group(2, 4), strict=True):
            # An eye of more than one point has more liberties than one.
            assert found >= int(outside) + shared + bool(eye)
            assert eye or found == int(outside) + shared
        # The other end of the race gives the game to the other side.
        lead = {
            color: position.area_score(dead) - KOMI
            for color, dead in zip(
                (made.to_play, opponent(made.to_play)), mortal[::-1], strict=True
            )
        }
        assert (lead[BLACK] > 0) != (lead[WHITE] > 0)


def test_equal_liberties_are_a_win_of_who_moves() -> None:
    for made in itertools.islice(drawn(RACES, 9, 1), 40):
        told = re.fullmatch(r".*liberties (\d+) to (\d+), 0 shared", made.note)
        if told is not None:
            assert (made.winner == made.to_play) == (int(told[1]) >= int(told[2]))
