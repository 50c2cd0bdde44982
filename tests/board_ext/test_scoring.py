"""Counting a finished game, and Benson's unconditional life."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from sgfmill import boards

from board_ext.coords import BLACK, EMPTY, PASS, WHITE
from board_ext.coords import vertices_to_points as points_named
from board_ext.position import Position
from board_ext.rules import CHINESE, JAPANESE, RULES, TROMP_TAYLOR

WALLS = """
    . X . O .
    . X . O .
    . X . O .
    . X . O .
    . X . O .
"""
# A white stone stands dead in Black's corner, a black one in White's.
DEAD_STONES = """
    . X O . .
    . X O . X
    O X O . .
    . X O O O
    . X X O .
"""
# Each side has one eye, and C1 is a liberty of both: who plays there is captured.
SEKI = """
    X X X O O
    X . X O O
    X X X O O
    X X X O .
    X X . O O
"""


# Area and territory are Black minus White without komi.
@pytest.mark.parametrize(
    ("diagram", "dead", "area", "territory"),
    [
        pytest.param("..\n..", "", 0, 0, id="empty board"),
        pytest.param(". .\nX .", "", 4, 3, id="one stone owns all"),
        pytest.param(WALLS, "", 0, 0, id="neutral points between walls"),
        pytest.param(WALLS, "D1", 25, 25, id="a dead chain is given by one stone"),
        pytest.param(DEAD_STONES, "", -2, -1, id="nothing dead"),
        pytest.param(DEAD_STONES, "A3", 4, 5, id="a dead white stone"),
        pytest.param(DEAD_STONES, "A3 E4", -3, -2, id="one dead on either side"),
        pytest.param("...\n.X.\n...", "B2", 0, -1, id="the only stone is dead"),
    ],
)
def test_scores(diagram: str, dead: str, area: int, territory: int) -> None:
    position = Position.from_diagram(diagram, komi=0)
    points = points_named(dead, position.size)
    assert position.area_score(points) == area
    assert position.territory_score(points) == territory
    if not dead:
        assert position.tromp_taylor_score() == area


def test_prisoners_count_under_territory_only() -> None:
    position = Position.from_diagram("...\nXXX\nO.X", komi=0)
    position.play(1)
    assert position.prisoners == (1, 0)
    assert position.area_score() == 9
    assert position.territory_score() == 4 + 1


def test_passes_cost_nothing_under_territory() -> None:
    position = Position.from_diagram(WALLS, komi=0)
    for _ in range(3):
        position.play(PASS)
    assert position.territory_score() == 0


def test_territory_in_seki_counts_nothing_when_named() -> None:
    position = Position.from_diagram(SEKI, rules=JAPANESE, komi=0)
    a1, e1 = 0, 4
    assert position.territory_score() == 0
    assert position.territory_score(seki=[a1]) == -1
    assert position.territory_score(seki=[e1]) == 1
    assert position.territory_score(seki=[a1, e1]) == 0


@pytest.mark.parametrize(
    ("rules", "bonus"),
    [("chinese", 3), ("aga", 2), ("tromp-taylor", 0), ("new-zealand", 0), ("japanese", 0)],
)
def test_komi_and_handicap(rules: str, bonus: int) -> None:
    position = Position(9, RULES[rules], komi=0.5)
    position.set_up(points_named("C3 G7 C7", 9), [], WHITE, handicap=3)
    assert position.area_score() == 81 - 0.5 - bonus
    assert position.tromp_taylor_score() == 81 - 0.5 - bonus
    assert position.territory_score() == 78 - 0.5


@pytest.mark.parametrize(
    ("points", "message"),
    [([0], "A1 is empty"), ([25], "point 25 is off"), ([PASS], "point -1 is off")],
)
def test_dead_points_must_be_stones(points: list[int], message: str) -> None:
    position = Position.from_diagram(WALLS)
    for score in (position.area_score, position.territory_score):
        with pytest.raises(ValueError, match=message):
            score(points)


@pytest.mark.fuzz
def test_area_and_territory_differ_by_the_moves_made() -> None:
    """Each stone played is a point of area; area counting gives none for a prisoner."""
    rng = random.Random(1)
    for size in (2, 3, 5, 9, 13, 19):
        for _ in range(10):
            position = Position(size, TROMP_TAYLOR, komi=0)
            for _ in range(rng.randint(1, 2 * size * size)):
                legal = position.legal_moves()
                position.play(rng.choice(legal) if legal else PASS)
            moves = [color for color, point in position.moves if point != PASS]
            difference = moves.count(BLACK) - moves.count(WHITE)
            stones = position.stones().ravel().tolist()
            dead = [point for point, color in enumerate(stones) if color and rng.random() < 0.1]
            for given in ([], dead):
                area, territory = position.area_score(given), position.territory_score(given)
                assert area == territory + difference


@pytest.mark.fuzz
def test_area_with_dead_stones_is_area_without_them() -> None:
    """The score by sgfmill of the board from which the dead chains have been lifted."""
    rng = random.Random(2)
    for size in (2, 3, 5, 9, 13, 19):
        for _ in range(10):
            position = Position(size, CHINESE, komi=0)
            for _ in range(rng.randint(1, 2 * size * size)):
                legal = position.legal_moves()
                position.play(rng.choice(legal) if legal else PASS)
            stones = position.stones().ravel().tolist()
            given = [point for point, color in enumerate(stones) if color and rng.random() < 0.1]
            dead = {point for stone in given for point in position.chain_at(stone)}
            board = boards.Board(size)
            kept: dict[int, list[tuple[int, int]]] = {EMPTY: [], BLACK: [], WHITE: []}
            for point, color in enumerate(stones):
                kept[EMPTY if point in dead else color].append(divmod(point, size))
            assert board.apply_setup(kept[BLACK], kept[WHITE], [])
            assert position.area_score(given) == board.area_score()


# Benson: diagram, rules, Black's unconditionally alive stones and territory.
@pytest.mark.parametrize(
    ("diagram", "rules", "alive", "territory"),
    [
        pytest.param(
            """
            . . . . .
            . . . . .
            . . . . .
            X X X X .
            . X . X .
            """,
            "chinese",
            "B1 D1 A2 B2 C2 D2",
            "A1 C1",
            id="two eyes",
        ),
        pytest.param(
            """
            . . . . .
            . . . . .
            . . . . .
            X X X O .
            . X . X .
            """,
            "chinese",
            "",
            "",
            id="the second eye is false",
        ),
        pytest.param(
            """
            . . . . .
            . . . . .
            . . . . .
            X X . . .
            . X . . .
            """,
            "chinese",
            "",
            "",
            id="one eye",
        ),
        pytest.param(
            """
            . . . . .
            . . . . .
            X X . . .
            X . X . .
            . X X . .
            """,
            "chinese",
            "B1 C1 A2 C2 A3 B3",
            "A1 B2",
            id="two chains share two eyes",
        ),
        pytest.param(
            """
            . . . . .
            . . . . .
            X X . . .
            X . O . .
            . X X . .
            """,
            "chinese",
            "",
            "",
            id="the shared eye is open",
        ),
        pytest.param(
            """
            . . . . .
            . . . . .
            . . . . .
            X X X X X
            . . X O .
            """,
            "chinese",
            "C1 A2 B2 C2 D2 E2",
            "A1 B1 D1 E1",
            id="eyes of two points, one with an enemy stone",
        ),
        pytest.param(
            """
            . . . . .
            . . . . .
            X X . . .
            . X X X X
            O . X . X
            """,
            "chinese",
            "C1 E1 B2 C2 D2 E2 A3 B3",
            "A1 B1 D1 A2",
            id="an enemy stone in the corner of an eye",
        ),
        pytest.param(
            """
            . . . . .
            . . . . .
            X X . . .
            . X X X X
            O . X . X
            """,
            "new-zealand",
            "",
            "",
            id="the same where suicide could empty the eye",
        ),
        pytest.param(
            """
            . . . . .
            . . . . .
            X X X X X
            . . . . .
            . . . . .
            """,
            "chinese",
            "",
            "",
            id="large areas prove nothing",
        ),
        pytest.param(". .\n. .", "chinese", "", "", id="empty board"),
        pytest.param(". X\nX .", "chinese", "A1 B2", "B1 A2", id="two chains on 2x2"),
    ],
)
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_benson(diagram: str, rules: str, alive: str, territory: str, color: int) -> None:
    if color == WHITE:
        diagram = diagram.translate(str.maketrans("XO", "OX"))
    position = Position.from_diagram(diagram, rules=RULES[rules])
    assert position.unconditional_life(color) == (
        points_named(alive, position.size),
        points_named(territory, position.size),
    )


def test_benson_wants_a_color() -> None:
    with pytest.raises(ValueError, match="colour 0"):
        Position(9).unconditional_life(EMPTY)


def boards_when_one_side_passes(position: Position, attacker: int) -> Iterator[Position]:
    """All boards that *attacker* can reach while the other side always passes."""
    seen = {position.hash}
    stack = [position]
    while stack:
        board = stack.pop()
        yield board
        for point in board.legal_moves(attacker):
            child = board.copy()
            child.play(point, attacker)
            child.play(PASS)
            if child.hash not in seen:
                seen.add(child.hash)
                stack.append(child)


@pytest.mark.parametrize("suicide", [False, True])
def test_benson_against_exhaustive_attack(suicide: bool) -> None:
    """Benson's theorem: a chain is found alive exactly if no attack can capture it.

    Where suicide is allowed the condition is only sufficient, so that one direction is tested.
    """
    rng = random.Random(1)
    rules = RULES["new-zealand" if suicide else "chinese"]
    boards_with_life = 0
    # Suicide empties boards, so that far more of them are in reach.
    while boards_with_life < (8 if suicide else 24):
        size = 3 if suicide else rng.choice([3, 4])
        position = Position(size, rules)
        weights = [1.0, rng.random() / 3, rng.random()]
        stones = rng.choices([BLACK, WHITE, EMPTY], weights, k=size * size)
        black, white = ([p for p, s in enumerate(stones) if s == c] for c in (BLACK, WHITE))
        try:
            position.set_up(black, white)
        except ValueError:
            continue
        alive, territory = position.unconditional_life(BLACK)
        boards_with_life += bool(alive)
        safe = set(black)
        for board in boards_when_one_side_passes(position, WHITE):
            safe = {point for point in safe if board.color_at(point) == BLACK}
            settled = {point for points in board.unconditional_life(WHITE) for point in points}
            assert not settled & set(territory)
        assert set(alive) <= safe
        if not suicide:
            assert set(alive) == safe
