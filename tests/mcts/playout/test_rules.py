"""The order in which a playout asks its rules, and under which names they speak."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from gtpengine.mcts.params.rule_table import RULES
from gtpengine.mcts.params.search_params import PARAMS, SearchParams
from gtpengine.mcts.probes.rules_probe import playout_by_dummies, rules_asked
from tests.mcts.imported import imported_by_a_search
from tests.mcts.playout_answers import answers


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
        found = answers(diagram, "D4", playout_order=order)
        assert max(found, key=lambda why: len(found[why])) == reason
        assert set(found) <= {reason, "uniform"}


def all_on() -> dict[str, float]:
    """The parameters that switch every rule on."""
    return {row.parameter: PARAMS[row.parameter].kind(1) for row in RULES.values()}


@pytest.mark.lab
def test_the_rules_that_are_on_are_asked_in_their_order() -> None:
    assert rules_asked(SearchParams()) == ["atari", "two liberties", "pattern"]
    everything = [row.reason for row in RULES.values()]
    assert rules_asked(SearchParams(**all_on())) == everything
    assert rules_asked(SearchParams(playout_order="pattern:atari")) == ["pattern", "atari"]
    assert rules_asked(SearchParams(playout_order=" Pattern : eye")) == ["pattern"]
    assert rules_asked(SearchParams(playout_order="")) == []
    backwards = ":".join(reversed(RULES))
    assert rules_asked(SearchParams(**all_on(), playout_order=backwards)) == everything[::-1]


def test_twenty_rules_speak_each_under_its_name() -> None:
    names = [f"dummy {number}" for number in range(20)]
    rules = [(name, True, False) for name in names]
    reasons = [
        reason
        for seed in range(20)
        for reason in playout_by_dummies(Position(9), SearchParams(), rules, seed)
    ]
    assert set(reasons) == {*names, "uniform", "pass"}
    # The first is asked at every move, the last where all the others are silent.
    assert reasons.count(names[0]) > 5 * reasons.count(names[19])


def test_the_last_of_twenty_rules_is_asked_when_the_others_have_no_move() -> None:
    rules = [(f"dummy {number}", number == 19, False) for number in range(20)]
    reasons = playout_by_dummies(Position(9), SearchParams(), rules, 1)
    assert set(reasons) == {"dummy 19", "uniform", "pass"}


def test_a_rule_that_answers_is_not_asked_without_a_last_stone() -> None:
    first = {
        playout_by_dummies(Position(9), SearchParams(), [("answer", True, True)], seed)[0]
        for seed in range(50)
    }
    assert first == {"uniform"}
    position = Position(9)
    position.play(40)
    second = {
        playout_by_dummies(position, SearchParams(), [("answer", True, True)], seed)[0]
        for seed in range(50)
    }
    assert second == {"answer", "uniform"}


@pytest.mark.parametrize(
    ("params", "wanted"),
    [
        ("", set()),
        pytest.param(
            "playout_eye_rate=0.5, playout_ko_rate=0.5", {"rules.family"}, marks=pytest.mark.lab
        ),
        pytest.param(
            "playout_eye_rate=0.5, playout_order='ko:atari'", set(), marks=pytest.mark.lab
        ),
    ],
)
def test_rules_that_are_off_are_not_imported(params: str, wanted: set[str]) -> None:
    assert imported_by_a_search(params, "lab.rules.") == wanted
