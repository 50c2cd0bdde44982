"""The mercy rule: a lead in stones ends a playout, at the capture that brings it."""

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_bench import heavy_playouts
from gtpengine.mcts.views.playout_view import playout_from

SIZE = 9


@pytest.mark.parametrize("policy", ["rules", "softmax"])
@pytest.mark.parametrize("share", [0.2, 0.35])
def test_a_playout_ends_at_the_first_capture_with_more_of_a_lead(policy: str, share: float) -> None:
    params = SearchParams(mercy=share, playout_policy=policy)
    limit = int(share * SIZE * SIZE)
    early = 0
    for seed in range(60):
        position = Position(SIZE)
        moves, _ = playout_from(position, params, seed)
        for i, (color, point, _) in enumerate(moves):
            before = sum(position.prisoners)
            position.play(point, color)
            stones = position.stones()
            lead = int((stones == BLACK).sum()) - int((stones == WHITE).sum())
            if sum(position.prisoners) > before and abs(lead) > limit:
                early += 1
                assert i == len(moves) - 1, "the playout went on"
    assert early > 0


def test_a_one_sided_playout_is_shorter() -> None:
    full, _, _ = heavy_playouts(SIZE, 300, 1, SearchParams())
    short, _, _ = heavy_playouts(SIZE, 300, 1, SearchParams(mercy=0.25))
    assert short < full


def test_no_lead_is_beyond_the_whole_board() -> None:
    assert heavy_playouts(SIZE, 50, 1, SearchParams(mercy=1.0)) == heavy_playouts(
        SIZE, 50, 1, SearchParams()
    )
