"""The kinds of mistakes: a position for each, and positions that look like it and are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.review.mistakes.kinds import MOST, PLACES, TACTICS, kinds_of
from gtpengine.review.mistakes.mistake import Mistake
from gtpengine.review.searching.model import packed
from gtpengine.review.searching.searches import MoveSearch

FUNCTION = {function.__name__: function for function in (*TACTICS, *PLACES)}


def mistake(
    diagram: str,
    played: str,
    best: str,
    *,
    whites: bool = False,
    dead: str = "",
    killed: str = "",
    won: str = "",
    before: float = 0.0,
    lost: float = 8.0,
    last: str = "",
    answer: str = "",
    follows: str = "",
) -> Mistake:
    """A mistake of Black (of White with ``whites``) in a diagram.

    Stones own their points in both searches, but for ``dead``: stones of the mover that only live
    after the better move, ``killed``: stones of the other side that only the better move kills, and
    ``won``: points that are the mover's after the move played, nobody's after the better one.
    ``before`` is the ownership of the point played at before the move, and after it, the mover's.
    ``last`` is the last move of the other side, ``answer`` the moves expected after the one
    played, ``follows`` those expected after the better one.
    """
    color = WHITE if whites else BLACK
    other = BLACK if whites else WHITE
    position = Position.from_diagram(diagram, other if last else color)
    if last:
        position.play(vertex_to_point(last, position.size))
    size = position.size
    sign = 1 if color == BLACK else -1

    def ownership(*, after_best: bool) -> str:
        values = [0.0] * size**2
        for point in range(size**2):
            stone = position.color_at(point)
            if stone != EMPTY:
                values[point] = 1.0 if stone == BLACK else -1.0
        for text, mine in ((dead, after_best), (killed, after_best)):
            for vertex in text.split():
                values[vertex_to_point(vertex, size)] = sign * (1.0 if mine else -1.0)
        for vertex in won.split():
            values[vertex_to_point(vertex, size)] = 0.0 if after_best else sign * 1.0
        if played != "pass" and before:
            values[vertex_to_point(played, size)] = sign * before
        return packed(values)

    pair = (
        MoveSearch(
            played, (0.3,), (-lost,), (played, *answer.split()), ownership(after_best=False)
        ),
        MoveSearch(best, (0.5,), (0.0,), (best, *follows.split()), ownership(after_best=True)),
    )
    values = [0.0] * size**2
    if played != "pass":
        values[vertex_to_point(played, size)] = sign * before
    point = vertex_to_point(played, size)
    return Mistake(position, color, point, pair, tuple(values), lost)


def name(made: Mistake, function: str) -> str:
    found = FUNCTION[function](made)
    return str(found.text) if found else ""


CAPTURE = """
    . . . . . . .
    . . . . . . .
    . . X X . . .
    . X O O X . .
    . . X . . . .
    . . . . . . .
    . . . . . . .
"""  # the white stones C4 D4 have one liberty, D3


def test_a_capture_is_missed() -> None:
    assert "D3 takes 2 stones" in name(
        mistake(CAPTURE, "G7", "D3", killed="C4 D4"), "missed_capture"
    )


def test_no_capture_is_missed_where_the_stones_die_anyway() -> None:
    assert not name(mistake(CAPTURE, "G7", "D3"), "missed_capture")  # nothing changes hands
    assert not name(mistake(CAPTURE, "D3", "G7", killed="C4 D4"), "missed_capture")
    assert not name(mistake(CAPTURE, "G7", "pass", killed="C4 D4"), "missed_capture")


def test_an_atari_is_overlooked() -> None:
    made = mistake(CAPTURE, "G7", "D3", whites=True, dead="C4 D4")
    assert "2 stones at C4 could be taken; D3 saves them" in name(made, "missed_rescue")


def test_no_atari_is_overlooked_where_it_was_answered_or_nothing_was_lost() -> None:
    assert not name(mistake(CAPTURE, "D3", "G7", whites=True, dead="C4 D4"), "missed_rescue")
    assert not name(mistake(CAPTURE, "G7", "D3", whites=True), "missed_rescue")
    # Black's own stones have liberties enough.
    assert not name(mistake(CAPTURE, "G7", "D3", dead="C5 D5"), "missed_rescue")


def test_a_self_atari() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X . O . .
        . O . . O . .
        . . O . O . .
        . . . O . . .
    """
    made = mistake(diagram, "C3", "G7", dead="C4", before=-0.8)
    assert not name(made, "self_atari")  # three liberties: D4, D3 and none are filled
    tight = """
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X . O . .
        . O . O . . .
        . . O . . . .
        . . . . . . .
    """
    made = mistake(tight, "C3", "G7", dead="C4", before=-1.0)
    assert "after C3 2 stones can be taken" in name(made, "self_atari")


def test_throw_ins_captures_and_snapbacks_are_no_self_atari() -> None:
    throw_in = """
        . . . . .
        . O O O .
        O . . O .
        O O O O .
        . . . . .
    """
    assert not name(mistake(throw_in, "B3", "E1", before=-1.0), "self_atari")  # one stone
    takes = """
        O . O X .
        X O O X .
        . X X X .
        . . . . .
        . . . . .
    """
    made = mistake(takes, "B5", "E1", before=1.0)  # takes A5 at least
    assert not name(made, "self_atari")
    tight = """
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X . O . .
        . O . O . . .
        . . O . . . .
        . . . . . . .
    """
    assert not name(mistake(tight, "C3", "G7"), "self_atari")  # nothing was lost by it


def test_a_ladder_that_does_not_work() -> None:
    chased = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O O . . . .
        . . O X . . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    # D4 runs at E4: White turns the ladder to the edge.
    made = mistake(chased, "E4", "G7", dead="D4", before=-1.0)
    assert "Ran in a ladder that works: 1 stone at D4" in name(made, "failing_ladder")
    # The same with a black stone in the way: the ladder does not work for White.
    broken = chased.replace(
        "\n        . . . . . . . . .\n    ", "\n        . . . . . . X . .\n    "
    )
    assert not name(mistake(broken, "E4", "G7", dead="D4", before=-1.0), "failing_ladder")
    # Nothing was lost by it, or the move was elsewhere.
    assert not name(mistake(chased, "E4", "G7"), "failing_ladder")
    assert not name(mistake(chased, "G7", "E4", dead="D4"), "failing_ladder")


def test_joining_a_group_that_dies_is_no_ladder() -> None:
    """C4 joins C5 to four stones, whose last liberty White fills then."""
    joining = """
        . . . . . . .
        . . O . . . .
        . O X O . . .
        . O . O O O .
        . O X X X X O
        . . O O O . .
        . . . . . . .
    """
    dead = "C5 C3 D3 E3 F3"
    assert not name(mistake(joining, "C4", "G7", dead=dead), "failing_ladder")
    # One stone that the run joins is no group.
    short = joining.replace("X X X X O", "X O . . .").replace(". . O O O . .", ". . . O . . .")
    assert "2 stones" not in name(mistake(short, "C4", "G7", dead="C5 C3"), "failing_ladder")
    assert "Ran in a ladder" in name(mistake(short, "C4", "G7", dead="C5 C3"), "failing_ladder")


TWO = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X X . . . . .
    . . X O . . . . .
    . . . O X . . . .
    . . . X . . . . .
    . . . . . . . . .
"""  # a ladder catches D4 D3: C3, then White runs at E4


def test_a_ladder_is_missed_or_not_seen() -> None:
    assert "Missed a ladder: C3 catches 2 stones" in name(
        mistake(TWO, "H8", "C3", killed="D4 D3"), "missed_ladder"
    )
    assert not name(mistake(TWO, "H8", "C3"), "missed_ladder")  # they do not get away either
    seen = mistake(TWO, "H8", "C3", whites=True, dead="D4 D3")
    assert "Did not see a ladder: 2 stones" in name(seen, "ladder_threat")
    assert not name(mistake(TWO, "C3", "H8", whites=True, dead="D4 D3"), "ladder_threat")


def test_stones_that_get_away_otherwise_are_in_no_ladder() -> None:
    """B9 takes C9 C8 where it runs to."""
    taking = """
        . O X O . . . . .
        X . X O . . . . .
        . X O . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    assert not name(mistake(taking, "A9", "H2", answer="B8"), "broken_ladder")


def test_a_ladder_breaker_is_missed() -> None:
    """A ladder catches D5 on the way to G8; on the other way B3 is in it."""
    chased = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . X O . . . . .
        . . . . X . . . .
        . O . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    made = mistake(chased, "A9", "G7", whites=True, dead="D5")
    assert name(made, "ladder_threat") == (
        "Missed a ladder breaker: G7 helps 1 stone at D5, which a ladder catches now."
    )
    near = name(mistake(chased, "A9", "E5", whites=True, dead="D5"), "ladder_threat")
    assert near.startswith("Did not see a ladder")
    assert not name(mistake(chased, "A9", "J1", whites=True, dead="D5"), "ladder_threat")
    assert not name(mistake(chased, "H8", "G7", whites=True, dead="D5"), "ladder_threat")


def test_stones_are_chased_in_vain() -> None:
    broken = TWO.replace(". . X X . . . . .\n", ". . X X . . O . .\n")
    assert broken != TWO
    made = mistake(broken, "C3", "H8", answer="E4")  # G5 is in the way
    assert name(made, "broken_ladder") == (
        "Chased 2 stones at D3 in a ladder that does not work: G5 is a ladder breaker."
    )
    assert not name(mistake(TWO, "C3", "H8", answer="E4"), "broken_ladder")  # it works
    # An atari, but no ladder; and one that is not run out of.
    assert not name(mistake(broken, "E4", "H8", answer="C3"), "broken_ladder")
    assert not name(mistake(broken, "C3", "H8", answer="A1"), "broken_ladder")


KO = """
    . . . . . . .
    . . . . . . .
    . . X O . . .
    . X . X O . .
    . . X O . . .
    . . . . . . .
    . . . . . . .
"""  # White may take D4 by C4


def test_a_ko() -> None:
    assert "C4 takes the ko" in name(mistake(KO, "G7", "C4", whites=True), "ko")
    assert "C4 ends the ko" in name(mistake(KO, "G7", "C4"), "ko")
    assert not name(mistake(KO, "C4", "G7"), "ko")
    assert not name(mistake(CAPTURE, "G7", "D3", killed="C4 D4"), "ko")
    assert not name(mistake(CAPTURE, "G7", "pass"), "ko")


GROUP = """
    . . . . . . .
    O O O O O . .
    X X X X O . .
    . . . X O . .
    X X X X O . .
    O O O O O . .
    . . . . . . .
"""


def test_a_group_dies_or_lives() -> None:
    stones = "A5 B5 C5 D5 D4 A3 B3 C3 D3"
    made = mistake(GROUP, "G7", "B4", dead=stones)
    assert "A group died: 9 stones around" in name(made, "group_died")
    assert not name(mistake(GROUP, "G7", "B4"), "group_died")
    assert not name(mistake(KO, "G7", "C4", dead="D4"), "group_died")  # a stone is no group
    # Far from the group another fight decides, and the sentence would not say which.
    wide = "\n".join(
        [*[" . . . . . . . . ."] * 2, *(f"{row} . ." for row in GROUP.split("\n")[1:8])]
    )
    assert name(mistake(wide, "J9", "G7", dead=stones), "group_died")
    assert not name(mistake(wide, "G7", "J9", dead=stones), "group_died")
    assert not name(mistake(wide, "G7", "J9", whites=True, killed=stones), "let_live")
    white = mistake(GROUP, "G7", "B4", whites=True, killed=stones)
    assert "B4 kills 9 stones" in name(white, "let_live")
    assert not name(mistake(GROUP, "G7", "B4", whites=True), "let_live")


EMPTY_BOARD = "\n".join([" . . . . . . . . ."] * 9)


def test_passed_too_early() -> None:
    assert "E5 was still worth playing" in name(mistake(EMPTY_BOARD, "pass", "E5"), "passed_early")
    assert not name(mistake(EMPTY_BOARD, "E5", "pass"), "passed_early")


def test_a_stone_in_the_other_sides_territory_and_in_ones_own() -> None:
    assert "stays dead" in name(mistake(EMPTY_BOARD, "A1", "E5", before=-1.0), "lost_stone")
    assert not name(mistake(EMPTY_BOARD, "A1", "E5", before=-0.5), "lost_stone")
    assert not name(mistake(EMPTY_BOARD, "pass", "E5"), "lost_stone")
    assert "territory of the player" in name(
        mistake(EMPTY_BOARD, "A1", "E5", before=1.0), "own_territory"
    )
    assert not name(mistake(EMPTY_BOARD, "A1", "E5", before=0.5), "own_territory")
    # Stones in atari are a reason to play at home.
    assert not name(mistake(CAPTURE, "G7", "E5", whites=True, before=1.0), "own_territory")


def test_no_answer() -> None:
    made = mistake(EMPTY_BOARD, "A1", "G8", last="G7")
    assert "Did not answer G7: G8 was needed" in name(made, "no_answer")
    assert not name(mistake(EMPTY_BOARD, "F8", "G8", last="G7"), "no_answer")
    assert not name(mistake(EMPTY_BOARD, "A1", "G8"), "no_answer")  # there was no last move
    assert not name(mistake(EMPTY_BOARD, "A1", "C3", last="G7"), "no_answer")


def late(*words: str, diagram: str = EMPTY_BOARD, **more: str) -> Mistake:
    """A mistake after sixty moves, most of them passes."""
    made = mistake(diagram, *words, **more)  # type: ignore[arg-type]
    position = made.position.copy()
    for _ in range(30):
        for color in (WHITE, BLACK):
            position.play(PASS, color)
    position.to_play = BLACK
    return replace(made, position=position)


def test_a_better_order() -> None:
    made = late("C3", "G7", follows="G8 C3")
    assert name(made, "wrong_order") == (
        "Wrong order: first G7, which is answered at G8, and then C3."
    )
    early = mistake(EMPTY_BOARD, "C3", "G7", follows="G8 C3")
    assert not name(early, "wrong_order")
    assert not name(late("C3", "G7", follows="G8 D4"), "wrong_order")
    assert not name(late("C3", "G7", follows="A1 C3"), "wrong_order")  # no answer
    assert not name(late("C3", "G7"), "wrong_order")


def test_a_quiet_move_on_the_first_line() -> None:
    assert "A5 is on the first line" in name(mistake(EMPTY_BOARD, "A5", "G7"), "edge_move")
    assert not name(mistake(EMPTY_BOARD, "B5", "G7"), "edge_move")
    assert not name(mistake(EMPTY_BOARD, "A5", "G8"), "edge_move")  # the better move is low, too
    assert not name(mistake(EMPTY_BOARD, "A5", "G7", lost=1.0), "edge_move")
    assert not name(mistake(GROUP, "A6", "G7"), "edge_move")  # beside stones


def test_too_small() -> None:
    made = mistake(EMPTY_BOARD, "A1", "G7")
    assert name(made, "too_small") == "Too small: G7 is larger, and no stones are in trouble."
    assert not name(mistake(EMPTY_BOARD, "F6", "G7"), "too_small")  # near it
    assert not name(mistake(EMPTY_BOARD, "A1", "G7", lost=1.0), "too_small")
    # Stones in atari beside the move may be in trouble, dead as they are.
    rows = [" . . . . . . . . ."] * 7
    corner = "\n".join([*rows, " X . . . . . . . .", " O . . . . . . . ."])
    saved = mistake(corner, "B1", "H8", whites=True)
    assert name(saved, "too_small") == "Too small: H8 is larger than B1."
    # A group is at stake, so size is not the matter.
    stones = "A5 B5 C5 D5 D4 A3 B3 C3 D3"
    assert not name(mistake(GROUP, "G7", "B4", dead=stones), "too_small")


def test_at_most_some_kinds_are_named_those_first_that_say_most() -> None:
    kinds = kinds_of(mistake(CAPTURE, "G7", "D3", killed="C4 D4"))
    assert kinds[0].name == "capture missed"
    assert len(kinds) <= MOST
    assert kinds[0].points == ("C4", "D4")
    # A move in the wrong place is told where nothing was overlooked.
    assert [kind.name for kind in kinds_of(mistake(EMPTY_BOARD, "B2", "G7"))] == ["too small"]
    far = mistake(CAPTURE, "G7", "D3", killed="C4 D4", before=1.0)
    assert [kind.name for kind in kinds_of(far)] == ["capture missed"]


@pytest.mark.parametrize("function", FUNCTION)
@pytest.mark.parametrize("played", ["E5", "A1", "pass"])
def test_a_quiet_board_has_no_tactics(function: str, played: str) -> None:
    """On an empty board, no kind but those about the move itself can be named."""
    made = mistake(EMPTY_BOARD, played, "C3", lost=1.0)
    assert bool(name(made, function)) == (function == "passed_early" and played == "pass")
    assert made.point == PASS or made.position.color_at(made.point) == EMPTY
