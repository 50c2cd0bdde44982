"""Each row of the study plays: its searches are whole, they do not pass, and they differ.

What a technique computes is proved by its own test. Here a whole search has it: the first moves of
a game on 9x9, both sides with the tree that they keep.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.lab.presets import preset_parameters
from gtpengine.lab.study.tables.table import SHIPPED, StudyRow, read_table
from gtpengine.mcts.params.search_params import PARAMS, SWITCHES, SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

MOVES: Final = 4
SIMULATIONS: Final = 1000

#: Rows with other limits: where a simulation or a new node costs many others, and where orders of
#: moves meet in larger trees alone.
LIMITS: Final = {"reflexive": 20, "mc-alpha-beta": 200, "minimax-priors": 200, "ucd": 3000}

#: Rows that end a search before its limit, and the least of the simulations that they make.
EARLY: Final = {
    "lil-ucb": 100,  # ends when it is sure of a move: each of eight is sampled before
    "relative-pruning": 300,  # ends when no other move can catch up
}

#: Rows whose first moves are those of the side without the technique.
ALIKE: Final = {
    "tree-lock": "a lock costs time alone",
    "decisive-passes": "nobody has passed",
    "virtual-wins": "nothing is under way beside the one thread",
    "solver": "its bounds need a board that is half full",
    "score-bounds": "its bounds need a board that is half full",
    "proofs": "its bounds need a board that is half full",
    "network-proofs": "its bounds need a board that is half full",
    "local-fights": "nobody has four stones to fight over",
    "territory-pruning": "nobody owns a point",
}

#: Rows of the engine around the search: how it chooses its move, or how many trees it has.
AROUND: Final = {"max-child", "max-robust", "secure-child", "root-trees"}

#: Switches that have no row yet.
WITHOUT_ROW: Final = (
    StudyRow("learned-pattern", "", "", "", ("playout_learned_pattern_rate=1",)),
    StudyRow("other-liberty", "", "", "", ("playout_other_liberty_rate=1",)),
)

#: The engine against itself has no technique.
CONTROL: Final = "control"

ROWS: Final = [
    row for row in read_table(SHIPPED).rows if row.name not in AROUND and row.family != CONTROL
] + [*WITHOUT_ROW]

Moves = tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]
"""Of each move: its point, the simulations of its search, (point, visits) of the root's moves."""


@cache
def played(preset: str, settings: tuple[str, ...], simulations: int) -> Moves:
    """Play the first moves of a game with settings NAME=VALUE; engine settings are left out."""
    texts = {"network": "none", **dict(preset_parameters(preset))}
    texts |= dict(text.split("=", 1) for text in settings)
    values = {name: PARAMS[name].parse(text) for name, text in texts.items() if name in PARAMS}
    searcher = Searcher(SearchParams(**values), memory_mb=64)
    position = Position(9)
    found = []
    for _ in range(MOVES):
        searcher.set_position(position)
        report = searcher.search(Limits(simulations=simulations))
        moves = tuple((move.point, move.visits) for move in report.moves)
        found.append((moves[0][0], report.simulations, moves))
        position.play(moves[0][0])
    return tuple(found)


def name_of(row: StudyRow) -> str:
    return row.name


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_the_first_moves_of_a_game(row: StudyRow) -> None:
    limit = LIMITS.get(row.name, SIMULATIONS)
    both = ("network=shipped",) if row.family == "led by a network" else ()
    moves = played(row.preset, (*both, *row.on), limit)
    # 1. No search ends by itself, unless the table says so.
    assert [n for _, n, _ in moves if n < EARLY.get(row.name, limit)] == []
    assert [n for _, n, _ in moves if n > limit] == []
    # 2. An opening is no place to pass.
    assert PASS not in [point for point, _, _ in moves]
    # 3. The technique does something.
    same = moves == played(row.preset, (*both, *row.off), limit)
    assert same is (row.name in ALIKE), ALIKE.get(row.name, "the technique does nothing")


def test_no_switch_is_left_out() -> None:
    used = {setting for row in ROWS for setting in (*row.on, *row.off)}
    names = {setting.partition("=")[0] for setting in used}
    for name, choice in SWITCHES.values():
        if choice is None:
            assert name in names, name
        else:
            assert f"{name}={choice}" in used, f"{name}={choice}"


def test_every_exception_is_of_a_row() -> None:
    names = {row.name for row in read_table(SHIPPED).rows}
    assert {*LIMITS, *EARLY, *ALIKE, *AROUND} <= names
