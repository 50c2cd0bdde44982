"""Evaluated moves: the weight of a move's 3x3 pattern says which random move is played."""

import random

import pytest

from board_ext.coords import BLACK, EMPTY, vertex_to_point
from board_ext.position import Position
from gtpengine.lab.probes.learned_probe import pattern3_weight_of
from gtpengine.mcts.params.search_params import PlayoutEvaluation, SearchParams
from gtpengine.mcts.views.playout_view import playout_moves_of

PLAYOUTS = 1_000


def weights(way: str, tries: int, count: int = 0) -> tuple[list[float], list[float]]:
    """Weights of the legal moves, and those of the first moves of playouts; sorted."""
    position = Position(7)
    for vertex in ("D4", "D3", "C3", "E4", "D5", "C4", "B4", "E3")[: count or 8]:
        position.play(vertex_to_point(vertex, 7))
    position.to_play = BLACK
    params = SearchParams(
        playout_order="evaluated", playout_branching=tries, playout_self_atari_rate=0.0,
        playout_evaluation=PlayoutEvaluation(way),
    )  # fmt: skip
    of = {point: pattern3_weight_of(position, point, BLACK) for point in position.legal_moves()}
    drawn = playout_moves_of(position, params, 0, PLAYOUTS)
    return sorted(of.values()), sorted(
        weight for (point, _), n in drawn.items() for weight in [of[point]] * n
    )


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def test_greedy_plays_the_best_of_all_it_drew() -> None:
    legal, played = weights("greedy", 361)
    assert mean(played) == pytest.approx(legal[-1], rel=0.01)
    # The best of two random moves is a step between one by chance and the best of all.
    one, two = mean(weights("greedy", 1)[1]), mean(weights("greedy", 2)[1])
    assert mean(legal) == pytest.approx(one, rel=0.15)
    assert one < two < legal[-1]


def test_branching_draws_how_many_it_compares() -> None:
    # Half of the time one move, half of the time the better of two.
    one, two = mean(weights("greedy", 1)[1]), mean(weights("greedy", 2)[1])
    assert mean(weights("branching", 2)[1]) == pytest.approx((one + two) / 2, rel=0.1)


def test_corrective_draws_a_bad_move_again() -> None:
    legal, played = weights("corrective", 361)
    assert legal[0] < 1.0 <= played[0]
    # Good moves are alike: it is not greedy.
    assert played[0] < played[-1]
    few = weights("corrective", 2)[1]
    assert 0 < sum(weight < 1.0 for weight in few) < PLAYOUTS


def test_mixed_is_corrective_on_an_open_board() -> None:
    assert weights("mixed", 50)[1] == weights("corrective", 50)[1]


def test_the_best_of_two_is_that_of_two_draws() -> None:
    legal, _ = weights("greedy", 1)
    pairs = [max(one, other) for one in legal for other in legal]
    assert mean(weights("greedy", 2)[1]) == pytest.approx(mean(pairs), rel=0.06)


def board_with(stones: int) -> Position:
    """A board of 49 points after random moves, none of which has captured anything."""
    rng = random.Random(5)
    position = Position(7)
    while int((position.stones() != EMPTY).sum()) < stones:
        position.play(rng.choice(position.legal_moves()))
    assert not any(position.prisoners)
    position.to_play = BLACK
    return position


@pytest.mark.parametrize(("stones", "like"), [(24, "corrective"), (25, "greedy")])
def test_mixed_is_greedy_from_the_half_of_the_board_on(stones: int, like: str) -> None:
    found = {}
    for way in ("mixed", "greedy", "corrective"):
        params = SearchParams(
            playout_order="evaluated", playout_branching=20, playout_self_atari_rate=0.0,
            playout_evaluation=PlayoutEvaluation(way),
        )  # fmt: skip
        found[way] = playout_moves_of(board_with(stones), params, 0, 200)
    assert found["greedy"] != found["corrective"]
    assert found["mixed"] == found[like]
