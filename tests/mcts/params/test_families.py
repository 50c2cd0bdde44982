"""What techniques and rules export, whatever module they were compiled into."""

from __future__ import annotations

import pytest

from gtpengine.mcts.params.families import exported
from gtpengine.mcts.params.rule_table import RULES
from gtpengine.mcts.params.search_params import SWITCHES


@pytest.mark.lab
def test_a_technique_alone_or_in_a_family_has_a_door() -> None:
    for name in ("statistics.lgrf", "statistics.mast", "policies.puct"):
        module = f"gtpengine.lab.techniques.{name}"
        assert module in SWITCHES
        assert type(exported(module, "DOOR")).__mro__[-2].__name__ == "TechniqueDoor"


@pytest.mark.lab
def test_every_rule_of_the_table_is_found() -> None:
    modules = [row.module for row in RULES.values() if row.module]
    assert len(modules) > 10
    for module in modules:
        assert type(exported(module, "RULE")).__name__ == "PlayoutRule"


def test_an_unknown_technique_is_no_technique() -> None:
    with pytest.raises(ModuleNotFoundError):
        exported("gtpengine.lab.techniques.policies.no_such_policy", "DOOR")
