"""Shapes that were overlooked: a position for each, and positions that look like it and are not."""

from __future__ import annotations

from dataclasses import replace

from board_ext.coords import EMPTY
from gtpengine.review.searching.model import packed
from tests.review.mistakes.test_kinds import EMPTY_BOARD, GROUP, mistake, name

FORK = """
    . . . . . . .
    . . . . . . .
    . . X . X . .
    . X O . O X .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""  # C4 and E4 have two liberties each, and share D4

STONES = "A5 B5 C5 D5 D4 A3 B3 C3 D3"
"""The group of ``GROUP``."""

OWN_FORK = FORK.translate(str.maketrans("XO", "OX"))


def test_a_double_atari_is_missed() -> None:
    made = mistake(FORK, "G7", "D4", killed="C4")
    assert "D4 threatens the stones at C4 and E4" in name(made, "double_atari")


def test_one_atari_is_no_double_atari() -> None:
    assert not name(mistake(FORK, "G7", "C3", killed="C4"), "double_atari")
    assert not name(mistake(FORK, "G7", "D4"), "double_atari")  # nothing is taken by it
    assert not name(mistake(FORK, "G7", "pass", killed="C4"), "double_atari")


def test_a_double_atari_is_not_seen_coming() -> None:
    made = mistake(OWN_FORK, "G7", "D4", dead="C4", answer="D4")
    assert "D4 threatens the stones at C4 and E4" in name(made, "double_atari_allowed")
    assert not name(mistake(OWN_FORK, "G7", "D4", dead="C4", answer="C3"), "double_atari_allowed")
    assert not name(mistake(OWN_FORK, "G7", "D4", answer="D4"), "double_atari_allowed")
    assert not name(mistake(OWN_FORK, "G7", "D4", dead="C4"), "double_atari_allowed")


SNAPBACK = """
    . . . . .
    . . . . .
    X X X . .
    O O X . .
    . . X . .
"""  # a stone on A1 is taken from B1, and then A1 takes three


def test_a_snapback_is_missed() -> None:
    made = mistake(SNAPBACK, "E5", "A1", killed="A2 B2")
    assert name(made, "snapback") == "Missed a snapback: A1 catches 2 stones."
    assert not name(mistake(SNAPBACK, "E5", "B1", killed="A2 B2"), "snapback")  # an atari
    assert not name(mistake(SNAPBACK, "E5", "A1"), "snapback")


THROWN_IN = """
    . . . . .
    . . . . .
    O O O . .
    X X O . .
    O . O . .
"""


def test_a_stone_that_is_bait_is_taken() -> None:
    made = mistake(THROWN_IN, "B1", "E5", dead="A2 B2", before=-1.0)
    assert name(made, "into_snapback") == "Ran into a snapback: after B1 3 stones are taken back."
    assert not name(mistake(THROWN_IN, "B1", "E5"), "into_snapback")  # nothing was lost by it
    free = THROWN_IN.replace("X X O", "X X .")
    assert not name(mistake(free, "B1", "E5", dead="A2 B2", before=-1.0), "into_snapback")


NET = """
    . . . . . . .
    . . . . . . .
    . . . X X . .
    . . X O . . .
    . . X . . . .
    . . . . O . .
    . . . . . . .
"""  # E3 is a net for D4; E2 breaks every ladder


def test_a_net_is_missed() -> None:
    made = mistake(NET, "G7", "E3", killed="D4")
    assert name(made, "net") == "Missed a net: E3 encloses 1 stone at D4."


def test_no_net_holds_a_stone_that_gets_out_or_that_a_ladder_catches() -> None:
    wide = NET.replace("X X . .", "X . . .")
    assert not name(mistake(wide, "G7", "E3", killed="D4"), "net")  # by E4 and E5
    ladder = NET.replace(". . . . O . .", ". . . . . . .")
    assert not name(mistake(ladder, "G7", "E3", killed="D4"), "net")
    assert not name(mistake(NET, "G7", "E4", killed="D4"), "net")  # an atari
    assert not name(mistake(NET, "G7", "E3"), "net")


APART = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . X . X . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def test_a_connection_is_missed() -> None:
    made = mistake(APART, "G7", "D4", dead="E4", answer="D4")
    assert "D4 joins the stones at C4 and E4" in name(made, "connection")
    assert not name(mistake(APART, "G7", "D4", dead="E4", answer="A1"), "connection")
    assert not name(mistake(APART, "G7", "D4", answer="D4"), "connection")
    assert not name(mistake(APART, "G7", "D5", dead="E4", answer="D5"), "connection")


def test_a_cut_is_missed() -> None:
    apart = APART.replace("X", "O")
    made = mistake(apart, "G7", "D4", killed="E4", answer="D4")
    assert "D4 parts the stones at C4 from those at E4" in name(made, "cut")
    assert not name(mistake(apart, "G7", "D4", killed="E4", answer="A1"), "cut")
    assert not name(mistake(apart, "G7", "D4", answer="D4"), "cut")
    held = apart.splitlines()
    held[3] = "    . . . O . . ."
    assert not name(  # the stone that cuts is taken
        mistake("\n".join(held), "G7", "D4", killed="E4", answer="D4"), "cut"
    )


RACE = """
    . . . . . . .
    . . . . . . .
    . X X X . . .
    . O O O . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def test_a_race_is_lost() -> None:
    made = mistake(RACE, "G7", "E4", dead="B5 C5 D5", killed="B4 C4 D4")
    text = "A capturing race was lost: the stones at D5 against those at D4; E4 wins the race."
    assert name(made, "race") == text
    assert not name(mistake(RACE, "G7", "E4", dead="B5 C5 D5"), "race")  # a group died, no more
    assert not name(mistake(RACE, "G7", "E4", killed="B4 C4 D4"), "race")
    assert not name(mistake(EMPTY_BOARD, "G7", "E4"), "race")


CHASE = """
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . . O X . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""  # D4 has the liberties C4 and D3


def test_an_atari_from_the_wrong_side() -> None:
    assert name(mistake(CHASE, "D3", "C4"), "wrong_atari") == (
        "Atari from the wrong side: C4 was the side from which to attack 1 stone at D4."
    )
    assert not name(mistake(CHASE, "D3", "C3"), "wrong_atari")  # the better move is no atari
    assert not name(mistake(CHASE, "C3", "C4"), "wrong_atari")
    assert not name(mistake(CHASE, "pass", "C4"), "wrong_atari")
    free = CHASE.replace("O X", "O .")
    assert not name(mistake(free, "D3", "C4"), "wrong_atari")  # a third liberty
    # The better move takes stones: the atari is not what matters.
    lines = CHASE.splitlines()
    lines[3:6] = ["    . X . X . . .", "    X O . O X . .", "    . X . . . . ."]
    assert not name(mistake("\n".join(lines), "D3", "C4", killed="B4"), "wrong_atari")


def test_a_vital_point_is_missed() -> None:
    """Both sides want B4 of this group, and the other side gets it."""
    made = mistake(GROUP, "G7", "B4", dead=STONES, answer="B4")
    assert name(made, "vital_point") == (
        "Missed the vital point B4, where the other side plays now: the fate of 9 stones at A3"
        " depends on it."
    )
    assert not name(mistake(GROUP, "G7", "B4", dead=STONES), "vital_point")
    assert not name(mistake(GROUP, "G7", "B4", dead=STONES, answer="A4"), "vital_point")
    assert not name(mistake(GROUP, "G7", "B4", answer="B4"), "vital_point")  # no fate depends
    far = mistake(GROUP, "G7", "G1", dead=STONES, answer="G1")
    assert not name(far, "vital_point")  # the point is not near these stones


def test_a_vital_point_of_a_fight_decides_no_fate_where_stones_live_all_the_same() -> None:
    """D4 is weaker after the move played, and lives."""
    made = mistake(CHASE, "G7", "C4", whites=True, dead="D4", answer="C4")
    assert "the fate of 1 stone at D4 depends on it" in name(made, "vital_point")
    lives = [-0.1 * (color != EMPTY) for color in made.probe.colors()]  # White's, not for sure
    played = replace(made.pair[0], ownership=packed(lives))
    assert name(replace(made, pair=(played, made.pair[1])), "vital_point") == (
        "Missed the vital point C4 in the fight around D4: the other side plays there now."
    )
