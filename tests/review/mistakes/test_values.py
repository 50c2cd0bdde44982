"""Sente, gote and threats of kos: a position for each, and positions that look like it."""

from __future__ import annotations

from dataclasses import replace

from gtpengine.review.mistakes.mistake import Mistake
from tests.review.mistakes.test_kinds import EMPTY_BOARD, late, mistake, name


def test_sente_is_lost() -> None:
    made = late("C3", "G7", follows="G8 D1", answer="H2")
    assert name(made, "lost_sente") == (
        "Lost sente: G7 is answered at G8; C3 is not answered. That costs 8.0 points."
    )
    early = mistake(EMPTY_BOARD, "C3", "G7", follows="G8 D1", answer="H2")
    assert not name(early, "lost_sente")
    assert not name(late("C3", "G7", follows="G8 D1", answer="C4"), "lost_sente")  # answered, too
    assert not name(late("C3", "G7", follows="G8 H7", answer="H2"), "lost_sente")  # it goes on
    assert not name(late("C3", "G7", follows="G8", answer="H2"), "lost_sente")  # nobody knows
    assert not name(late("C3", "G7", follows="A1 D1", answer="H2"), "lost_sente")  # no answer


def ended(*words: str, **more: str) -> Mistake:
    """A mistake in the endgame."""
    return replace(late(*words, **more), before=(1.0,) * 81)


def test_a_reverse_sente_is_missed() -> None:
    made = ended("C3", "G7", answer="G8 F8 D7", follows="A5 B5")
    assert name(made, "reverse_sente") == (
        "Missed a reverse sente at G7: the other side plays G8 now and is answered at F8. That"
        " costs 8.0 points."
    )
    middle = late("C3", "G7", answer="G8 F8 D7", follows="A5 B5")
    assert not name(middle, "reverse_sente")  # most of the board has no owner yet
    assert not name(ended("C3", "G7", answer="G8 A1 D7", follows="A5 B5"), "reverse_sente")  # gote
    assert not name(ended("C3", "G7", answer="G8 F8 G9", follows="A5 B5"), "reverse_sente")
    assert not name(ended("C3", "G7", answer="G8 F8 D7", follows="G8 B5"), "reverse_sente")  # sente
    assert not name(ended("C3", "G7", answer="A9 B9 D7", follows="A5 B5"), "reverse_sente")
    early = mistake(EMPTY_BOARD, "C3", "G7", answer="G8 F8 D7", follows="A5 B5")
    assert not name(early, "reverse_sente")


def test_a_move_in_gote() -> None:
    made = late("C3", "H8", answer="H8")
    assert name(made, "gote") == (
        "Gote: C3 is not answered, the other side takes H8. That costs 8.0 points."
    )
    assert not name(late("C3", "H8", answer="C4"), "gote")
    assert not name(late("C3", "D7", answer="D7"), "gote")  # near it, the answer may be one
    assert not name(mistake(EMPTY_BOARD, "C3", "H8", answer="H8"), "gote")
    # Where stones are at stake, points are not what counts.
    stones = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . O O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    assert name(late("C3", "H8", diagram=stones, answer="H8"), "gote")
    assert not name(late("C3", "H8", diagram=stones, answer="H8", killed="G7 H7"), "gote")


KO = """
    . . . . . . . . .
    . . . . . . . . .
    . . . X O O X . .
    . . . . X X . . .
    . . . . . . . . .
    . . X O . . . . .
    . X . X O . . . .
    . . X O . . . . .
    . . . . . . . . .
"""  # E7 F7 have the liberties E8 and F8; White can take the ko at C3


def test_a_threat_of_a_ko_is_wasted() -> None:
    made = mistake(KO, "F8", "H5", answer="E8 H4")
    assert name(made, "ko_threat") == (
        "Ko threat wasted: F8 is answered at E8, and is no threat in the ko at C3 any more."
    )
    near = {
        "the answer saves no stones": mistake(KO, "F8", "H5", answer="A1 H4"),
        "the threat is used": mistake(KO, "F8", "H5", answer="E8 C3"),
        "the answer takes the ko": mistake(KO, "F8", "H5", answer="C3 H4"),
        "nobody knows the answer": mistake(KO, "F8", "H5"),
        "it is no threat": mistake(KO, "A9", "H5", answer="E8 H4"),
        "it gains": mistake(KO, "F8", "H5", answer="E8 H4", won="E7 F7"),
        "there is no ko": mistake(KO.replace(". X . X O", ". X X X O"), "F8", "H5", answer="E8 H4"),
    }
    assert [why for why, one in near.items() if name(one, "ko_threat")] == []
