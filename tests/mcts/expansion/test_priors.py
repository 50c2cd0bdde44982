"""What a move starts with in the tree, seen through the report of one simulation."""

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.report import MoveStats
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def priors(position: Position, params: SearchParams | None = None) -> dict[int, MoveStats]:
    # The rules alone, without the learned model.
    searcher = Searcher(params or SearchParams(prior_model=0.0), memory_mb=16)
    searcher.set_position(position)
    return {move.point: move for move in searcher.search(Limits(simulations=1)).moves}


def prior_at(diagram: str, vertex: str, last: str | None = None, color: int = BLACK) -> MoveStats:
    """The prior of *color* at *vertex*, after *last* was played by the other side."""
    position = Position.from_diagram(diagram, to_play=color)
    if last is not None:
        position.play(vertex_to_point(last, position.size), 3 - color)
    return priors(position)[vertex_to_point(vertex, position.size)]


ATARI = """
    . . . . . . .
    . . . . . . .
    . . X . . . .
    . X O . . . .
    . . X . . . .
    . . . . . . .
    . . . . . . .
"""


def test_capturing_saving_and_giving_atari_are_good() -> None:
    capture = prior_at(ATARI, "D4")
    escape = prior_at(ATARI, "D4", color=WHITE)
    elsewhere = prior_at(ATARI, "F2")
    assert capture.prior > 0.6
    assert escape.prior > 0.6
    assert elsewhere.prior <= 0.6
    assert capture.prior_weight > elsewhere.prior_weight


def test_larger_captures_weigh_more() -> None:
    small = prior_at(ATARI, "D4")
    large = prior_at(
        """
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . X O X . . .
        . X O X . . .
        . . X . . . .
        . . . . . . .
        """,
        "D5",
    )
    assert large.prior_weight > small.prior_weight


def test_self_atari_is_bad() -> None:
    diagram = """
        . O . . . . .
        . O . . . . .
        O . . . . . .
        . . . . . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
    """
    assert prior_at(diagram, "A6").prior < 0.4


def test_filling_an_own_eye_is_worst() -> None:
    diagram = """
        . X . . . . .
        X X . . . . .
        . . . . . . .
        . . . . . . .
        . . . . O . .
        . . . . . . .
        . . . . . . .
    """
    eye = prior_at(diagram, "A7")
    assert eye.prior < 0.1
    assert eye.prior == min(m.prior for m in priors(Position.from_diagram(diagram)).values())


EMPTY = "\n".join([". " * 13] * 13)


def test_moves_near_the_last_one_are_tried_first() -> None:
    beside = prior_at(EMPTY, "G8", last="G7")
    apart = prior_at(EMPTY, "G10", last="G7")
    far = prior_at(EMPTY, "C12", last="G7")
    assert beside.prior_weight * beside.prior > apart.prior_weight * apart.prior
    assert beside.prior > far.prior or beside.prior_weight > far.prior_weight


def test_the_first_two_lines_of_an_empty_board_are_no_opening() -> None:
    assert prior_at(EMPTY, "D1").prior < 0.5 < prior_at(EMPTY, "D4").prior
    assert prior_at(EMPTY, "D2").prior < 0.5 < prior_at(EMPTY, "D3").prior


def test_passing_needs_reasons() -> None:
    found = priors(Position(9))
    assert found[PASS].prior < 0.5


def test_each_weight_can_be_switched_off() -> None:
    off = SearchParams(
        prior_even=4.0, prior_capture=0.0, prior_escape=0.0, prior_atari=0.0,
        prior_self_atari=0.0, prior_own_eye=0.0, prior_pattern=0.0, prior_near_last=0.0,
        prior_empty_area=0.0, prior_pass=0.0, prior_model=0.0, prior_ladder=0.0,
    )  # fmt: skip
    for move in priors(Position.from_diagram(ATARI), off).values():
        assert abs(move.prior - 0.5) < 1e-4
        assert abs(move.prior_weight - 4.0) < 1e-4


LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X X . . . . .
    . . X O . . . . .
    . . . X X . . . .
"""


def running_on(model: float) -> tuple[MoveStats, MoveStats, MoveStats]:
    """White's escape at E2: with ladders not read, read, and read where a breaker helps him."""
    position = Position.from_diagram(LADDER, to_play=WHITE)
    out = vertex_to_point("E2", 9)
    unread = SearchParams(prior_model=model, prior_ladder=0.0)
    read = SearchParams(prior_model=model, prior_ladder=20.0)
    without, caught = priors(position, unread)[out], priors(position, read)[out]
    position.play(vertex_to_point("H5", 9), WHITE)
    position.to_play = WHITE
    return without, caught, priors(position, read)[out]


def test_running_on_in_a_ladder_that_captures_counts_against_a_move() -> None:
    without, caught, broken = running_on(200.0)
    assert caught.prior < without.prior
    assert abs(caught.prior_weight - without.prior_weight - 20.0) < 0.1
    # Running gets out and is urged, as without the model.
    assert broken.prior > without.prior


def test_ladders_are_read_without_the_model_too() -> None:
    without, caught, broken = running_on(0.0)
    assert caught.prior < 0.5 < without.prior
    # With a breaker it is the escape that it seems.
    assert broken.prior > 0.5


@pytest.mark.parametrize("model", [0.0, 200.0])
def test_beginning_a_ladder_that_captures_is_good(model: float) -> None:
    position = Position.from_diagram(LADDER.replace("X O . .", ". O . ."), to_play=BLACK)
    for vertex, captures in (("E2", True), ("A1", False)):
        point = vertex_to_point(vertex, 9)
        plain, read = (
            priors(position, SearchParams(prior_model=model, prior_ladder=ladder))[point]
            for ladder in (0.0, 20.0)
        )
        assert (read.prior_weight > plain.prior_weight + 19) == captures
