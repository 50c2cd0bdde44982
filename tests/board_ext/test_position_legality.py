"""``Position`` under the rules: what is refused and why, and what a move captures."""

from __future__ import annotations

import pickle

import pytest

from board_ext.coords import BLACK, PASS, RESIGN, WHITE, vertices_to_points
from board_ext.coords import vertex_to_point as point_named
from board_ext.position import IllegalMoveError, IllegalReason, Position
from board_ext.rules import CHINESE, RULES, TROMP_TAYLOR
from tests.board_ext.positions import KO_SHAPE, SEND_TWO, TWO_STONE_SUICIDE, play_all, state

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
    mask = position.legal_mask()
    assert [n for n in range(position.size**2) if mask[n]] == position.legal_moves()
    assert mask[PASS] and mask.shape == (position.size**2 + 1,) and mask.dtype == bool
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
