"""Records that other machines sent: which cannot be the game that was asked for."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable

import pytest
from gtpengine.tools.games.checking import record_fault
from gtpengine.tools.games.game import GameRecord, GameSettings, MoveRecord, Opening
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.running.engines import EngineSpec

OPENING = Opening("corner", ("A1",), ("B2",), (("b", "C3"),), "w")
TASK = GameTask(
    1, EngineSpec("a", "a"), EngineSpec("b", "b"), GameSettings(time="1/move"), OPENING, 7
)


def good() -> GameRecord:
    record = GameRecord("a", "b", dataclasses.replace(TASK.settings, time="2/move"), OPENING, 7)
    record.winner, record.termination = "b", "resign"
    record.moves = [MoveRecord("w", "D4", 0.5, 0.4, "", 10), MoveRecord("b", "pass", 0.5)]
    record.moves.append(MoveRecord("w", "resign", 0.1))
    return record


def test_a_game_that_can_be() -> None:
    assert record_fault(TASK, good()) == ""
    illegal = good()
    illegal.termination, illegal.moves[2:] = "illegal", [MoveRecord("w", "D4", 1.0)]
    assert record_fault(TASK, illegal) == ""


def move(**values: object) -> Callable[[GameRecord], None]:
    def change(record: GameRecord) -> None:
        record.moves[0] = dataclasses.replace(record.moves[0], **values)  # type: ignore[arg-type]

    return change


def field(name: str, value: object) -> Callable[[GameRecord], None]:
    return lambda record: setattr(record, name, value)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (field("black", "c"), "another game"),
        (field("seed", 8), "another game"),
        (field("opening", Opening()), "another game"),
        (field("settings", GameSettings(size=13)), "other rules"),
        (field("winner", "x"), "sensible end"),
        (field("termination", "tea"), "sensible end"),
        (field("detail", 7), "sensible end"),
        (field("score", math.nan), "impossible numbers"),
        (field("seconds", "1"), "impossible numbers"),
        (move(vertex="C3"), "move 1 of a game that the worker sent: .*occupied"),
        (move(vertex="Z99"), "move 1 of a game"),
        (move(color="x"), "no move"),
        (move(seconds=-1.0), "impossible seconds"),
        (move(winrate=math.inf), "win rate"),
        (move(simulations=-5), "simulations"),
        (move(vertex=7), "no move"),
    ],
)
def test_a_game_that_cannot_be(change: Callable[[GameRecord], None], fault: str) -> None:
    record = good()
    change(record)
    assert re.search(fault, record_fault(TASK, record))


def test_something_else_than_a_game() -> None:
    assert record_fault(TASK, None) == "the worker sent a NoneType for a game"
