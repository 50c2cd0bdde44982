"""The words for why a playout played a move."""

from __future__ import annotations

from gtpengine.mcts.params.rule_table import RULES
from gtpengine.mcts.views.playout_view import REASONS


def test_each_reason_has_one_word_whoever_gives_it() -> None:
    of_rules = {row.reason for row in RULES.values()}
    others = REASONS - of_rules
    assert others == {"tree", "uniform", "pass", "other liberty", "near", "elsewhere"}
    assert {"atari", "two liberties", "pattern"} <= of_rules
