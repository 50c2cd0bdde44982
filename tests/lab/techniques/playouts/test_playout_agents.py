"""Multi-agent playouts: rules are asked in several orders."""

import pytest

from board_ext.coords import BLACK, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_moves_of


def reasons(agents: int, count: int = 300) -> dict[str, float]:
    """How often each rule plays the first move, where a stone in atari and patterns call."""
    position = Position(9)
    position.play(vertex_to_point("D5", 9), BLACK)
    for vertex in ("D6", "C5", "E5"):
        position.play(vertex_to_point(vertex, 9), WHITE)
    position.to_play = BLACK
    params = SearchParams(
        playout_agents=agents, playout_atari_rate=1.0, playout_pattern_rate=1.0,
        playout_two_liberty_rate=0.0, playout_self_atari_rate=0.0,
    )  # fmt: skip
    found: dict[str, float] = {}
    for (_, reason), n in playout_moves_of(position, params, 0, count).items():
        found[reason] = found.get(reason, 0.0) + n / count
    return found


def test_one_agent_keeps_the_order() -> None:
    assert reasons(0) == {"atari": 1.0}
    assert reasons(1) == {"atari": 1.0}


def test_agents_ask_in_orders_of_their_own() -> None:
    found = reasons(200)
    assert set(found) == {"atari", "pattern"}
    # Of random orders half ask for patterns first.
    assert 0.35 < found["pattern"] < 0.65


@pytest.mark.parametrize("agents", [2, 4])
def test_each_agent_has_one_order_and_plays_as_often_as_another(agents: int) -> None:
    # A whole number of them asks for patterns first. With an order for each playout it were half
    # of those after the first agent.
    asking = reasons(agents, 8_000).get("pattern", 0.0) * agents
    assert asking == pytest.approx(round(asking), abs=0.1)
