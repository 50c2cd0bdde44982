"""The probe of what is learned: tables of its own, and nothing read or written beside them."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.lab.probes.learned_probe import RepliesProbe, pattern3_weight_of


def test_each_probe_has_tables_of_its_own() -> None:
    taught, other = RepliesProbe(), RepliesProbe()
    taught.learn([30, 31], winner=WHITE)
    assert taught.reply(WHITE, 30) == 31
    assert {other.reply(color, move) for color in (BLACK, WHITE) for move in range(420)} == {0}


def test_the_moves_before_the_first_are_answered_too() -> None:
    replies = RepliesProbe()
    replies.learn([32, 33], winner=BLACK, last=31, last2=30)
    assert (replies.reply(BLACK, 31), replies.reply(BLACK, 31, 30)) == (32, 32)
    replies.learn([40, 41], winner=WHITE, first=WHITE, last=31)
    assert (replies.reply(WHITE, 31), replies.reply(WHITE, 31, 0)) == (40, 0)


def test_what_is_no_move_is_refused_and_nothing_is_learned() -> None:
    replies = RepliesProbe()
    for moves in ([30, 420], [30, -1], [30] * 501):
        with pytest.raises(ValueError, match="more than 500|is no move: 0 to 419"):
            replies.learn(moves, winner=BLACK)
    with pytest.raises(ValueError, match="420 is no move"):
        replies.learn([30], winner=BLACK, last=420)
    with pytest.raises(ValueError, match="420 is no move"):
        replies.reply(BLACK, 420)
    with pytest.raises(ValueError, match="-1 is no move"):
        replies.reply(BLACK, 30, -1)
    assert replies.reply(BLACK, 30) == replies.reply(WHITE, 30) == 0


def test_a_game_of_full_length_is_learned() -> None:
    replies = RepliesProbe()
    replies.learn([30, 31] * 250, winner=WHITE)
    assert (replies.reply(WHITE, 30), replies.reply(WHITE, 30, 31)) == (31, 31)


def test_weights_are_of_points_on_the_board() -> None:
    position = Position(5)
    weights = {pattern3_weight_of(position, point, BLACK) for point in (0, 4, 20, 24)}
    assert len(weights) == 1  # the four corners
    for point in (-1, 25):
        with pytest.raises(ValueError, match=f"point {point} is not on the board"):
            pattern3_weight_of(position, point, BLACK)
