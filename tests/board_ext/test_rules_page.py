"""The page about rules says what the rules are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from board_ext.rules import RULES, Ko, Rules

PAGE: Final = Path(__file__).resolve().parents[2] / "docs/reference/rules.md"


def row(rules: Rules) -> str:
    """Return the line of the table about one rule set."""
    cells = (
        f"`{rules.name}`",
        rules.ko.value,
        "yes" if rules.suicide else "no",
        rules.scoring.value,
        "removed" if rules.removes_dead else "stay",
        rules.handicap_bonus.value,
        f"{rules.komi:g}",
    )
    return f"| {' | '.join(cells)} |"


def test_the_table_has_a_row_for_each_rule_set_in_their_order() -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^\| `[a-z-]+` \|.*$", text, re.MULTILINE)
    assert found == [row(rules) for rules in RULES.values()]


@pytest.mark.parametrize("ko", Ko)
def test_each_ko_rule_is_explained(ko: Ko) -> None:
    assert f"\n| {ko.value} | to " in PAGE.read_text(encoding="utf-8")
