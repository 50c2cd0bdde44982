"""Borders: where the attacker alone plays."""

from __future__ import annotations

from board_ext.coords import BLACK, WHITE, vertex_to_point, vertices_to_points
from gtpengine.lifedeath.border import with_border
from gtpengine.lifedeath.question import bordered, given_question
from tests.lifedeath.positions import position_of

OPEN = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X X X X . . . . .
    O O O O X . . . .
    . . . . . . . . .
"""

SHUT = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X . .
    O O O O O O X . .
    . . . X . O X . .
"""


def test_a_border_has_the_points_beside_the_region_with_a_liberty_behind() -> None:
    position = position_of(OPEN)
    region = vertices_to_points("A2 B2 C2 D2 A1 B1 C1 D1", 9)
    edge = vertex_to_point("E1", 9)
    assert with_border(position, BLACK, region, []) == ({*region}, {edge})
    assert with_border(position, BLACK, region, [edge]) == ({*region}, set())


def test_a_point_without_a_liberty_behind_belongs_to_the_region() -> None:
    """Black's stone at D1 has no other liberty than E1 and C1."""
    position = position_of(SHUT)
    region = vertices_to_points("A2 B2 C2 D2 E2 F2 A1 B1 C1 D1 F1", 9)
    assert with_border(position, BLACK, region, []) == (
        {*region, vertex_to_point("E1", 9)},
        set(),
    )


def test_the_attacker_plays_on_the_border_beside_a_stone_of_the_defender() -> None:
    position = position_of(OPEN, WHITE)
    region = vertices_to_points("A2 B2 C2 D2 A1 B1 C1 D1", 9)
    question = bordered(given_question(position, region))
    edge = vertex_to_point("E1", 9)
    assert question.border == (edge,)
    assert edge not in question.moves()
    after = question.after(vertex_to_point("D1", 9))
    assert edge in after.moves()
    assert edge not in question.after(vertex_to_point("C1", 9)).moves()
