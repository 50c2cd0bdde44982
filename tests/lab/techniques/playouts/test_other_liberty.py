"""Other liberties: what is played for a refused random self-atari."""

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_moves_of

#: Black may play B1, D1 and F1; F1 is a self-atari of stones that have D1 besides.
DIAGRAM = """
    O O O O O O O
    O O . O O . O
    O O O O O O O
    O O O O O O O
    X X X X X O O
    O O O O X O O
    . . X . X . O
"""


def reasons(rate: float) -> dict[str, set[int]]:
    """The points of first moves by their reasons."""
    position = Position.from_diagram(DIAGRAM)
    position.play(PASS, WHITE)
    params = SearchParams(
        playout_order="", playout_self_atari_rate=1.0, playout_other_liberty_rate=rate
    )
    found: dict[str, set[int]] = {}
    for point, reason in playout_moves_of(position, params, 0, 400):
        found.setdefault(reason, set()).add(point)
    return found


def test_the_other_liberty_is_played_for_the_refused_one() -> None:
    assert Position.from_diagram(DIAGRAM).to_play == BLACK
    assert reasons(1.0)["other liberty"] == {vertex_to_point("D1", 7)}


def test_nothing_is_played_instead_without_it() -> None:
    assert "other liberty" not in reasons(0.0)
    assert reasons(0.0)["uniform"] <= reasons(0.5)["uniform"]


def test_the_rate_is_that_of_refused_points() -> None:
    position = Position.from_diagram(DIAGRAM)
    position.play(PASS, WHITE)

    def share(rate: float) -> float:
        params = SearchParams(
            playout_order="", playout_self_atari_rate=1.0, playout_other_liberty_rate=rate
        )
        counts = playout_moves_of(position, params, 0, 8000)
        return sum(n for (_, reason), n in counts.items() if reason == "other liberty") / 8000

    # F1 is drawn before B1 and D1 in a third of the playouts; D1 is played for it.
    for rate in (0.25, 0.5, 1.0):
        assert share(rate) == pytest.approx(rate / 3, abs=0.02)
