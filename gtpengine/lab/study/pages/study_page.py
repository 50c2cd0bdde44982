"""The study that ships as a page: ``python -m gtpengine.lab.study.pages.study_page``.

It is made from the table and from the figures that ship.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from gtpengine.lab.study.figures.endings import REASONS
from gtpengine.lab.study.figures.results import (
    COSTS,
    GAINS,
    SHIPPED,
    UNDECIDED,
    Key,
    MatchFigure,
    current,
    flips,
    read_figures,
)
from gtpengine.lab.study.figures.verdicts import control, decided, end_of, seen, shown, verdicts
from gtpengine.lab.study.tables.blocks import TESTS, WAYS
from gtpengine.lab.study.tables.constants import of_row, published
from gtpengine.lab.study.tables.table import SHIPPED as TABLE
from gtpengine.lab.study.tables.table import StudyRow, StudyTable, read_table

HEAD = """# What techniques are worth

Each technique of the table against its baseline, by [`gtpengine study`](../guides/study.md). Elo
says what *having* the technique is worth, with its 95 % interval from the scores of pairs. A match
with fewer games than the table wants, or whose interval holds 0, is undecided; *screened* is a
match of a block that screens. A match of the plan ended as *far* from even, as *narrow* enough, as
*futile*, or with *all games*, and otherwise *goes on*: [how a match
goes](../guides/study.md#how-a-match-goes). *Time* is how many times the seconds of a move the
technique takes at equal simulations. *Constants* are the numbers of a technique's file, and whose
they are: the paper's, or ours, which nobody tuned. Parts of the engine itself were tuned.

`gtpengine study --page study.html` draws the same figures as forest plots, with filters. This page
is made from the table and the figures that ship, by
`python -m gtpengine.lab.study.pages.study_page > docs/reference/study.md`.
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
    signs = verdicts(table, found)
    games = sum(figure.games for figure in found.values())
    counted = ", ".join(
        f"{signs.count(verdict)} {words}"
        for verdict, words in ((GAINS, "gain"), (COSTS, "cost"), (UNDECIDED, "are undecided"))
    )
    text = (
        f"\nOf {len(table.cells())} matches {len(found)} have games, {games:,} in all."
        f" Of those that test, each by itself: {counted}."
        f" {sum(figure.failures for figure in found.values())} games failed.\n"
    )
    for row, size, at in flips(table, found):
        text += f"\nThe sign of `{row}` flips with the budget on {size}x{size}, at equal {at}.\n"
    return text + _plan(table, found) + _control(table, found)


def _plan(table: StudyTable, found: Mapping[Key, MatchFigure]) -> str:
    """Return the blocks: what is planned, what is played, what a match can see."""
    signs, cells = decided(table, found), table.cells()
    lines = [
        "\n## The plan\n",
        "Blocks are played in this order. *Sees* is the Elo that a match of all its games finds"
        " with a chance of 80 %: by itself, and as the first of its block in Holm's order."
        " *Ended* are those that are far from even, narrow, futile, and those that have all games."
        " *Decided* are the matches of a block whose sign counts after Holm's correction, so that a"
        " wrong sign anywhere in the block has a chance of 5 % at most.\n",
        "| block | matches | board, simulations | games of a match | sees, Elo"
        " | matches, games so far | ended: far, narrow, futile, all | decided |",
        "|---|---|---|---|---|---|---|---|",
    ]
    budgets = {budget.name: budget.simulations for budget in table.budgets}
    for block in table.blocks:
        mine = [cell.key for cell in cells if cell.block == block]
        there = [found[key] for key in mine if key in found]
        ends = [end_of(one, block.ending) for one in there]
        most, tests = block.ending.most, block.role == TESTS
        many = f", {seen(most, len(mine)):.0f}" if tests and mine else ""
        boards = ", ".join(f"{size}x{size}" for size in block.sizes)
        text = (
            f"`{block.name or block.budget}`: {block.title or 'all rows'}",
            str(len(mine)),
            f"{boards}, {budgets[block.budget]:,}",
            f"{block.ending.least} to {most}" if block.ending.least < most else str(most),
            f"{seen(most, 1):.0f}{many}",
            f"{len(there)}, {sum(one.games for one in there):,}",
            ", ".join(str(ends.count(reason)) for reason in REASONS),
            str(sum(key in signs for key in mine)) if tests else "-",
        )
        lines.append("| " + " | ".join(text) + " |")
    lines.append("")
    for verdict, words in ((GAINS, "gain"), (COSTS, "cost")):
        names = ", ".join(_name(table, key) for key, sign in signs.items() if sign == verdict)
        lines.append(f"Decided so far that they {words}: {names or 'none'}.\n")
    return "\n".join(lines)


def _name(table: StudyTable, key: Key) -> str:
    cell = next(cell for cell in table.cells() if cell.key == key)
    return f"`{cell.row.name}` ({cell.block.name or cell.budget.name})"


def _control(table: StudyTable, found: Mapping[Key, MatchFigure]) -> str:
    """Return what the engine against itself shows."""
    equals = control(table, found)
    if not equals.matches:
        return ""
    return (
        f"\nThe engine against itself: {equals.matches} matches, {equals.games:,} games."
        f" {equals.holds} of the intervals hold 0; of 95 % intervals {0.95 * equals.matches:.0f}"
        f" should. Scores spread {equals.spread:.2f} times as far as the intervals say.\n"
    )


def _family(table: StudyTable, name: str, found: Mapping[Key, MatchFigure]) -> str:
    rows = [row for row in table.rows if row.family == name]
    lines = [
        f"\n## {name[0].upper()}{name[1:]}\n",
        "| row | technique | paper | settings | constants | file | the paper's figure |",
        "|---|---|---|---|---|---|---|",
        *(_about(row, names) for row, names in _by_technique(rows)),
    ]
    figures = [line for row in rows for line in _figures(table, row, found)]
    if figures:
        lines += [
            "",
            "| row | board | budget | at equal simulations | time | at equal cost | at equal time"
            " | date, commit |",
            "|---|---|---|---|---|---|---|---|",
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


def _by_technique(rows: Sequence[StudyRow]) -> list[tuple[StudyRow, str]]:
    """Return one row of each technique, with its name; copies of a row have one line."""
    same: dict[StudyRow, list[StudyRow]] = {}
    for row in rows:
        same.setdefault(dataclasses.replace(row, name=""), []).append(row)
    return [
        (copies[0], " to ".join(dict.fromkeys((copies[0].name, copies[-1].name))))
        for copies in same.values()
    ]


def _about(row: StudyRow, name: str) -> str:
    settings = ", ".join(f"`{one}`" for one in row.on) or "on by default"
    if row.off:
        settings += "; without: " + ", ".join(f"`{one}`" for one in row.off)
    if row.preset:
        settings += f"; preset `{row.preset}`"
    if row.rules:
        settings += f"; rules `{row.rules}`"
    cells = (
        name,
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
    cells = {cell.key: cell for cell in table.cells()}
    for size in table.sizes:
        for budget in table.budgets:
            keys = [(row.name, size, budget.name, at) for at in WAYS]
            ways = [found.get(key) for key in keys]
            there = [figure for figure in ways if figure]
            if there:
                texts = [shown(table, cells[one.key], one) if one else "-" for one in ways]
                figures = _with_time(table, texts, ways[0])
                lines.append(_line(f"{row.name} | {size}x{size} | {budget.name}", figures, there))
    return lines


def _with_time(
    table: StudyTable, texts: Sequence[str], equal: MatchFigure | None
) -> tuple[str, ...]:
    """Return the figures of a line, with the time of a move at ``equal`` simulations."""
    time = "-"
    if equal and equal.games >= table.ending.least:
        time = f"{equal.slower:.2f}"
    return texts[0], time, *texts[1:]


def _line(match: str, figures: Sequence[str], there: Sequence[MatchFigure]) -> str:
    made = ", ".join(dict.fromkeys(f"{one.date}, `{one.commit or 'no revision'}`" for one in there))
    return f"| {match} | {' | '.join(figures)} | {made} |"


if __name__ == "__main__":
    shipped = read_table(TABLE)
    print(page(shipped, current(shipped, read_figures(SHIPPED))), end="")
