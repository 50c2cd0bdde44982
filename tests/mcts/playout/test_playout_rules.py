"""The rules of the playouts: which speaks, where, and what it proposes."""

import numpy as np
import pytest

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, point_to_vertex, vertex_to_point
from board_ext.lab.probe import Probe
from board_ext.position import Position
from gtpengine.mcts.lab.playout_view import playout_from, playout_moves_of
from gtpengine.mcts.params.search_params import SearchParams

OLD = {
    "playout_atari_rate": 1.0,
    "playout_two_liberty_rate": 1.0,
    "playout_pattern_rate": 1.0,
    "playout_nakade_rate": 1.0,
    "playout_self_atari_rate": 1.0,
}
ALWAYS = SearchParams(**OLD)


def answers(
    diagram: str, last: str, params: SearchParams = ALWAYS, color: int = BLACK
) -> dict[str, set[str]]:
    """Play *last* for the opponent and return {reason: {vertices}} over many seeds."""
    position = Position.from_diagram(diagram)
    position.play(vertex_to_point(last, position.size), 3 - color)
    found: dict[str, set[str]] = {}
    for point, reason in playout_moves_of(position, params, 0, 400):
        found.setdefault(reason, set()).add(point_to_vertex(point, position.size))
    return found


# A race that an approach move at D1 decides, after D3.
APPROACH = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . O O . .
    X X X . O . .
    O O O X X . .
    . O . . . . .
"""

# Rule switched on -> diagram, White's last move, the reason of Black's answers, and what they are.
RULES: dict[str, tuple[dict[str, float], str, str, str, set[str]]] = {
    "race: the liberty that is no self-atari": (
        {"playout_race_rate": 1.0},
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . O O . .
        X X X O . . .
        O O O X . . .
        . . X X . . .
        """,
        "C4",
        "race",
        {"B1"},
    ),
    "race: an approach move": (
        {"playout_race_rate": 1.0},
        APPROACH,
        "D3",
        "race",
        {"D1"},
    ),
    "ladder: the atari that begins it": (
        {"playout_ladder_attack_rate": 1.0},
        """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        """,
        "D4",
        "ladder",
        {"E4"},
    ),
    "ladder: none where it runs into a friend": (
        {"playout_ladder_attack_rate": 1.0},
        """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X . . . .
        . . X . . O .
        . . . . . . .
        . . . . . . .
        """,
        "D4",
        "ladder",
        set(),
    ),
    "few liberties: an enemy beside": (
        {"playout_few_liberties_rate": 1.0},
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . O X . . .
        """,
        "D3",
        "few liberties",
        {"B1", "C2"},
    ),
    "race: none of a chain with more liberties": (
        {"playout_race_rate": 1.0, "playout_race_liberties": 2},
        APPROACH,
        "D3",
        "race",
        set(),
    ),
    "few liberties: five where that is few": (
        {"playout_few_liberties_rate": 1.0, "playout_few_liberties": 5},
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . . X . . .
        . . O X . . .
        """,
        "D4",
        "few liberties",
        {"B1", "C2"},
    ),
    "few liberties: five are not by default": (
        {"playout_few_liberties_rate": 1.0},
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . . X . . .
        . . O X . . .
        """,
        "D4",
        "few liberties",
        set(),
    ),
    "eye: the last open diagonal": (
        {"playout_eye_rate": 1.0},
        """
        . . . . . . .
        . . . . . . .
        . . O X X . .
        . . X . X . .
        . . . X X . .
        . . . . . . .
        . . . . . . .
        """,
        "B3",
        "eye",
        {"C3"},
    ),
    "eye: on the edge": (
        {"playout_eye_rate": 1.0},
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X . . . . .
        . X . . . . .
        """,
        "D3",
        "uniform",
        set(),
    ),
    "capture: anywhere": (
        {"playout_capture_rate": 1.0},
        """
        . . . . . O X
        . . . . . X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        "B2",
        "capture",
        {"E7"},
    ),
    "fill: amid an empty area": (
        {"playout_fill_tries": 100},
        """
        . . . . . . .
        . . . X . . .
        . . . . X O .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O . . . . .
        """,
        "F3",
        "fill",
        {"B3", "C3", "B4", "C4", "D3", "D2", "B5", "B6"},
    ),
    "other liberty: of the chain beside a self-atari": (
        {"playout_other_liberty_rate": 1.0},
        """
        O O O O O O O
        O O . O O . O
        O O O O O O O
        O O O O O O O
        X X X X X O O
        O O O O X O O
        . . X . X . O
        """,
        "pass",
        "other liberty",
        {"D1"},
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_a_rule_speaks_when_it_is_on(name: str) -> None:
    rates, diagram, last, reason, expected = RULES[name]
    off = dict.fromkeys((*OLD, "playout_pattern_rate"), 0.0) | {"playout_self_atari_rate": 1.0}
    found = answers(diagram, last, SearchParams(**(off | rates)))
    if expected:
        assert found[reason] == expected
    assert set(found) <= {reason, "uniform", "pass"}
    without = answers(diagram, last, SearchParams(**off))
    assert set(without) <= {"uniform", "pass"}


def test_the_first_rule_of_the_order_decides() -> None:
    """A capture that is a pattern as well: whichever is asked first speaks, or the only one."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    for order, reason in (("atari:pattern", "atari"), ("pattern:atari", "pattern"),
                          ("atari", "atari"), ("pattern", "pattern"), ("", "uniform")):  # fmt: skip
        found = answers(diagram, "D4", SearchParams(**OLD, playout_order=order))
        assert max(found, key=lambda why: len(found[why])) == reason
        assert set(found) <= {reason, "uniform"}


def test_a_ko_is_taken_back_once_it_may_be() -> None:
    """Every move of the ko rule captures, after a move elsewhere."""
    diagram = """
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . X . X O . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
    """
    start = Position.from_diagram(diagram, to_play=WHITE)
    start.play(vertex_to_point("C4", 7), WHITE)
    retaken = 0
    for seed in range(60):
        position = start.copy()
        moves, _ = playout_from(position, SearchParams(playout_ko_rate=1.0), seed)
        for number, (color, point, reason) in enumerate(moves):
            captured = position.play(point, color)
            if reason == "ko":
                retaken += 1
                assert captured >= 1
                assert number >= 1
    assert retaken >= 60 // 4
    for seed in range(20):
        at_once = SearchParams(playout_ko_rate=1.0, playout_ko_age=1)
        moves, _ = playout_from(start, at_once, seed)
        assert "ko" not in {reason for _, _, reason in moves}
        moves, _ = playout_from(start, SearchParams(), seed)
        assert "ko" not in {reason for _, _, reason in moves}


def test_the_vital_point_after_a_capture() -> None:
    played = 0
    for seed in range(40):
        position = Position(7)
        params = SearchParams(playout_nakade_after_capture=1.0)
        before, after = position.stones(), position.stones()
        for color, point, reason in playout_from(position, params, seed)[0]:
            if reason == "nakade":
                taken = [int(p) for p in np.flatnonzero(before.ravel() * (after.ravel() == EMPTY))]
                assert 3 <= len(taken) <= 6
                assert Probe.of(position).nakade_vital_point(taken[0]) == point
                played += 1
            before = position.stones()
            position.play(point, color)
            after = position.stones()
    assert played >= 5


def test_a_chain_that_cannot_run_attacks_one_beside_it() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X X . . .
        O O O X . . .
        O X X . . . .
        X . . O . . .
    """
    assert answers(diagram, "D2")["two liberties"] == {"A4", "B4"}
    without = SearchParams(**OLD, playout_counter_atari=False)
    assert "two liberties" not in answers(diagram, "D2", without)


def test_a_chain_short_of_liberties_does_not_fill_its_own_eye() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X . . . . . .
        . X X . . . .
    """
    assert answers(diagram, "A3")["two liberties"] == {"B2", "B3"}  # and not A1


def test_large_chains_do_not_put_themselves_in_atari() -> None:
    """A seki with one shared liberty, D1, where nothing else is left to play."""
    diagram = """
        O O O O X X X
        O . O O X . X
        O O O O X X X
        O . O O X . X
        O O O O X X X
        X X X X O O O
        . X X . O . O
    """
    loose = SearchParams(playout_self_atari_rate=0.0)
    kept = SearchParams(playout_self_atari_rate=0.0, playout_self_atari_stones=3)
    shared = vertex_to_point("D1", 7)
    for color in (BLACK, WHITE):
        position = Position.from_diagram(diagram, to_play=color)
        assert set(playout_moves_of(position, loose, 0, 100)) == {(shared, "uniform")}
        assert set(playout_moves_of(position, kept, 0, 100)) == {(PASS, "pass")}


def test_saves_a_chain_by_connecting() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . O X O . . .
        . O X . . . .
        . . O X . . .
        . . . . . . .
        . . . . . . .
    """
    # White ataris at C6; Black can only connect at D4.
    assert answers(diagram, "C6") == {"atari": {"D4"}}


def test_counter_capture_and_extension_are_both_candidates() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . O X O X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert answers(diagram, "C3") == {"atari": {"D3", "C5"}}


def test_captures_the_last_move() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert answers(diagram, "D4") == {"atari": {"D3"}}


def test_a_hopeless_extension_is_not_played() -> None:
    diagram = """
        O O O O O . .
        O X X X O . .
        O O O . O . .
        . . O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    # Three stones in atari whose only liberty leads nowhere.
    found = answers(diagram, "E4")
    assert "D5" not in found.get("atari", set())


def test_patterns_look_around_the_second_last_move_too() -> None:
    diagram = """
        . . . . . . .
        . X . . . O .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    position = Position.from_diagram(diagram)
    for vertex, color in (("C7", WHITE), ("A2", BLACK), ("B5", WHITE), ("G2", BLACK)):
        position.play(vertex_to_point(vertex, 7), color)
    for looks in (True, False):
        params = SearchParams(playout_order="pattern", playout_pattern_rate=1.0,
                              playout_second_last=looks)  # fmt: skip
        found = {point_to_vertex(p, 7) for p, why in playout_moves_of(position, params, 0, 400)
                 if why == "pattern"}  # fmt: skip
        beside_last = {v for v in found if v in ("F1", "F2", "F3", "G1", "G3")}
        assert (found != beside_last) == looks


def test_patterns_answer_beside_the_last_move() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    found = answers(diagram, "C5")
    assert set(found) == {"pattern"}
    assert found["pattern"] <= {"B5", "D5", "B4", "D4", "B6", "D6", "C6", "C3", "B3", "D3"}
