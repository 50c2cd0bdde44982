"""What many matches say together: Holm's correction, the control by equals, and the power.

Of twenty techniques that do nothing one seems to do something. Holm (1979) tests the figures of a
block, the smallest p first: the k-th of m counts while p (m - k + 1) stays below 0.05. Then a wrong
sign anywhere in the block has a chance of 5 % at most. m counts the matches that have no games yet.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

from gtpengine.lab.study.tables.blocks import CONTROL, TESTS
from gtpengine.lab.study.tables.reading import MatchEnding
from gtpengine.lab.study.tables.table import Cell, StudyTable
from gtpengine.tools.statistics.stats import Estimate, score_from_elo

from .endings import LEVEL, ended_by, holm_bound, standard_errors
from .results import COSTS, GAINS, UNDECIDED, Key, MatchFigure


def z_of(figure: MatchFigure) -> float:
    """Return how many standard errors the score of a figure is from even."""
    return standard_errors(score_of(figure))


def score_of(figure: MatchFigure) -> Estimate:
    """Return the expected score of a figure, with its interval."""
    return Estimate(*(score_from_elo(x) for x in (figure.elo, figure.low, figure.high)))


def end_of(figure: MatchFigure, ending: MatchEnding) -> str:
    """Return what ended a match, by its figure; empty while it goes on.

    Figures are rounded, so an interval may be a hair wider than the one that ended the match.
    """
    rounded = dataclasses.replace(ending, width=ending.width + 1e-4)
    return ended_by(score_of(figure), figure.games, rounded)


def shown(table: StudyTable, cell: Cell, figure: MatchFigure) -> str:
    """Return a figure in words: whether it is screened, or why its match ended if it tests."""
    text = figure.shown(table.ending.least)
    if cell.is_screen:
        return f"screened: {text.removeprefix(f'{UNDECIDED}: ')}"
    if cell.block.role != TESTS or figure.games < max(table.ending.least, cell.block.ending.least):
        return text
    return f"{text}, {end_of(figure, cell.block.ending) or 'goes on'}"


def p_of(figure: MatchFigure) -> float:
    """Return the chance of a figure as far from even, on either side, between equals."""
    return math.erfc(abs(z_of(figure)) / math.sqrt(2))


def holm(p_values: Mapping[Key, float], tests: int) -> set[Key]:
    """Return which of ``tests`` tests are decided, by Holm's method."""
    decided: set[Key] = set()
    for rank, key in enumerate(sorted(p_values, key=lambda key: p_values[key])):
        if p_values[key] * (tests - rank) >= LEVEL:
            break
        decided.add(key)
    return decided


def decided(table: StudyTable, found: Mapping[Key, MatchFigure]) -> dict[Key, str]:
    """Return the matches whose sign counts, after Holm's correction in each block of tests, in
    the table's order.

    A match without games enough for its block counts as one without games.
    """
    signs: dict[Key, str] = {}
    for block in table.blocks:
        if block.role != TESTS:
            continue
        mine = [cell.key for cell in table.cells() if cell.block == block]
        enough = {
            key: p_of(found[key])
            for key in mine
            if key in found and found[key].games >= block.ending.least
        }
        sure = holm(enough, len(mine))
        signs |= {key: GAINS if found[key].elo > 0 else COSTS for key in mine if key in sure}
    return signs


def verdicts(table: StudyTable, found: Mapping[Key, MatchFigure]) -> list[str]:
    """Return the verdict of each match with games in a block of tests, each by itself."""
    return [
        found[cell.key].verdict(table.ending.least)
        for cell in table.cells()
        if cell.block.role == TESTS and cell.key in found
    ]


@dataclasses.dataclass(frozen=True, slots=True)
class Control:
    """What matches between equals show: how many intervals hold 0, and how far scores spread.

    ``spread`` is the standard deviation of the scores in standard errors: 1 if the intervals are
    right.
    """

    matches: int
    games: int
    holds: int
    spread: float


def control(table: StudyTable, found: Mapping[Key, MatchFigure]) -> Control:
    """Return what the matches of the table between equals show, of those with games enough."""
    figures = [
        found[cell.key]
        for cell in controls(table)
        if cell.key in found and found[cell.key].games >= cell.block.ending.least
    ]
    scores = [z_of(one) for one in figures]
    return Control(
        len(figures),
        sum(one.games for one in figures),
        sum(one.low <= 0 <= one.high for one in figures),
        math.sqrt(sum(z * z for z in scores) / len(scores)) if scores else 0.0,
    )


def controls(table: StudyTable) -> Sequence[Cell]:
    """Return the matches between equals."""
    return [cell for cell in table.cells() if cell.block.role == CONTROL]


def seen(games: int, tests: int, power: float = 0.8) -> float:
    """Return the Elo that a match of independent games sees with the chance ``power``.

    Of ``tests`` tests it is the first in Holm's order, for which the bound is the hardest.
    """
    errors = holm_bound(tests) + NormalDist().inv_cdf(power)
    return 400 / math.log(10) * 4 * errors * 0.5 / math.sqrt(games)
