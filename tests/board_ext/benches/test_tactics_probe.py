"""What the probe of the tests answers, and what it refuses."""

from __future__ import annotations

import pytest

from board_ext.benches.tactics_probe import TacticsProbe
from board_ext.coords import BLACK, WHITE

SIZE = 5


def probe() -> TacticsProbe:
    """White's stone on A1 is in atari by Black's on A2."""
    return TacticsProbe(SIZE, (5,), (0,))


def test_a_board_that_was_set_up_is_consistent() -> None:
    assert probe().check() == 0


def test_liberties_after_a_move_stop_at_the_limit() -> None:
    assert probe().liberties_after(1, WHITE) == 2
    assert probe().liberties_after(1, WHITE, 1) == 1
    assert probe().liberties_after(12, BLACK) == 4


def test_a_self_atari_is_bad_for_one_colour() -> None:
    # A stone on B1 has one liberty for White, and is connected for Black.
    walled = TacticsProbe(SIZE, (2, 6, 7), ())
    assert walled.is_bad_self_atari(1, WHITE)
    assert not walled.is_bad_self_atari(1, BLACK)


@pytest.mark.parametrize("question", ["liberties_after", "is_bad_self_atari"])
def test_a_question_about_a_move_needs_an_empty_point_and_a_colour(question: str) -> None:
    ask = getattr(probe(), question)
    with pytest.raises(ValueError, match="occupied"):
        ask(0, WHITE)
    with pytest.raises(ValueError, match="colour 3"):
        ask(12, 3)
    with pytest.raises(ValueError, match="give 0 to 24"):
        ask(25, BLACK)


def test_only_a_chain_in_atari_escapes() -> None:
    assert TacticsProbe(SIZE, (7, 11, 17), (12,)).ladder_escape_moves(12) == [13]
    # Along the border a ladder takes the stone.
    assert probe().ladder_escape_moves(0) == []
    with pytest.raises(ValueError, match="not in atari"):
        probe().ladder_escape_moves(5)
    with pytest.raises(ValueError, match="is empty"):
        probe().ladder_escape_moves(12)


def test_a_vital_point_is_of_a_small_empty_region() -> None:
    # Three in a row in the corner, walled in by Black.
    three = TacticsProbe(SIZE, (5, 6, 7, 3), ())
    assert three.nakade_vital_point(0) == 1
    assert probe().nakade_vital_point(12) is None
    with pytest.raises(ValueError, match="occupied"):
        three.nakade_vital_point(5)
