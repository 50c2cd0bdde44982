"""Can a record that another machine sent be the game that it was asked for?"""

from __future__ import annotations

import dataclasses
import math
from typing import Final

from board_ext.rules import rules_named

from .game import FAILURES, GameRecord, MoveRecord
from .game_task import GameTask
from .referee import ForbiddenMoveError, make_referee

ENDS: Final = ("score", "resign", "move-limit", "void", *FAILURES)
LONGEST_TEXT: Final = 200_000


def record_fault(task: GameTask, record: object) -> str:
    """Return why a record cannot be the game of a task; empty if it can.

    Its moves must be legal. Whether the engines would have played them is not looked at.
    """
    if not isinstance(record, GameRecord):
        return f"the worker sent a {type(record).__name__} for a game"
    asked = (task.black.name, task.white.name, task.opening, task.seed)
    if (record.black, record.white, record.opening, record.seed) != asked:
        return "the worker sent another game than it was given"
    if dataclasses.replace(record.settings, time=task.settings.time) != task.settings:
        return "the worker sent a game by other rules"
    ended = record.termination in ENDS and record.winner in ("b", "w", "")
    texts = (record.detail, record.started, *record.dead)
    if not ended or not all(_is_text(text) for text in texts):
        return "the worker sent a game without a sensible end"
    if not _is_number(record.seconds) or not (record.score is None or _is_number(record.score)):
        return "the worker sent a game with impossible numbers"
    return _fault_of_moves(task, record)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) < LONGEST_TEXT


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value) and abs(value) < 1e9


def _fault_of_moves(task: GameTask, record: GameRecord) -> str:
    settings, opening = task.settings, task.opening
    board = make_referee(
        settings.referee, settings.size, rules_named(settings.rules), settings.komi
    )
    try:
        board.set_up(opening.black, opening.white, opening.handicap)
        for color, vertex in opening.moves:
            board.play(color, vertex)
    except ForbiddenMoveError:
        return (
            ""
            if record.termination == "void"
            else "the worker sent a game from an illegal position"
        )
    for ply, move in enumerate(record.moves):
        fault = _fault_of_values(move)
        if fault:
            return f"move {ply + 1} of a game that the worker sent: {fault}"
        if move.vertex == "resign":
            continue
        try:
            board.play(move.color, move.vertex)
        except (ForbiddenMoveError, ValueError) as error:
            if ply + 1 < len(record.moves) or record.termination != "illegal":
                return f"move {ply + 1} of a game that the worker sent: {error}"
    return ""


def _fault_of_values(move: object) -> str:
    if not isinstance(move, MoveRecord) or move.color not in ("b", "w"):
        return "no move"
    if not _is_text(move.comment) or not _is_text(move.vertex):
        return "no move"
    if not _is_number(move.seconds) or move.seconds < 0:
        return "impossible seconds"
    if not (move.winrate is None or _is_number(move.winrate)):
        return "an impossible win rate"
    counted: object = move.simulations
    if not (counted is None or (isinstance(counted, int) and 0 <= counted < 1e12)):
        return "impossible simulations"
    return ""
