"""Wrong numbers and wrong kinds of values: errors say what to give."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gtpengine
from gtpengine import Game, Limits, Position, Search, board_svg, engines, search_many
from gtpengine.library.values.checks import MOST, path, seconds, whole
from gtpengine.programs.game_clock import GameClock

HUGE = 10**30
NAN = float("nan")
B = Position(9)


def test_numbers_in_range_pass() -> None:
    assert whole("x", np.int64(3), 1, 3) == whole("x", 3, 3) == 3 and whole("x", MOST, 0) == MOST
    assert seconds("x", 1) == seconds("x", np.float32(1.0)) == 1.0


def run(**arguments: Any) -> Callable[[], object]:
    return lambda: Search(memory=16).run(B, **({"simulations": 1} | arguments))


def scaled(scale: float) -> object:
    return Search(memory=16).run(B, simulations=2).improved_policy(scale=scale)


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
    "scale inf: give a number": lambda: scaled(float("inf")),
    "stones \\[\\[0, 1\\], \\[0\\]\\]: the rows": lambda: Position.from_array([[0, 1], [0]]),
    "array \\[\\[0, 1\\], \\[0\\]\\]: the rows": lambda: gtpengine.turn([[0, 1], [0]], 1),
    "ownership of type complex128: give": lambda: board_svg(B, ownership=np.full((9, 9), 1j)),
    "ownership of type <U1: give": lambda: board_svg(B, ownership=np.full((9, 9), "x")),
    "komi nan": lambda: Position(9, komi=NAN),
    "board size 25": lambda: Position(25),
    "board size '9'": lambda: Position("9"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_values_say_what_to_give(message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        WRONG[message]()


def test_files_are_named_by_texts_and_paths(tmp_path: Path) -> None:
    assert path("path", str(tmp_path)) == path("path", tmp_path) == tmp_path
    for wrong in (None, 5, b"x", ["x"], ""):
        with pytest.raises((TypeError, ValueError), match="give the name of a file"):
            path("path", wrong)  # type: ignore[arg-type]


def with_each(function: Callable[..., object], **right: Any) -> dict[str, Callable[[Any], object]]:
    """Calls of a function in which one argument is left open."""
    name = getattr(function, "__qualname__", "a setter")

    def left_open(argument: str) -> Callable[[Any], object]:
        return lambda wrong: function(**(right | {argument: wrong}))

    return {f"{name}({argument})": left_open(argument) for argument in right}


def calls() -> dict[str, Callable[[Any], object]]:
    """Calls of public functions, each with one argument left open."""
    record = Game.from_sgf("(;SZ[9]KM[6.5]RU[Chinese];B[ee];W[cc])")
    node, board = record.root, Position(9)
    search = Search(memory=16)
    report = search.run(board, simulations=2)
    run = {"simulations": 1, "seconds": 0.01, "avoid": "A1", "only": "E5"}
    listening = {"callback": print, "every": 0.1}
    sgf = {"sgf": "(;SZ[9])", "rules": "chinese", "komi": 5}
    file = {"path": "one.sgf", "rules": "chinese", "komi": 5}
    found = [
        with_each(Position, size=9, rules="chinese", komi=5),
        with_each(Position.from_diagram, text="..\n..", to_play="b", rules="aga", komi=5),
        with_each(Position.from_array, stones=board.stones(), to_play="b", rules="aga", komi=5),
        with_each(Position.from_sgf, number=0, **sgf),
        with_each(Position.from_handicap, size=9, stones=2, rules="aga", komi=0),
        with_each(board.copy().set_up, black="C3", white="D4", to_play="b", handicap=0),
        with_each(board.turned, symmetry=1),
        with_each(board.play, move="E5", color="b"),
        with_each(board.play_all, moves="E5"),
        with_each(board.score, dead="E5"),
        with_each(board.color_at, point="E5"),
        with_each(Game, start=board, black="a", white="b", result="0", date="x", event="y"),
        with_each(Game.from_sgf, **sgf),
        with_each(Game.all_from_sgf, **sgf),
        with_each(Game.read, path="none.sgf"),
        with_each(Game.read_all, path="none.sgf"),
        with_each(lambda **given: list(Game.read_each(**given)), skip=print, **file),
        with_each(record.merge, other=record),
        with_each(record.write, path="none.sgf"),
        with_each(Game.write_all, path="none.sgf", games=[]),
        with_each(record.position, number=1),
        with_each(record.to_html, reports=[report]),
        with_each(node.add_variation, move="E5", color="b"),
        with_each(node.get, name="C"),
        with_each(node.points, name="TR"),
        with_each(node.set_points, name="TR", points="C3"),
        with_each(gtpengine.evaluate, position=board, network="x", symmetry=1, workers=1),
        with_each(gtpengine.network_input, position=board),
        with_each(gtpengine.turn, array=board.stones(), symmetry=1),
        with_each(board_svg, position=board, marks={}, moves=report.moves, width=9, ownership=None),
        with_each(gtpengine.curve_svg, win_rates=[0.5], leads=[0.0], width=9),
        with_each(Search, params={}, threads=1, memory=16, seed=1, evaluator=print),
        with_each(search.run, position=board, **run, **listening),
        with_each(lambda **given: list(search.steps(**given)), position=board, every=1, **run),
        with_each(
            search_many, positions=[board], workers=1, memory=16, callback=print, simulations=1
        ),
        with_each(Limits, simulations=1, seconds=1.0),
        with_each(report.improved_policy, evaluation=gtpengine.evaluate(board), scale=0.1),
        with_each(report.move, move="E5"),
        with_each(engines.GtpEngine, command="true", init=[], env={}, timeout=1.0, retries=1),
        with_each(engines.GtpEngine, command="true", cwd=".", log="x", values_for="black"),
        with_each(engines.AnalysisEngine, command="true", timeout=1.0, log="x"),
        with_each(GameClock, control="none"),
    ]
    for owner, names in (
        (record, ("black", "white_rank", "result", "date", "event")),
        (node, ("comment", "labels")),
        (board, ("rules", "komi", "to_play")),
    ):
        found += [{f"{name}=": partial(setattr, owner, name)} for name in names]
    return {name: call for some in found for name, call in some.items()}


KINDS = {"object": object(), "complex": 1j, "list of objects": [object()], "dict": {object(): 1}}
KINDS |= {"array": np.zeros((2, 3)), "bytes": b"x\xff"}


def test_values_of_wrong_kinds_are_refused_in_words_of_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Game(Position(9)).write("one.sgf")
    taken, every = [], calls()
    assert len(every) > 100
    for name, call in every.items():
        for kind, wrong in KINDS.items():
            try:
                call(wrong)
            except (TypeError, ValueError) as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                ours = "gtpengine" in last.filename or "board_ext" in last.filename
                if not ours or not (last.line or "raise").startswith("raise"):
                    taken.append(f"{name}, {kind}: {type(error).__name__} {error}")
            else:
                taken.append(f"{name}, {kind}: no error")
    assert taken == []
    assert [one.name for one in tmp_path.iterdir()] == ["one.sgf"]
