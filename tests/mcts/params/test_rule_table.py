"""The table of playout rules: what its rows hold, and which rules a playout asks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.mcts.params.families import exported
from gtpengine.mcts.params.rule_table import RULES, RuleRow
from gtpengine.mcts.params.search_params import PARAMS, SearchParams
from gtpengine.mcts.views.playout_view import REASONS

SOURCE = Path(__file__).resolve().parents[3] / "gtpengine"


def test_every_rule_file_is_in_the_table() -> None:
    with_rule = {
        path.stem
        for path in SOURCE.rglob("*.pyx")
        if path.parent.name == "rules" or "\nRULE = " in path.read_text(encoding="utf-8")
    }
    assert with_rule == {row.module.rpartition(".")[2] for row in RULES.values() if row.module}
    inline = {name for name, row in RULES.items() if not row.module}
    assert inline == {"atari", "two_liberties", "pattern"}


@pytest.mark.lab
@pytest.mark.parametrize("row", RULES.values(), ids=RULES)
def test_a_row_has_a_parameter_a_reason_and_a_source(row: RuleRow) -> None:
    spec = PARAMS[row.parameter]
    assert spec.kind in (int, float) and spec.low == 0 and spec.source
    assert (spec.default != 0) == (row.module == "")
    assert row.reason in REASONS
    if row.module:
        source = (SOURCE.parent / row.module.replace(".", "/")).with_suffix(".pyx")
        head = source.read_text(encoding="utf-8").split('"""')[1]
        assert re.search(r"(19|20)\d\d|Pachi|Fuego", head)
        assert exported(row.module, "RULE").row == row._replace(module="")


@pytest.mark.parametrize(
    ("order", "complaint"),
    [("atarri", "did you mean atari"), ("atari:atari", "occurs twice"), ("atari::eye", "unknown")],
)
def test_an_order_of_other_words_is_refused(order: str, complaint: str) -> None:
    with pytest.raises(ParamError, match=complaint):
        SearchParams(playout_order=order)
