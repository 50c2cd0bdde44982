"""Which points a player chose among, around the last two moves."""

from __future__ import annotations

import numpy as np

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from gtpengine.lab.learning.pattern_choices import local_choices


def points(vertices: str, size: int = 9) -> np.ndarray:
    return np.array([vertex_to_point(vertex, size) for vertex in vertices.split()], dtype=np.int16)


def test_a_choice_for_each_move_of_the_colours_asked_for() -> None:
    game = points("E5 E4 C7 C6 G7")
    both = local_choices(9, game, BLACK | WHITE)[2]
    black, white = local_choices(9, game, BLACK)[2], local_choices(9, game, WHITE)[2]
    # The first two moves have not two stones before them.
    assert len(both) == 3
    assert both[::2].tolist() == black.tolist()
    assert both[1::2].tolist() == white.tolist()


def test_the_move_is_found_among_the_points() -> None:
    codes, kinds, counts, chosen = local_choices(9, points("E5 E4 C7 C6 G7"), BLACK | WHITE)
    assert len(codes) == len(kinds) == counts.sum()
    # C6 is beside C7, the others are elsewhere.
    assert (chosen >= 0).tolist() == [False, True, False]
    assert kinds[counts[0] + chosen[1]] == 0


def test_colours_swapped_make_the_same_codes() -> None:
    """The codes are those of the player to move, whoever that is."""
    plain = local_choices(9, points("E5 E4 C7"), BLACK)
    passed = np.concatenate([np.array([PASS], dtype=np.int16), points("E5 E4 C7")])
    swapped = local_choices(9, passed, WHITE)
    for i in range(4):
        assert np.array_equal(plain[i], swapped[i])
    assert len(plain[2]) == 1


def test_a_forced_answer_is_no_choice() -> None:
    """With a chain short of liberties an earlier rule of the playouts decides."""
    quiet, urgent = points("E5 E4 C7 C6 J1"), points("E5 E4 C7 E6 J1")
    assert len(local_choices(9, quiet, BLACK | WHITE)[2]) == 3
    # E6 leaves two liberties to E5: nothing is learned from J1.
    assert len(local_choices(9, urgent, BLACK | WHITE)[2]) == 2


def test_an_illegal_move_ends_the_game() -> None:
    game = points("E5 E4 D4 D4 C6")
    assert len(local_choices(9, game, BLACK | WHITE)[2]) == 1
