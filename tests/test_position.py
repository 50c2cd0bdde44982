"""``Position``: playing, refusing, undoing, copying, setting up."""

from __future__ import annotations

import dataclasses
import pickle
import random

import numpy as np
import pytest
from sgfmill import boards

from board_ext.coords import (
    BLACK,
    EMPTY,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    RESIGN,
    WHITE,
    vertices_to_points,
)
from board_ext.coords import vertex_to_point as point_named
from board_ext.position import IllegalMoveError, IllegalReason, Position
from board_ext.rules import CHINESE, JAPANESE, RULES, TROMP_TAYLOR

EMPTY_9 = "\n".join(["........."] * 9)


def play_all(position: Position, vertices: str) -> None:
    """Play vertices in turn; the side to move is the one that *position* says."""
    for point in vertices_to_points(vertices, position.size):
        position.play(point)


def state(position: Position) -> tuple[object, ...]:
    """Everything that undo and copies must restore."""
    return (
        position.to_diagram(),
        position.to_play,
        position.move_number,
        position.ko_point,
        position.prisoners,
        position.hash,
        position.situational_hash,
        tuple(position.moves),
        tuple(position.legal_moves(BLACK)),
        tuple(position.legal_moves(WHITE)),
        position.handicap,
    )


def random_game(size: int, seed: int, moves: int, rules_name: str = "new-zealand") -> Position:
    """A game of random legal moves, some passes and some moves out of turn."""
    rng = random.Random(seed)
    position = Position(size, RULES[rules_name])
    for _ in range(moves):
        color = rng.choice([BLACK, WHITE]) if rng.random() < 0.1 else position.to_play
        legal = position.legal_moves(color)
        point = rng.choice(legal) if legal and rng.random() < 0.95 else PASS
        position.play(point, color)
    return position


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


# Diagram, side to move, moves, then for each rule set the verdict on the last vertex.
# c: chinese (simple ko, no suicide), k: chinese-kgs (positional), a: aga (situational),
# t: tromp-taylor (positional, suicide), n: new-zealand (situational, suicide).
KO, SUICIDE, SUPERKO, OCCUPIED = (
    IllegalReason.KO,
    IllegalReason.SUICIDE,
    IllegalReason.SUPERKO,
    IllegalReason.OCCUPIED,
)
RULE_KEYS = {
    "c": "chinese",
    "k": "chinese-kgs",
    "a": "aga",
    "t": "tromp-taylor",
    "n": "new-zealand",
}

KO_SHAPE = """
    . X O .
    X O . O
    . X O .
    . . . .
"""
# Black sends two stones, White takes them, Black takes one back: the same board after three moves.
SEND_TWO = """
    . . . .
    . . . .
    O O X .
    . X . X
"""
TWO_STONE_SUICIDE = """
    . . . .
    . . . .
    O O . .
    X . O .
"""
EMPTY_CORNER = """
    . . . .
    . . . .
    O O . .
    . . O .
"""
# All liberties of both white stones are at A1.
CAPTURE_NOT_SUICIDE = """
    . . . .
    X . . .
    O X . .
    . O X .
"""


@pytest.mark.parametrize(
    ("diagram", "side", "moves", "vertex", "verdicts"),
    [
        pytest.param(KO_SHAPE, BLACK, "", "B3", dict.fromkeys("ckatn", OCCUPIED), id="occupied"),
        pytest.param(KO_SHAPE, BLACK, "C3", "B3", dict.fromkeys("ckatn", KO), id="ko"),
        pytest.param(KO_SHAPE, BLACK, "C3 D1 A1", "B3", {}, id="ko after a threat"),
        pytest.param(
            KO_SHAPE, BLACK, "C3 pass pass", "B3", dict.fromkeys("katn", SUPERKO), id="ko, passes"
        ),
        pytest.param(KO_SHAPE, BLACK, "C3 pass", "B3", {}, id="the ko point is free for its owner"),
        pytest.param(SEND_TWO, BLACK, "A1 C1", "B1", dict.fromkeys("kt", SUPERKO), id="send two"),
        pytest.param(
            SEND_TWO,
            BLACK,
            "pass pass A1 C1",
            "B1",
            dict.fromkeys("katn", SUPERKO),
            id="send two, a pass had made the same situation",
        ),
        pytest.param(
            SEND_TWO, WHITE, "pass A1 C1", "B1", dict.fromkeys("katn", SUPERKO), id="White first"
        ),
        pytest.param(SEND_TWO, BLACK, "A1 C1 D4 A4", "B1", {}, id="send two, then elsewhere"),
        pytest.param(
            TWO_STONE_SUICIDE, BLACK, "", "B1", dict.fromkeys("cka", SUICIDE), id="two stones"
        ),
        pytest.param(
            EMPTY_CORNER,
            BLACK,
            "A1 pass",
            "B1",
            {**dict.fromkeys("cka", SUICIDE), "t": SUPERKO},
            id="suicide repeats the board, not the situation",
        ),
        pytest.param(
            "...\nOO.\n.O.", BLACK, "", "A1", dict.fromkeys("ckatn", SUICIDE), id="one stone"
        ),
        pytest.param("...\nOO.\n.O.", WHITE, "", "A1", {}, id="own eye"),
        pytest.param(CAPTURE_NOT_SUICIDE, BLACK, "", "A1", {}, id="capture"),
    ],
)
@pytest.mark.parametrize("key", RULE_KEYS)
def test_legality(
    diagram: str,
    side: int,
    moves: str,
    vertex: str,
    verdicts: dict[str, IllegalReason],
    key: str,
) -> None:
    position = Position.from_diagram(diagram, side, RULES[RULE_KEYS[key]])
    play_all(position, moves)
    point = point_named(vertex, position.size)
    reason = verdicts.get(key)
    assert position.illegal_reason(point) is reason
    assert position.is_legal(point) is (reason is None)
    assert (point in position.legal_moves()) is (reason is None)
    before = state(position)
    if reason is None:
        position.play(point)
        assert position.moves[-1] == (3 - position.to_play, point)
    else:
        with pytest.raises(IllegalMoveError, match=f"{vertex}: {reason.value}") as caught:
            position.play(point)
        assert caught.value.reason is reason
        assert state(position) == before


def test_ko_binds_the_opponent_only() -> None:
    position = Position.from_diagram(KO_SHAPE)
    assert position.play(point_named("C3", 4)) == 1
    assert position.ko_point == point_named("B3", 4)
    assert position.illegal_reason(point_named("B3", 4), WHITE) is KO
    assert position.is_legal(point_named("B3", 4), BLACK)


@pytest.mark.parametrize("point", [-3, RESIGN, 81, 10**9])
def test_off_board(point: int) -> None:
    position = Position(9)
    assert position.illegal_reason(point) is IllegalReason.OFF_BOARD
    with pytest.raises(IllegalMoveError, match="off the board") as caught:
        position.play(point)
    assert caught.value.reason is IllegalReason.OFF_BOARD
    assert position.moves == []


def test_illegal_move_error_says_all() -> None:
    position = Position.from_diagram(KO_SHAPE)
    with pytest.raises(IllegalMoveError) as caught:
        position.play(point_named("B3", 4))
    assert str(caught.value) == "illegal move black B3: occupied"
    assert caught.value.move == "black B3"
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.move, copy.reason, str(copy)) == ("black B3", OCCUPIED, str(caught.value))


@pytest.mark.parametrize("color", [0, 3, -1])
def test_wrong_color(color: int) -> None:
    position = Position(9)
    for function in (position.play, position.is_legal, position.illegal_reason):
        with pytest.raises(ValueError, match="colour"):
            function(0, color)
    with pytest.raises(ValueError, match="colour"):
        position.legal_moves(color)
    with pytest.raises(ValueError, match="colour"):
        position.to_play = color
    assert position.moves == []
    assert position.to_play == BLACK


# Diagram, moves, captured stones by the last move, diagram afterwards, prisoners.
@pytest.mark.parametrize(
    ("diagram", "rules", "moves", "captured", "after", "prisoners"),
    [
        pytest.param(
            """
            . . X . .
            . X O X .
            X O . O X
            . X O X .
            . . X . .
            """,
            "chinese",
            "C3",
            4,
            """
            . . X . .
            . X . X .
            X . X . X
            . X . X .
            . . X . .
            """,
            (4, 0),
            id="four chains at once",
        ),
        pytest.param(
            """
            . . . .
            X X X .
            O O O X
            . . O X
            """,
            "chinese",
            "B1 A1 B1",
            5,
            """
            . . . .
            X X X .
            . . . X
            . X . X
            """,
            (5, 1),
            id="snapback",
        ),
        pytest.param(
            TWO_STONE_SUICIDE,
            "tromp-taylor",
            "B1",
            0,
            """
            . . . .
            . . . .
            O O . .
            . . O .
            """,
            (0, 2),
            id="suicide gives prisoners to the opponent",
        ),
        pytest.param(
            CAPTURE_NOT_SUICIDE,
            "chinese",
            "A1",
            2,
            """
            . . . .
            X . . .
            . X . .
            X . X .
            """,
            (2, 0),
            id="capture comes before suicide, two single stones make no ko",
        ),
    ],
)
def test_captures(
    diagram: str, rules: str, moves: str, captured: int, after: str, prisoners: tuple[int, int]
) -> None:
    position = Position.from_diagram(diagram, BLACK, RULES[rules])
    *first, last = vertices_to_points(moves, position.size)
    for point in first:
        position.play(point)
    assert position.play(last) == captured
    assert position.prisoners == prisoners
    assert position.ko_point is None
    assert position == Position.from_diagram(after, WHITE, RULES[rules])
    position.check()


def test_moves_of_one_color_in_a_row() -> None:
    position = Position(9)
    position.play(0, WHITE)
    position.play(1, WHITE)
    position.play(PASS, WHITE)
    assert position.moves == [(WHITE, 0), (WHITE, 1), (WHITE, PASS)]
    assert position.to_play == BLACK
    assert position.move_number == 3


def test_rules_and_komi_can_change_in_mid_game() -> None:
    position = Position.from_diagram(SEND_TWO)
    play_all(position, "A1 C1")
    point = point_named("B1", 4)
    assert position.is_legal(point)
    position.rules = TROMP_TAYLOR
    assert position.illegal_reason(point) is SUPERKO
    position.rules = CHINESE
    position.play(point)
    position.komi = 5
    assert (position.komi, position.rules) == (5.0, CHINESE)
    with pytest.raises(TypeError):
        position.rules = "chinese"  # type: ignore[assignment]


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
    with pytest.raises(ValueError, match="nothing to undo"):
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


def test_arrays_are_copies_with_row_0_at_the_bottom() -> None:
    position = Position.from_diagram("""
        . . . .
        . . . O
        X X . O
        . X . .
    """)
    stones = position.stones()
    assert stones.shape == (4, 4)
    assert stones.dtype == np.int8
    assert stones.tolist() == [[0, 1, 0, 0], [1, 1, 0, 2], [0, 0, 0, 2], [0, 0, 0, 0]]
    liberties = position.liberties()
    assert liberties.shape == (4, 4)
    assert liberties.dtype == np.int16
    assert liberties.tolist() == [[0, 5, 0, 0], [5, 5, 0, 4], [0, 0, 0, 4], [0, 0, 0, 0]]
    stones[:] = WHITE
    assert position.color_at(0) == EMPTY


def test_chains_and_liberties() -> None:
    position = Position.from_diagram("""
        . . . .
        . . . O
        X X . O
        . X . .
    """)
    size = position.size
    b2 = point_named("B2", size)
    assert position.chain_at(b2) == vertices_to_points("B1 A2 B2", size)
    assert position.liberties_of(b2) == vertices_to_points("A1 C1 C2 A3 B3", size)
    assert position.color_at(b2) == BLACK
    assert position.color_at(point_named("D2", size)) == WHITE
    assert position.chain_at(0) == []
    assert position.liberties_of(0) == []
    for function in (position.color_at, position.chain_at, position.liberties_of):
        for point in (-1, 16):
            with pytest.raises(ValueError, match="off the 4x4 board"):
                function(point)


@pytest.mark.parametrize("size", range(MIN_SIZE, MAX_SIZE + 1))
def test_diagram_round_trip(size: int) -> None:
    game = random_game(size, size, size * size, "tromp-taylor")
    for coordinates in (True, False):
        text = game.to_diagram(coordinates)
        copy = Position.from_diagram(text, game.to_play, game.rules, 0.5)
        assert copy.to_diagram(coordinates) == text
        assert np.array_equal(copy.stones(), game.stones())
        assert (copy.to_play, copy.rules, copy.komi) == (game.to_play, game.rules, 0.5)
        assert copy.hash == game.hash
        copy.check()


def test_from_diagram_takes_komi_of_the_rules() -> None:
    assert Position.from_diagram(EMPTY_9, rules=JAPANESE).komi == 6.5


# Black, white, further arguments, message.
@pytest.mark.parametrize(
    ("black", "white", "options", "message"),
    [
        ("A1", "B1 A2", {}, "the black chain at A1 has no liberty"),
        ("B1 A2 B3 C2 D3", "B2 C3 A1", {}, "the white chain at A1 has no liberty"),
        ("A1 A1", "", {}, "A1 is given twice"),
        ("A1", "A1", {}, "A1 is given twice"),
        ("pass", "", {}, "point -1 is off the 4x4 board"),
        ("A1", "", {"to_play": 0}, "colour 0"),
        ("A1", "", {"handicap": 2}, "2 handicap stones, but 1 black stone"),
        ("A1", "", {"handicap": -1}, "-1 handicap stones"),
    ],
)
def test_set_up_errors(black: str, white: str, options: dict[str, int], message: str) -> None:
    position = Position.from_diagram(KO_SHAPE)
    position.play(point_named("C3", 4))
    before = state(position)
    with pytest.raises(ValueError, match=message):
        position.set_up(vertices_to_points(black, 4), vertices_to_points(white, 4), **options)
    assert state(position) == before


def test_set_up_of_a_full_board_is_refused() -> None:
    with pytest.raises(ValueError, match="chain at A1 has no liberty"):
        Position(3).set_up(range(9), [])


def test_set_up_clears_the_game() -> None:
    position = Position.from_diagram(KO_SHAPE)
    play_all(position, "C3 D1")
    position.set_up([0], [1], WHITE)
    assert (position.moves, position.prisoners, position.ko_point) == ([], (0, 0), None)
    assert (position.move_number, position.to_play, position.handicap) == (0, WHITE, 0)
    position.check()
    position.set_up([], [])
    assert position == Position(4)


def test_set_up_board_counts_for_superko() -> None:
    position = Position.from_diagram(SEND_TWO, rules=TROMP_TAYLOR)
    play_all(position, "A1 C1")
    assert position.illegal_reason(point_named("B1", 4)) is SUPERKO


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(20))
def test_random_set_ups(seed: int) -> None:
    """Set-up accepts a board exactly if each chain has a liberty."""
    rng = random.Random(seed)
    for _ in range(50):
        size = rng.randint(MIN_SIZE, 6)
        density = rng.random()
        black: list[int] = []
        white: list[int] = []
        for point in range(size * size):
            if rng.random() < density:
                rng.choice([black, white]).append(point)
        position = Position(size)
        if has_dead_chain(size, black, white):
            with pytest.raises(ValueError, match="has no liberty"):
                position.set_up(black, white)
            assert not position.stones().any()
        else:
            position.set_up(black, white)
            assert np.flatnonzero(position.stones() == BLACK).tolist() == black
            assert np.flatnonzero(position.stones() == WHITE).tolist() == white
            position.check()


def has_dead_chain(size: int, black: list[int], white: list[int]) -> bool:
    """By sgfmill, whose set-up removes chains without liberties and says so."""
    board = boards.Board(size)
    to_pairs = [[divmod(point, size) for point in points] for points in (black, white)]
    return not board.apply_setup(*to_pairs, [])


def test_handicap_is_counted() -> None:
    position = Position(19)
    stones = vertices_to_points("D4 Q16 D16", 19)
    position.set_up(stones, [], WHITE, handicap=3)
    assert (position.handicap, position.to_play, position.moves) == (3, WHITE, [])
    assert position.copy().handicap == 3
    assert position.illegal_reason(stones[0]) is OCCUPIED


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
