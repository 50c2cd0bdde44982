"""The library's positions: what the engine's own can do, in text."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from board_ext.position import Position as CorePosition
from gtpengine import BLACK, EMPTY, PASS, WHITE, IllegalMoveError, Position

KO = """
    . X O .
    X . X O
    . X O .
    . . . .
"""


def test_a_game_by_text_and_by_number_is_the_same() -> None:
    by_text, by_number, core = Position(9), Position(9), CorePosition(9)
    for name in ("E5", "g6", "PASS", "C3"):
        number = by_text.number(name)
        assert by_text.play(name) == by_number.play(number) == core.play(number) == 0
    assert by_text == by_number and by_text.core == core
    assert by_text.moves == [("black", "E5"), ("white", "G6"), ("black", "pass"), ("white", "C3")]
    assert by_text.last_move == "C3" and by_text.move_number == 4 and by_text.to_play == "black"
    assert by_text.name(PASS) == "pass" and by_text.number("A1") == 0


def test_a_refused_move_changes_nothing() -> None:
    position = Position(9)
    position.play("E5")
    before = position.copy()
    with pytest.raises(IllegalMoveError, match="illegal move white E5: occupied"):
        position.play("E5")
    with pytest.raises(ValueError, match="'Z9' is no point of a 9x9 board"):
        position.play("Z9")
    assert position == before and position.moves == before.moves
    assert position.why_illegal("E5") == "occupied" and not position.is_legal("e5")
    assert position.why_illegal("pass") is None and position.is_legal("E4", "black")


def test_several_moves_are_played_all_or_none() -> None:
    position = Position(9)
    position.play_all("E5 G6 pass")
    assert position.moves[-1] == ("black", "pass")
    for bad in ("C3 C3", "C3 Z9"):
        with pytest.raises(ValueError, match=r"C3|Z9"):
            position.play_all(bad)
        assert position.move_number == 3
    position.play_all([0, "B1"])
    assert position.move_number == 5 and position.color_at("A1") == "white"


def test_captures_ko_and_undo() -> None:
    position = Position.from_diagram(KO, to_play="white", komi=0.5)
    before = position.ko
    assert position.play("B3") == 1 and (before, position.ko) == (None, "C3")
    assert position.prisoners == {"black": 0, "white": 1}
    assert position.why_illegal("C3") == "ko" and "C3" not in position.legal_moves()
    position.undo()
    assert (position.ko, position.color_at("C3")) == (None, "black")
    with pytest.raises(ValueError, match="cannot undo 1 moves: 0 were played"):
        position.undo()


def test_legal_moves_are_names_with_the_pass_last() -> None:
    position = Position(2)
    assert position.legal_moves() == ["A1", "B1", "A2", "B2", "pass"]
    for move in position.legal_moves("white"):
        assert position.is_legal(move, "white")


def test_stones_chains_and_liberties() -> None:
    position = Position.from_diagram(KO)
    stones = position.stones()
    assert stones.shape == (4, 4) and stones.dtype == np.int8
    assert set(stones.ravel().tolist()) == {EMPTY, BLACK, WHITE}
    assert stones[divmod(position.number("C3"), 4)] == BLACK
    assert position.color_at("B3") is None and position.color_at("D3") == "white"
    assert position.chain_at("D3") == ["D3"] and position.chain_at("B3") == []
    assert position.liberties_of("C4") == ["D4"]
    with pytest.raises(ValueError, match="not a pass"):
        position.color_at("pass")


def test_setting_up_stones() -> None:
    position = Position(9)
    position.set_up("C3 G7", ["E5", 0], to_play="w")
    assert position.color_at("C3") == "black" and position.color_at("A1") == "white"
    assert position.to_play == "white" and position.moves == []
    with pytest.raises(ValueError, match="given twice"):
        position.set_up("C3", "C3")
    assert position.color_at("G7") == "black"
    position.to_play, position.komi, position.rules = "black", 0.5, "aga"
    assert (position.to_play, position.komi, position.rules.name) == ("black", 0.5, "aga")


@pytest.mark.parametrize(("size", "stones"), [(9, 2), (9, 5), (19, 9), (8, 4), (9, 12), (5, 3)])
def test_handicap(size: int, stones: int) -> None:
    position = Position.from_handicap(size, stones)
    assert position.handicap == stones == int((position.stones() == BLACK).sum())
    assert position.to_play == "white" and position.komi == 0.5


@pytest.mark.parametrize("stones", [-1, 0, 1, 25])
def test_a_handicap_without_room_is_refused(stones: int) -> None:
    with pytest.raises(
        ValueError, match=f"on a 5x5 board {stones}: give a whole number from 2 to 24"
    ):
        Position.from_handicap(5, stones)


def test_the_text_of_a_board_is_read_back() -> None:
    position = Position(13)
    position.play_all("D4 K10 C11")
    assert str(position) == position.to_diagram() and "13 . ." in str(position)
    assert Position.from_diagram(str(position), to_play="white") == position
    assert repr(position) == "<Position 13x13, chinese, komi 7.5, white to play move 4>"


def pickled(position: Position) -> Position:
    other: Position = pickle.loads(pickle.dumps(position))
    return other


@pytest.mark.parametrize("same", [Position.copy, copy.copy, copy.deepcopy, pickled])
def test_copies_are_independent(same: Callable[[Position], Position]) -> None:
    position = Position(9, "japanese", 0.5)
    position.play_all("E5 G6")
    other = same(position)
    assert other == position and other.moves == position.moves
    assert other.rules == position.rules and other.komi == 0.5
    other.play("C3")
    assert position.move_number == 2 and other != position
    assert hash(position) != hash(other)
    assert position != "a board"


def test_scores_by_area_and_by_territory() -> None:
    text = """
        . X O .
        X X O O
        X O O .
        X O . X
    """
    position = Position.from_diagram(text, komi=0)
    # Black has six points with A4, White seven with D4. D1, if dead, gives White three more.
    assert position.score(dead="D1") == 6 - 10
    assert position.score() == 6 + 1 - 7
    position.rules = "japanese"
    assert position.score(dead=["D1"]) == 1 - (4 + 1)
    with pytest.raises(ValueError, match="is empty"):
        position.score(dead="A4")


def test_the_end_of_a_game() -> None:
    position = Position(9)
    position.play_all("E5 pass")
    assert not position.is_over
    position.play("pass")
    assert position.is_over


def test_as_json() -> None:
    position = Position.from_handicap(9, 2)
    position.play_all("E5 pass")
    told = json.loads(json.dumps(position.to_dict()))
    assert told["black"] == ["C3", "G7"] and told["white"] == ["E5"] and told["to_play"] == "white"
    assert told["moves"] == [["white", "E5"], ["black", "pass"]] and told["handicap"] == 2


def test_sgf() -> None:
    sgf = "(;SZ[9]KM[6.5]RU[Japanese];B[ee];W[gd];B[];W[cg])"
    position = Position.from_sgf(sgf)
    assert [move for _, move in position.moves] == ["E5", "G6", "pass", "C3"]
    assert (position.komi, position.rules.name) == (6.5, "japanese")
    assert Position.from_sgf(sgf.encode(), 2).moves == position.moves[:2]
    assert Position.from_sgf(sgf, rules="aga", komi=0).rules.name == "aga"
    assert Position.from_sgf("(;SZ[9];B[ee];AW[aa];W[cc])").color_at("A9") == "white"
    for bad in (-1, 5):
        with pytest.raises(ValueError, match="the game has 4 moves"):
            Position.from_sgf(sgf, bad)
    with pytest.raises(ValueError, match=r"Game\.read\(path\)"):
        Position.from_sgf("game.sgf")


def test_the_mask_has_the_legal_moves() -> None:
    position = Position(9, rules="tromp-taylor")
    position.play_all("A2 J9 B1 J8 C2 J7 B3 C1 pass C3 pass D2 pass B2")
    for color in (None, "black", "white"):
        mask = position.legal_mask(color)
        assert mask.dtype == np.bool_ and mask.shape == (82,)
        assert [position.name(int(n)) for n in np.flatnonzero(mask[:-1])] == (
            position.legal_moves(color)[:-1]
        )
        assert mask[-1] and position.legal_moves(color)[-1] == "pass"
    mask[:] = False
    assert position.legal_mask().any()


def test_equal_positions_have_the_same_hash() -> None:
    one, two = Position(9, komi=0.5), Position(9, rules="japanese")
    one.play_all("E5 C3 G7")
    two.play_all("G7 C3 E5")
    assert one == two and hash(one) == hash(two) and len({one, two}) == 1
    three = two.copy()
    three.to_play = "black"
    assert three not in {one} and hash(three) != hash(one)
    assert len({Position(9), Position(13)}) == 2
    before = hash(two)
    two.play("A1")
    assert hash(two) != before
    two.undo()
    assert hash(two) == before


def test_the_zobrist_key_is_of_stones_ko_and_side() -> None:
    position = Position(9)
    assert position.zobrist_key == Position(9, "japanese", 0.5).zobrist_key
    keys = {position.turned(symmetry).zobrist_key for symmetry in range(8)}
    assert len(keys) == 1
    for move in ("E5", (0, 3), "pass"):
        before = position.zobrist_key
        position.play(move)
        assert position.zobrist_key != before
    ko = Position.from_diagram(KO, to_play="white")
    ko.play("B3")
    same_stones = Position.from_array(ko.stones(), ko.to_play)
    assert ko.zobrist_key != same_stones.zobrist_key and ko != same_stones
    assert 0 <= ko.zobrist_key < 1 << 64


def test_a_copy_of_a_core_position_is_whole() -> None:
    position = Position(13, "tromp-taylor")
    position.set_up("C3 D4", "K10", "white")
    for _ in range(60):
        position.play(position.legal_moves()[position.move_number * 7 % 50])
    other = position.copy()
    other.core.check()
    other.play_all("pass pass")
    other.undo(62)
    other.core.check()
    assert other.move_number == 0 and other.color_at("K10") == "white"
    assert other.rules == position.rules and position.move_number == 60


def test_a_position_around_one_of_the_engine_shares_its_state() -> None:
    position = Position(9)
    other = Position.from_core(position.core)
    position.play("E5")
    assert other.last_move == "E5" and other.core is position.core


def test_numbers_of_numpy_are_sizes_and_komi() -> None:
    position = Position(np.int64(9), komi=np.float32(6.5))  # type: ignore[arg-type]
    assert (position.size, position.komi) == (9, 6.5) and type(position.size) is int


@pytest.mark.parametrize("komi", ["6.5", True, [6.5], b"6"])
def test_a_komi_that_is_no_number_says_what_to_give(komi: object) -> None:
    given: dict[str, Any] = {"komi": komi}
    position = Position(9)
    for make in (
        lambda: Position(9, **given),
        lambda: Position.from_diagram("..\n..", **given),
        lambda: Position.from_array(np.zeros((9, 9)), **given),
        lambda: Position.from_sgf("(;SZ[9])", **given),
        lambda: Position.from_handicap(9, 2, **given),
        lambda: setattr(position, "komi", komi),
    ):
        with pytest.raises(TypeError, match="give a number of points, such as 6.5"):
            make()
    assert position.komi == 7.5


def test_other_values_of_wrong_types_say_what_to_give() -> None:
    wrong: Any = 5
    with pytest.raises(ValueError, match="komi inf: give points from -10000 to 10000"):
        Position(9, komi=10**400)
    with pytest.raises(TypeError, match="a diagram is text"):
        Position.from_diagram(wrong)
    with pytest.raises(TypeError, match="SGF is text or bytes"):
        Position.from_sgf(wrong)
    with pytest.raises(
        TypeError, match=r"handicap stones on a 9x9 board 2\.5: give a whole number from 2 to 80"
    ):
        Position.from_handicap(9, 2.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="give a list of points"):
        Position(9).score(dead=wrong)
