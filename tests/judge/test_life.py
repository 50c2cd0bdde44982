"""Life, death and seki from ownership, in positions whose answer is known."""

from __future__ import annotations

import pytest

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, points_to_vertices, vertices_to_points
from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.game.ending import without_history
from gtpengine.judge.life import Status, judge, score

DEAD_STONE = """
    . X . O .
    . X . O X
    . X . O .
    . X . O .
    . X . O .
"""


def ownership(position: Position, black: str, white: str) -> list[float]:
    """+1 on the points of ``black``, -1 on those of ``white``, 0 elsewhere."""
    values = [0.0] * position.size**2
    for points, value in ((black, 1.0), (white, -1.0)):
        for point in vertices_to_points(points, position.size):
            values[point] = value
    return values


def halves() -> list[float]:
    """Columns A and B are Black's, D and E are White's."""
    return [(1.0, 0.9, 0.0, -0.9, -1.0)[point % 5] for point in range(25)]


def test_a_stone_in_foreign_territory_is_dead() -> None:
    position = Position.from_diagram(DEAD_STONE, komi=0.5)
    status = judge(position, halves())
    assert status.points(Status.DEAD) == vertices_to_points("E4", 5)
    assert len(status.points(Status.ALIVE)) == 10
    assert status.points(Status.SEKI) == []


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("chinese", -0.5),
        # The stone lives: Black has it and E5 to E1 are nobody's any more.
        ("tromp-taylor", 10 + 1 - 5 - 0.5),
        ("cgos", 10 + 1 - 5 - 0.5),
        # Five points each, and one prisoner for White.
        ("japanese", -1 - 1 - 0.5 + 0),
    ],
)
def test_the_score_follows_the_rules(rules: str, expected: float) -> None:
    position = Position.from_diagram(DEAD_STONE, rules=rules_named(rules), komi=0.5)
    if rules == "japanese":
        # White has five points (E1 to E5, the dead stone's own point too) and the prisoner.
        expected = 5 - (5 + 1) - 0.5
    assert score(position, judge(position, halves())) == expected


def test_open_areas_are_estimated_while_the_game_goes_on() -> None:
    position = Position.from_diagram(
        """
        . . X . .
        . . X O .
        . . X O .
        . . . O .
        . . . . .
        """,
        komi=0.5,
    )
    status = judge(position, halves())
    assert score(position, status) == 3 - 3 - 0.5
    assert score(position, status, halves()) == 3 - 3 - 0.5 + 10 - 7
    japanese = Position.from_diagram(position.to_diagram(), rules=rules_named("japanese"))
    assert score(japanese, status, [1.0] * 25) == 19 - 6.5


def test_chains_are_judged_as_a_whole() -> None:
    position = Position.from_diagram(
        """
        . . . . .
        X X X X .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    row = vertices_to_points("A4 B4 C4 D4", 5)
    values = [0.0] * 25
    for point, value in zip(row, (-0.9, 0.5, 0.5, 0.5), strict=True):
        values[point] = value
    assert judge(position, values).points(Status.ALIVE) == row
    assert judge(position, [-value for value in values]).points(Status.DEAD) == row


def test_what_is_proved_beats_ownership() -> None:
    position = Position.from_diagram(
        """
        . X . X X
        X X X X .
        . . . X X
        O O . . .
        . O . . .
        """
    )
    wrong = [-1.0] * 25
    status = judge(position, wrong)
    assert set(status.points(Status.ALIVE)) >= set(vertices_to_points("B5 A4", 5))


def test_seki_with_two_common_liberties() -> None:
    position = Position.from_diagram(
        """
        . X O . X O .
        X X O . X O .
        O O O X X O .
        X X X X O O .
        O O O O O . .
        . . . . . . .
        . . . . . . .
        """
    )
    values = [1.0 if position.color_at(p) == BLACK else -1.0 for p in range(49)]
    status = judge(position, values)
    # A7 is Black's eye; the inner chains share D6 and D7.
    seki = status.points(Status.SEKI)
    assert set(vertices_to_points("E7 E6 D5 C7 C6 C5", 7)) <= set(seki), points_to_vertices(seki, 7)
    assert not set(vertices_to_points("F7 A3", 7)) & set(seki)


def test_dame_is_no_seki() -> None:
    position = Position.from_diagram(DEAD_STONE)
    assert judge(position, halves()).points(Status.SEKI) == []


@pytest.mark.parametrize(("rules", "bonus"), [("chinese", 2), ("aga", 1), ("japanese", 0)])
def test_captured_handicap_stones_still_count_for_white(rules: str, bonus: int) -> None:
    position = Position(5, rules_named(rules), 0.5)
    position.set_up([0, 24], [], WHITE, handicap=2)
    for point in (1, 5):
        position.play(point, WHITE)
        position.play(PASS, BLACK)
    assert position.color_at(0) == EMPTY
    fresh = without_history(position)
    prisoner = 1 if rules == "japanese" else 0
    assert fresh.komi == 0.5 + bonus + prisoner
    assert score(fresh, judge(fresh, [0.0] * 25)) == score(position, judge(position, [0.0] * 25))
