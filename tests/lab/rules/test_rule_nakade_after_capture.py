"""The rule nakade_after_capture: the vital point of the space that a capture made."""

import numpy as np

from board_ext.benches.tactics_probe import TacticsProbe
from board_ext.coords import EMPTY
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_from


def test_it_plays_the_vital_point_of_what_was_captured() -> None:
    played = 0
    for seed in range(40):
        position = Position(7)
        params = SearchParams(playout_nakade_after_capture=1.0)
        before, after = position.stones(), position.stones()
        for color, point, reason in playout_from(position, params, seed)[0]:
            if reason == "nakade":
                taken = [int(p) for p in np.flatnonzero(before.ravel() * (after.ravel() == EMPTY))]
                assert 3 <= len(taken) <= 6
                stones = [np.flatnonzero(position.stones().ravel() == color) for color in (1, 2)]
                probe = TacticsProbe(position.size, *stones)
                assert probe.nakade_vital_point(taken[0]) == point
                played += 1
            before = position.stones()
            position.play(point, color)
            after = position.stones()
    assert played >= 5
