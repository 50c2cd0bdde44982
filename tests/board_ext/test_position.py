"""``Position`` as a value: new ones, undo, copies, pickles, hashes, equality."""

from __future__ import annotations

import dataclasses
import pickle
import random

import pytest

from board_ext.coords import BLACK, MAX_SIZE, MIN_SIZE, PASS, WHITE
from board_ext.coords import vertex_to_point as point_named
from board_ext.position import Position
from board_ext.rules import CHINESE, RULES, TROMP_TAYLOR
from tests.board_ext.positions import KO_SHAPE, SEND_TWO, play_all, random_game, state


@pytest.mark.parametrize("size", range(MIN_SIZE, MAX_SIZE + 1))
def test_new_position(size: int) -> None:
    position = Position(size)
    assert (position.size, position.rules, position.komi) == (size, CHINESE, 7.5)
    assert (position.to_play, position.move_number, position.ko_point) == (BLACK, 0, None)
    assert (position.prisoners, position.handicap, position.moves) == ((0, 0), 0, [])
    assert position.legal_moves() == list(range(size * size))
    assert not position.stones().any()
    position.check()


def test_new_position_refuses() -> None:
    for size in (1, 20):
        with pytest.raises(ValueError, match="use 2 to 19"):
            Position(size)
    with pytest.raises(ValueError, match="komi nan"):
        Position(9, komi=float("nan"))


def test_moves_of_one_color_in_a_row() -> None:
    position = Position(9)
    position.play(0, WHITE)
    position.play(1, WHITE)
    position.play(PASS, WHITE)
    assert position.moves == [(WHITE, 0), (WHITE, 1), (WHITE, PASS)]
    assert position.to_play == BLACK
    assert position.move_number == 3


def test_to_play_can_be_set() -> None:
    position = Position(9)
    hash_black = position.situational_hash
    position.to_play = WHITE
    assert position.situational_hash != hash_black
    position.play(0)
    assert position.moves == [(WHITE, 0)]
    position.undo()
    assert position.to_play == WHITE


@pytest.mark.fuzz
@pytest.mark.parametrize("size", [2, 3, 5, 9, 13, 19])
def test_undo_walks_back_through_all_states(size: int) -> None:
    rng = random.Random(size)
    position = Position(size, RULES["new-zealand"])
    states = []
    for _ in range(3 * size * size):
        states.append(state(position))
        color = rng.choice([BLACK, WHITE]) if rng.random() < 0.1 else position.to_play
        legal = position.legal_moves(color)
        position.play(rng.choice(legal) if legal and rng.random() < 0.95 else PASS, color)
    for expected in reversed(states):
        position.undo()
        position.check()
        assert state(position) == expected
    with pytest.raises(ValueError, match="cannot undo 1 moves: 0 were"):
        position.undo()


def test_undo_leaves_the_set_up() -> None:
    position = Position.from_diagram(KO_SHAPE, WHITE)
    before = state(position)
    play_all(position, "D1 C3")
    position.undo()
    position.undo()
    assert state(position) == before
    with pytest.raises(ValueError, match="set-up"):
        position.undo()


def test_undo_of_several_moves_takes_back_all_or_none() -> None:
    position = Position(5)
    states = []
    for vertex in ("C3", "D4", "B2", "A1"):
        states.append(state(position))
        play_all(position, vertex)
    states.append(state(position))
    for wrong in (5, -1):
        with pytest.raises(ValueError, match="4 were played"):
            position.undo(wrong)
    position.undo(0)
    assert state(position) == states[4]
    position.undo(3)
    assert state(position) == states[1]
    position.check()


@pytest.mark.fuzz
@pytest.mark.parametrize("rules", ["chinese", "aga", "tromp-taylor"])
def test_copy_and_pickle_keep_everything(rules: str) -> None:
    for size in (2, 5, 9, 19):
        game = random_game(size, size, 2 * size * size, rules)
        game.komi = 0.5
        for copy in (game.copy(), pickle.loads(pickle.dumps(game))):
            assert copy == game
            assert state(copy) == state(game)
            assert (copy.komi, copy.rules) == (game.komi, game.rules)
            copy.check()
            while copy.moves:
                copy.undo()
            assert copy.legal_moves() == list(range(size * size))
            assert game.moves


def test_pickle_keeps_set_up_and_handicap() -> None:
    position = Position(9)
    position.set_up([20, 24], [60], WHITE, handicap=2)
    play_all(position, "E5 E6")
    copy = pickle.loads(pickle.dumps(position))
    assert state(copy) == state(position)
    copy.undo()
    copy.undo()
    assert copy.to_play == WHITE
    assert copy.color_at(20) == BLACK


def test_pickle_survives_a_change_of_rules() -> None:
    """A move that was legal when it was played stays, whatever the rules are now."""
    position = Position.from_diagram(SEND_TWO)
    play_all(position, "A1 C1 B1")
    position.rules = TROMP_TAYLOR
    position.play(PASS)
    position.undo()
    assert pickle.loads(pickle.dumps(position)).moves == position.moves


def test_unknown_pickle_version_is_refused() -> None:
    function, (saved,) = Position(9).__reduce__()
    assert saved["version"] == 1
    assert function(saved) == Position(9)
    with pytest.raises(ValueError, match="version 99"):
        function({**saved, "version": 99})


def test_equality() -> None:
    position, other = Position(9), Position(9)
    play_all(position, "D4 E5 F6")
    play_all(other, "F6 E5 D4")
    assert position == other
    other.komi = 0.5
    assert position == other
    other.to_play = BLACK
    assert position != other
    assert Position(9) != Position(8)
    assert Position(9) != "empty"
    ko = Position.from_diagram(KO_SHAPE)
    ko.play(point_named("C3", 4))
    assert ko != Position.from_diagram(ko.to_diagram(), WHITE)
    with pytest.raises(TypeError, match="unhashable"):
        hash(position)


def test_hashes() -> None:
    """Stones alone, or with the side to move; the way to the board does not matter."""
    position = Position(19)
    empty = position.hash
    play_all(position, "D4 pass pass pass")
    by_moves = position.hash
    other = Position(19)
    other.set_up([point_named("D4", 19)], [])
    assert other.hash == by_moves != empty
    assert other.situational_hash == position.situational_hash
    other.to_play = WHITE
    assert other.hash == by_moves
    assert other.situational_hash != position.situational_hash
    other.set_up([], [point_named("D4", 19)])
    assert other.hash != by_moves


def test_long_game() -> None:
    """Histories grow beyond any first allocation."""
    position = random_game(5, 1, 5000, "chinese")
    assert position.move_number == len(position.moves) == 5000
    position.check()
    assert state(pickle.loads(pickle.dumps(position))) == state(position)
    position.undo()
    assert position.move_number == 4999


def test_position_is_a_value_of_rules() -> None:
    rules = dataclasses.replace(CHINESE, komi=3.5)
    assert Position(9, rules).komi == 3.5
    assert Position(9, rules, komi=0).komi == 0.0


def test_repetitions() -> None:
    position = Position(5)
    assert position.repetitions() == 0
    for times in (1, 2):
        position.play(PASS)
        position.play(PASS)
        assert position.repetitions() == times
    position.play(12)
    assert position.repetitions() == 0
    position.undo()
    assert position.repetitions() == 2
