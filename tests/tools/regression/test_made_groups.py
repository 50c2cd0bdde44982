"""Groups in eye spaces: fates that books name, and boards that they decide."""

from __future__ import annotations

import itertools
import random

import pytest
from gtpengine.tools.regression.constructions import KO, SAFE_GROUPS, lives, ring
from gtpengine.tools.research.hard_suite import drawn
from gtpengine.tools.research.made_groups import MadeGroup, ko, safe_groups

from board_ext.coords import BLACK, WHITE, opponent, vertex_to_point

SIZE = 9


def group(*vertices: str) -> MadeGroup:
    """A white group around an eye space."""
    space = frozenset(vertex_to_point(vertex, SIZE) for vertex in vertices)
    return MadeGroup(WHITE, space, frozenset(), frozenset(ring(space, SIZE)))


@pytest.mark.parametrize(
    ("vertices", "fate"),
    [
        (("D5", "E5", "F5", "G5"), "safe"),  # four in line
        (("D5", "E5", "F5"), "weak"),  # three in line: who moves first decides
        (("D5", "E5", "D6", "E6"), "dead"),  # a square
        (("D4", "E4", "F4", "D5", "E5", "F5"), "safe"),  # six in a rectangle
        (("A1", "B1", "C1", "A2", "B2", "C2"), "weak"),  # the same in the corner, without liberties
    ],
)
def test_fates_of_eye_spaces(vertices: tuple[str, ...], fate: str) -> None:
    one = group(*vertices)
    assert one.is_safe(SIZE) == (fate == "safe")
    assert one.is_weak(SIZE) == (fate in ("weak", "dead"))
    assert one.falls(WHITE, SIZE) == (fate == "dead")
    assert not one.hangs_on_a_ko(SIZE)


@pytest.mark.parametrize("size", [9, 13])
def test_the_groups_decide_boards_that_live_otherwise(size: int) -> None:
    for made in itertools.islice(drawn(SAFE_GROUPS, size, 7), 3):
        position = made.position()
        alive = {int(p) for color in (BLACK, WHITE) for p in position.unconditional_life(color)[0]}
        mortal = {*made.stones(BLACK), *made.stones(WHITE)} - alive
        assert mortal
        assert made.winner in (BLACK, WHITE)
        assert all(lives(position, color, mortal) for color in (BLACK, WHITE))


def test_nothing_is_made_of_a_ko_with_threats_but_a_question() -> None:
    rng = random.Random(3)
    found = [made for _ in range(6000) if (made := ko(9, rng)) is not None]
    assert found
    for made in found:
        assert made.topic == KO
        threats = not made.note.endswith("0 threats of the attacker, 0 of the defender")
        assert (made.winner is None) == threats


def test_the_owner_wins_with_safe_groups() -> None:
    rng = random.Random(5)
    found = [made for _ in range(2500) if (made := safe_groups(9, rng)) is not None]
    for made in found:
        # The owner's area is at the top, the groups lie in the enemy's.
        owner = max(made.colors[-9:], key=made.colors[-9:].count)
        assert made.winner == (opponent(owner) if "falls" in made.note else owner)
    assert found
