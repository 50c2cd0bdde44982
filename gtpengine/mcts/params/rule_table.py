"""The table of playout rules: a row for each.

The row of a rule stands in its file, ``rule_NAME.pyx`` (see `rules.pxd`). setup.py collects these
rows in ``rule_rows.py``, so that nothing compiled is imported to know which rules there are. The
three rules that play by default have no file: `playout.pyx` has them inline, for speed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from gtpengine.base.arguments.paramspec import ParamSet
from gtpengine.mcts.params.rule_rows import ROWS


class RuleRow(NamedTuple):
    """A playout rule.

    ``name`` stands in the parameter ``playout_order``, ``reason`` in reports of playouts. The
    parameter called ``parameter`` switches the rule on by a number above 0; that row has the
    source, too. ``place`` sorts the rules in the default order. A rule that ``answers`` looks at
    the last stone. ``module`` is where its function is; without one it is inside `playout.pyx`,
    which knows it by its reason.
    """

    name: str
    reason: str
    parameter: str
    place: int
    answers: bool
    module: str = ""


_INLINE: Final = (
    RuleRow("atari", "atari", "playout_atari_rate", 30, True),
    RuleRow("two_liberties", "two liberties", "playout_two_liberty_rate", 70, True),
    RuleRow("pattern", "pattern", "playout_pattern_rate", 120, True),
)

RULES: Final[dict[str, RuleRow]] = {
    row.name: row
    for row in sorted((*_INLINE, *(RuleRow(**row) for row in ROWS)), key=lambda row: row.place)
}
"""Every playout rule by name, in the default order."""


def rules_in_order(params: ParamSet) -> list[RuleRow]:
    """Return the rules that the playouts ask, in order: those named whose parameter is above 0."""
    named = str(params.get("playout_order")).split(":")
    return [RULES[name] for name in named if name and params.get(RULES[name].parameter)]
