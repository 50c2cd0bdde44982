"""Equal cost without a clock: a slow technique gets fewer simulations, by its match at equal ones.

The ratio of the seconds of a move in that match says how many. Both sides of a game run on the same
core at the same time, so the load of the machine is in both, and no clock is in the match itself.
"""

from __future__ import annotations

import dataclasses
from typing import Final

from gtpengine.lab.study.tables.table import Cell
from gtpengine.tools.storage.store import Store

from .results import KIND, cell_settings, seconds_of_moves
from .stored import as_text, date_of, events_of

SLOWER: Final = 1.08
"""How many times the seconds of its baseline a technique takes, from which on it is played anew."""


def simulations_of_equal_cost(store: Store, cell: Cell) -> int | None:
    """Return the simulations of the side with the technique, by its match at equal simulations.

    0 is without a match: the technique costs hardly more. None is while that match goes on.

    :raises StoreError: when the store cannot be read
    """
    equal = dataclasses.replace(cell, at="simulations")
    events = events_of(store, KIND).get(as_text(cell_settings(equal)), [])
    for event in events:
        if event.status == "done" and cell.row.counts(date_of(event)):
            with_it, without = seconds_of_moves(store, event)
            if not without or with_it / without < SLOWER:
                return 0
            return max(1, round(cell.budget.simulations * without / with_it))
    return None
