"""The study that ships as a page: ``python -m gtpengine.lab.study.study_page``.

It is made from the table and from the figures that ship.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .constants import of_row, published
from .results import (
    COSTS,
    GAINS,
    SHIPPED,
    UNDECIDED,
    Key,
    MatchFigure,
    confirmed,
    current,
    flips,
    read_figures,
)
from .table import SHIPPED as TABLE
from .table import WAYS, StudyRow, StudyTable, read_table

HEAD = """# What techniques are worth

Each technique of the table against its baseline, by [`gtpengine study`](../guides/study.md). Elo
says what *having* the technique is worth, with its 95 % interval from the scores of pairs. A match
with fewer games than the table wants, or whose interval holds 0, is undecided. *Time* is how many
times the seconds of a move the technique takes at equal simulations. *Constants* are the numbers
of a technique's file, and whose they are: the paper's, or ours, which nobody tuned. Parts of the
engine itself were tuned.

`gtpengine study --page study.html` draws the same figures as forest plots, with filters. This page
is made from the table and the figures that ship, by
`python -m gtpengine.lab.study.study_page > docs/reference/study.md`.
"""


def page(table: StudyTable, found: Mapping[Key, MatchFigure]) -> str:
    """Return the page as Markdown."""
    return (
        HEAD
        + _state(table, found)
        + "".join(_family(table, name, found) for name in families(table))
    )


def families(table: StudyTable) -> list[str]:
    """Return the names of the families, in the order of the table."""
    return list(dict.fromkeys(row.family for row in table.rows))


def _state(table: StudyTable, found: Mapping[Key, MatchFigure]) -> str:
    verdicts = [figure.verdict(table.ending.least) for figure in found.values()]
    games = sum(figure.games for figure in found.values())
    counted = ", ".join(
        f"{verdicts.count(verdict)} {words}"
        for verdict, words in ((GAINS, "gain"), (COSTS, "cost"), (UNDECIDED, "are undecided"))
    )
    rows = confirmed(table, found)
    text = (
        f"\nOf {len(table.cells())} matches {len(found)} have games, {games:,} in all: {counted}."
        f" {sum(figure.failures for figure in found.values())} games failed.\n"
        "\nOf twenty techniques that do nothing, one seems to gain or to cost. So the sign of a row"
        " counts when it is the same with all budgets and on two boards. Such rows so far:"
        f" {', '.join(f'`{name}` ({sign})' for name, sign in rows.items()) or 'none'}.\n"
    )
    for row, size, at in flips(table, found):
        text += f"\nThe sign of `{row}` flips with the budget on {size}x{size}, at equal {at}.\n"
    return text


def _family(table: StudyTable, name: str, found: Mapping[Key, MatchFigure]) -> str:
    rows = [row for row in table.rows if row.family == name]
    lines = [
        f"\n## {name[0].upper()}{name[1:]}\n",
        "| row | technique | paper | settings | constants | file | the paper's figure |",
        "|---|---|---|---|---|---|---|",
        *(_about(row) for row in rows),
    ]
    figures = [line for row in rows for line in _figures(table, row, found)]
    if figures:
        lines += [
            "",
            "| row | board | budget | at equal simulations | time | at equal time | date, commit |",
            "|---|---|---|---|---|---|---|",
            *figures,
        ]
    faulty = [row for row in rows if row.fault and not _figures(table, row, found)]
    if faulty:
        lines += [
            "",
            "To be measured anew:",
            "",
            *(f"- `{row.name}`: {row.fault}." for row in faulty),
        ]
    return "\n".join(lines) + "\n"


def _about(row: StudyRow) -> str:
    settings = ", ".join(f"`{one}`" for one in row.on) or "on by default"
    if row.off:
        settings += "; without: " + ", ".join(f"`{one}`" for one in row.off)
    if row.preset:
        settings += f"; preset `{row.preset}`"
    if row.rules:
        settings += f"; rules `{row.rules}`"
    cells = (
        row.name,
        row.technique,
        row.paper,
        settings,
        ", ".join(map(str, of_row(row, published()))) or "-",
        f"`{row.source()}`",
        row.published or "-",
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _figures(table: StudyTable, row: StudyRow, found: Mapping[Key, MatchFigure]) -> list[str]:
    lines = []
    for size in table.sizes:
        for budget in table.budgets:
            pair = [found.get((row.name, size, budget.name, at)) for at in WAYS]
            there = [figure for figure in pair if figure]
            if there:
                lines.append(_line(table, row.name, f"{size}x{size}", budget.name, pair, there))
    return lines


def _line(
    table: StudyTable,
    name: str,
    board: str,
    budget: str,
    pair: Sequence[MatchFigure | None],
    there: Sequence[MatchFigure],
) -> str:
    simulations, seconds = (figure.shown(table.ending.least) if figure else "-" for figure in pair)
    slower = f"{pair[0].slower:.2f}" if pair[0] and pair[0].games >= table.ending.least else "-"
    made = ", ".join(dict.fromkeys(f"{one.date}, `{one.commit or 'no revision'}`" for one in there))
    return f"| {name} | {board} | {budget} | {simulations} | {slower} | {seconds} | {made} |"


if __name__ == "__main__":
    shipped = read_table(TABLE)
    print(page(shipped, current(shipped, read_figures(SHIPPED))), end="")
