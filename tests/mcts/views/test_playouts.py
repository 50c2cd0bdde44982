"""Playouts outside a search have what the parameters switch on."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_from


@pytest.mark.lab
def test_a_technique_of_playouts_works_outside_a_search() -> None:
    """With mercy, playouts end once one side has lost many stones more than the other."""
    plain, merciful = (
        [len(playout_from(Position(9), SearchParams(mercy=mercy), seed)[0]) for seed in range(30)]
        for mercy in (0.0, 0.1)
    )
    assert all(short <= whole for short, whole in zip(merciful, plain, strict=True))
    assert sum(merciful) < 0.95 * sum(plain)


def test_a_game_that_has_ended_is_played_out() -> None:
    position = Position(5)
    position.play(-1)
    position.play(-1)
    assert len(playout_from(position, SearchParams(), 1)[0]) > 10
