"""Wrong numbers and wrong kinds of values: errors say what to give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gtpengine import Game, Limits, Position, Search, board_svg, search_many
from gtpengine.library.values.checks import MOST, seconds, whole

HUGE = 10**30
NAN = float("nan")
B = Position(9)


def test_numbers_in_range_pass() -> None:
    assert whole("x", np.int64(3), 1, 3) == whole("x", 3, 3) == 3 and whole("x", MOST, 0) == MOST
    assert seconds("x", 1) == seconds("x", np.float32(1.0)) == 1.0


def run(**arguments: Any) -> Callable[[], object]:
    return lambda: Search(memory=16).run(B, **({"simulations": 1} | arguments))


WRONG: dict[str, Callable[[], object]] = {
    "threads 1.5: give a whole number from 1 to 1024": lambda: Search(threads=1.5),  # type: ignore[arg-type]
    "threads True: give a whole": lambda: Search(threads=True),
    "threads too large: give a whole": lambda: Search(threads=HUGE),
    "memory 0: give a whole": lambda: Search(memory=0),
    "memory too large: give": lambda: Search(memory=HUGE),
    "seed -1: give a whole number from 0 to": lambda: Search(seed=-1),
    "seed None: give": lambda: Search(seed=None),  # type: ignore[arg-type]
    "params 5: give a SearchParams": lambda: Search(5),  # type: ignore[arg-type]
    "simulations 1.5: give": run(simulations=1.5),
    "simulations '5': give": run(simulations="5"),
    "simulations too large: give": run(simulations=HUGE),
    "simulations True: give": lambda: Search().run(B, limits=Limits(True)),
    "seconds nan": run(seconds=NAN),
    "seconds -1.0: give seconds from 0 to 1e\\+09": run(seconds=-1),
    "seconds '1': give": run(seconds="1"),
    "every 0: give seconds from 0.0001|every 0.0: ": run(every=0),
    "every 'x': give": run(every="x"),
    "workers 1.5: give": lambda: search_many([B], simulations=1, workers=1.5),  # type: ignore[arg-type]
    "cannot undo": lambda: Position(9).undo(HUGE // 10**20),
    "count '1': give": lambda: Position(9).undo("1"),  # type: ignore[arg-type]
    "a game begins from a gtpengine.Position, not 5": lambda: Game(5),  # type: ignore[arg-type]
    "a gtpengine.Position is drawn, not 5": lambda: board_svg(5),  # type: ignore[arg-type]
    "width 1.5: give": lambda: board_svg(B, width=1.5),  # type: ignore[arg-type]
    "komi nan": lambda: Position(9, komi=NAN),
    "board size 25": lambda: Position(25),
    "board size '9'": lambda: Position("9"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_values_say_what_to_give(message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        WRONG[message]()
