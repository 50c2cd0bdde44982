"""The action ``gtpengine net judge``: a teacher's judgements of positions of games."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
from gtpengine.patterns import modelfile
from gtpengine.tools.matches.campaign import Interrupt, ended
from gtpengine.tools.network.examples.batch_teacher import BatchTeacher
from gtpengine.tools.network.examples.games import GameArrays, games_of
from gtpengine.tools.network.examples.judged import JudgedFolder, judged_of
from gtpengine.tools.network.examples.positions import Drawer
from gtpengine.tools.network.examples.reading import read_split
from gtpengine.tools.network.examples.teacher import Teacher, TeacherQuestion
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.provenance import step

from gtpengine.game.records import RecordedGame, game_ids, place_names

from .options import NetJudgeOptions

PART: Final = 2000
"""Positions of a part."""


def run(options: NetJudgeOptions) -> int:
    records, size = options.records, options.records.size
    loaded = modelfile.load_shipped(size)
    split = read_split(records, loaded.learned)
    chosen: list[RecordedGame] = split.test if options.held_out else split.learn
    if not chosen:
        raise ValueError("no game is left to take positions from; give other records or --test")
    games, ids = games_of(chosen, size), game_ids(chosen)
    settings = {
        "size": size,
        "records": place_names(records.records, ()),
        "games": len(chosen),
        "held_out": options.held_out,
        "test": records.test,
        "aside": options.aside,
        "seed": options.seed,
        "part": PART,
    }
    parts = -(-options.positions // PART)
    if options.visits > 1:
        settings["visits"] = options.visits
    with _teacher(options) as teacher, Interrupt("part") as interrupt:
        about = {"teacher": teacher.describe(), "step": step(options.words)}
        with JudgedFolder(options.output, settings, about) as folder:
            done = sum(folder.has(part) for part in range(parts))
            refused = 0
            with Reporter("positions", parts * PART, done * PART) as reporter:
                for part in range(parts):
                    if interrupt.count:
                        return ended(False)
                    if not folder.has(part):
                        rows, reasons = _part(part, games, ids, loaded.model, teacher, options)
                        refused += len(reasons)
                        for reason in reasons[:1]:
                            reporter.say(f"a position was refused: {reason}")
                        folder.write(part, judged_of(size, rows))
                        done += 1
                        reporter.update(done * PART)
    if refused:
        print(f"{refused:,} positions were refused and left out", file=sys.stderr)
    print(f"{parts * PART - refused:,} positions in {options.output}")
    return 1 if refused > parts * PART // 100 else 0


def _teacher(options: NetJudgeOptions) -> Teacher | BatchTeacher:
    """Return the teacher that a command line names.

    :raises ValueError: when a file shall search.
    """
    size, command = options.records.size, options.teacher.teacher
    if options.teacher.batch_teacher is None:
        assert command is not None, "the command line has one of the two"
        return Teacher(command, size, visits=options.visits)
    if options.visits > 1:
        raise ValueError("--batch-teacher does not search: leave out --visits, or give --teacher")
    return BatchTeacher(options.teacher.batch_teacher, size)


def _part(
    part: int,
    games: GameArrays,
    ids: Any,
    model: Any,
    teacher: Teacher | BatchTeacher,
    options: NetJudgeOptions,
) -> tuple[list[tuple[Any, int, Any]], list[str]]:
    """Return the rows of a part in the order they were drawn, and why others are lacking."""
    drawer = Drawer(games, model, options.aside, np.random.default_rng([options.seed, part]))
    drawn = [drawer.draw() for _ in range(PART)]
    questions = [TeacherQuestion(position.points, position.komi) for position in drawn]
    rows: dict[int, tuple[Any, int, Any]] = {}
    reasons: list[str] = []
    for number, answer in teacher.judge(questions, options.in_flight):
        if isinstance(answer, str):
            reasons.append(answer)
        else:
            rows[number] = (questions[number], int(ids[drawn[number].game]), answer)
    return [rows[number] for number in sorted(rows)], reasons
