"""The table of playout rules: what its rows hold, and which rules a playout asks."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from board_ext.position import Position
from gtpengine.base.paramspec import ParamError
from gtpengine.mcts.lab.playout_view import REASONS
from gtpengine.mcts.lab.rules_probe import playout_by_dummies, rules_asked
from gtpengine.mcts.params.rule_table import RULES, RuleRow
from gtpengine.mcts.params.search_params import PARAMS, SearchParams

SOURCE = Path(__file__).resolve().parents[3] / "gtpengine"


def all_on() -> dict[str, float]:
    """The parameters that switch every rule on."""
    return {row.parameter: PARAMS[row.parameter].kind(1) for row in RULES.values()}


def test_every_rule_file_is_in_the_table() -> None:
    with_rule = {
        path.stem
        for path in SOURCE.rglob("*.pyx")
        if path.parent.name == "rules" or "\nRULE = " in path.read_text(encoding="utf-8")
    }
    assert with_rule == {row.module.rpartition(".")[2] for row in RULES.values() if row.module}
    inline = {name for name, row in RULES.items() if not row.module}
    assert inline == {"atari", "two_liberties", "pattern"}


@pytest.mark.parametrize("row", RULES.values(), ids=RULES)
def test_a_row_has_a_parameter_a_reason_and_a_source(row: RuleRow) -> None:
    spec = PARAMS[row.parameter]
    assert spec.kind in (int, float) and spec.low == 0 and spec.source
    assert (spec.default != 0) == (row.module == "")
    assert row.reason in REASONS
    if row.module:
        module = import_module(row.module)
        assert re.search(r"(19|20)\d\d|Pachi|Fuego", module.__doc__ or "")
        assert module.RULE.row == row._replace(module="")


def test_the_rules_that_are_on_are_asked_in_their_order() -> None:
    assert rules_asked(SearchParams()) == ["atari", "two liberties", "pattern"]
    everything = [row.reason for row in RULES.values()]
    assert rules_asked(SearchParams(**all_on())) == everything
    assert rules_asked(SearchParams(playout_order="pattern:atari")) == ["pattern", "atari"]
    assert rules_asked(SearchParams(playout_order=" Pattern : eye")) == ["pattern"]
    assert rules_asked(SearchParams(playout_order="")) == []
    backwards = ":".join(reversed(RULES))
    assert rules_asked(SearchParams(**all_on(), playout_order=backwards)) == everything[::-1]


@pytest.mark.parametrize(
    ("order", "complaint"),
    [("atarri", "did you mean atari"), ("atari:atari", "occurs twice"), ("atari::eye", "unknown")],
)
def test_an_order_of_other_words_is_refused(order: str, complaint: str) -> None:
    with pytest.raises(ParamError, match=complaint):
        SearchParams(playout_order=order)


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
        ("playout_eye_rate=0.5, playout_ko_rate=0.5", {"rule_eye", "rule_ko"}),
        ("playout_eye_rate=0.5, playout_ko_rate=0.5, playout_order='ko:atari'", {"rule_ko"}),
    ],
)
def test_a_rule_that_is_off_is_not_imported(params: str, wanted: set[str]) -> None:
    code = (
        "import sys; from gtpengine.mcts.params.search_params import SearchParams;"
        "from gtpengine.mcts.searcher import Searcher;"
        f"Searcher(SearchParams({params}), memory_mb=1);"
        "print(*(name.rpartition('.')[2] for name in sys.modules if '.rule_' in name))"
    )
    found = subprocess.run(
        [sys.executable, "-P", "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert set(found) - {"rule_table", "rule_rows"} == wanted
