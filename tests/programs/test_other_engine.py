"""Another engine as judge: asked by many threads, and whatever it does ends in a sentence."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertex_to_point
from board_ext.position import Position
from board_ext.rules import RULES
from gtpengine.programs.analysis_program import ProgramError
from gtpengine.programs.judgement import RefusedError, question_about
from gtpengine.programs.other_engine import HaltedError, OtherEngine
from tests.programs.judges import FAILING, OURS, REFUSING, judge, spoiling


def test_values_are_those_of_the_side_to_move_and_owners_begin_at_a1() -> None:
    position = Position(5)
    engine = OtherEngine(judge(), "--engine")
    try:
        assert engine.name.endswith(" 1.99 with b6-test")
        black = engine.judge(position, visits=10)
        position.play(vertex_to_point("C3", 5))
        white = engine.judge(position, visits=10)
        only = engine.judge(position, visits=10, only=vertex_to_point("D4", 5))
    finally:
        engine.close()
    assert (black.win_rate, black.lead) == (0.75, 4.0)
    assert (white.win_rate, white.lead) == (0.25, -4.0)
    assert white.moves[0].win_rate == 0.25 and white.moves[0].line == (0,)
    assert white.ownership == black.ownership
    assert white.ownership[0] == -1.0 and white.ownership[24] == 1.0
    assert [move.point for move in only.moves] == [vertex_to_point("D4", 5)]


def test_many_threads_get_the_answers_to_their_own_questions() -> None:
    """It answers questions in threes, the last one first."""
    late = (
        "kept = []\n"
        "def spoil(asked, told):\n"
        "    told['rootInfo']['scoreLead'] = float(len(asked['moves']))\n"
        "    kept.append(told)\n"
        "    while len(kept) == 3: send(kept.pop()); send(kept.pop()); send(kept.pop())\n"
        "    return None"
    )
    engine = OtherEngine(judge(late), "--engine")
    positions = [Position(5)]
    for point in range(8):
        positions.append(positions[-1].copy())
        positions[-1].play(2 * point)

    def lead(position: Position) -> float:
        found = engine.judge(position, visits=1).lead
        return found if position.to_play == BLACK else -found

    try:
        with ThreadPoolExecutor(3) as pool:
            assert list(pool.map(lead, positions)) == [float(k) for k in range(9)]
    finally:
        engine.close()


@pytest.mark.parametrize(("change", "told"), FAILING.items())
def test_a_program_that_fails_has_failed_for_good(change: str, told: str) -> None:
    began = time.monotonic()
    engine = OtherEngine(spoiling(change), "--engine", 20.0)
    engine._patience = engine._program._limit = 0.5  # it starts slowly where all cores work
    try:
        for _ in range(2):
            with pytest.raises(ProgramError) as caught:
                engine.judge(Position(5), visits=10)
            assert told in str(caught.value)
            assert not isinstance(caught.value, RefusedError)
    finally:
        engine.close()
    assert time.monotonic() - began < 30.0


@pytest.mark.parametrize(("change", "told"), REFUSING.items())
def test_a_bad_answer_is_refused_and_the_next_one_counts(change: str, told: str) -> None:
    once = f"if asked['id'] == '1':\n        {change}"
    engine = OtherEngine(spoiling(once), "--engine")
    try:
        with pytest.raises(RefusedError) as caught:
            engine.judge(Position(5), visits=10)
        assert told in str(caught.value)
        assert engine.judge(Position(5), visits=10).win_rate == 0.75
    finally:
        engine.close()


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("no-such-engine analysis", "no-such-engine: no such program"),
        ("", "empty command line"),
        ("'", "No closing quotation"),
        (judge("sys.exit(4)"), "ended (exit status 4)"),
        (judge("time.sleep(1000)"), "no answer of the other engine in 1 s"),
        (judge("print('loading', flush=True)"), "'loading', which is no JSON"),
    ],
)
def test_a_program_that_does_not_start(command: str, told: str) -> None:
    with pytest.raises(ProgramError) as caught:
        OtherEngine(command, "--engine", 1.0)
    assert told in str(caught.value)


def test_who_no_longer_wants_an_answer_does_not_wait_for_it() -> None:
    halted = threading.Event()
    slow = "if 'action' not in asked and asked['id'] == '1':\n        return None"
    engine = OtherEngine(spoiling(slow), "--engine")
    threading.Timer(0.2, halted.set).start()
    try:
        with pytest.raises(HaltedError):
            engine.judge(Position(5), visits=10, halted=halted.is_set)
        assert engine.judge(Position(5), visits=10).win_rate == 0.75
    finally:
        engine.close()


def test_reports_during_the_search_are_no_answers() -> None:
    during = "send(told | {'isDuringSearch': True, 'rootInfo': {}})"
    engine = OtherEngine(spoiling(during), "--engine")
    try:
        assert engine.judge(Position(5), visits=10).win_rate == 0.75
    finally:
        engine.close()


def test_the_question_has_the_whole_game() -> None:
    position = Position(9, RULES["chinese"], 0.5)
    position.set_up([20, 24], [], WHITE, 2)
    position.play(40, WHITE)
    position.play(PASS, BLACK)
    position.to_play = BLACK  # a record in which Black moves twice in a row
    asked = question_about(position, 50, 1.5, only=0)
    assert asked["initialStones"] == [["B", "C3"], ["B", "G3"]]
    assert asked["initialPlayer"] == "W"
    assert asked["moves"] == [["W", "E5"], ["B", "pass"], ["W", "pass"]]
    # White's two points for the handicap stones are in the komi.
    assert asked["komi"] == 2.5 and asked["rules"]["whiteHandicapBonus"] == "0"
    assert asked["maxVisits"] == 50 and asked["overrideSettings"]["maxTime"] == 1.5
    assert asked["allowMoves"] == [{"player": "B", "moves": ["A1"], "untilDepth": 1}]


def test_our_own_engine_as_the_other_one() -> None:
    """White has the lower half, Black the upper one, and Black is to move."""
    empty = "......."
    diagram = "\n".join([empty, empty, "XXXXXXX", "OOOOOOO", empty, empty, empty])
    position = Position.from_diagram(diagram, BLACK, RULES["chinese"], 0.5)
    engine = OtherEngine(OURS, "--engine")
    try:
        found = engine.judge(position, visits=200)
        sought = engine.judge(position, visits=100, only=PASS)
    finally:
        engine.close()
    assert found.lead < 0 and found.win_rate < 0.5
    assert sum(found.ownership[:28]) < -20 and sum(found.ownership[28:]) > 15
    assert [move.point for move in sought.moves] == [PASS]
