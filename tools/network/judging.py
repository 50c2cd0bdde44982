"""The action ``gtpengine net judge``: a teacher's judgements of positions of games."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final

import numpy as np
from gtpengine.patterns import modelfile
from gtpengine.tools.matches.campaign import Interrupt, interrupted
from gtpengine.tools.network.examples.batch_teacher import BatchTeacher
from gtpengine.tools.network.examples.games import Games, games_of
from gtpengine.tools.network.examples.judged import JudgedFolder, judged_of
from gtpengine.tools.network.examples.positions import Drawer
from gtpengine.tools.network.examples.reading import read_split
from gtpengine.tools.network.examples.teacher import Question, Teacher
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.running.provenance import step

from gtpengine.game.records import Game, game_ids, place_names

PART: Final = 2000
"""Positions of a part."""


def run(args: argparse.Namespace) -> int:
    loaded = modelfile.load_shipped(args.size)
    split = read_split(args, loaded.learned)
    chosen: list[Game] = split.test if args.held_out else split.learn
    if not chosen:
        raise ValueError("no game is left to take positions from; give other records or --test")
    games, ids = games_of(chosen, args.size), game_ids(chosen)
    settings = {
        "size": args.size,
        "records": place_names(args.records, ()),
        "games": len(chosen),
        "held_out": args.held_out,
        "test": args.test,
        "aside": args.aside,
        "seed": args.seed,
        "part": PART,
    }
    parts = -(-args.positions // PART)
    if args.visits > 1:
        settings["visits"] = args.visits
    with _teacher(args) as teacher, Interrupt("part") as interrupt:
        about = {"teacher": teacher.describe(), "step": step(args)}
        with JudgedFolder(args.output, settings, about) as folder:
            done = sum(folder.has(part) for part in range(parts))
            refused = 0
            with Reporter("positions", parts * PART, done * PART) as reporter:
                for part in range(parts):
                    if interrupt.count:
                        return interrupted()
                    if not folder.has(part):
                        rows, reasons = _part(part, games, ids, loaded.model, teacher, args)
                        refused += len(reasons)
                        for reason in reasons[:1]:
                            reporter.say(f"a position was refused: {reason}")
                        folder.write(part, judged_of(args.size, rows))
                        done += 1
                        reporter.update(done * PART)
    if refused:
        print(f"{refused:,} positions were refused and left out", file=sys.stderr)
    print(f"{parts * PART - refused:,} positions in {args.output}")
    return 1 if refused > parts * PART // 100 else 0


def _teacher(args: argparse.Namespace) -> Teacher | BatchTeacher:
    """Return the teacher that a command line names.

    :raises ValueError: when a file shall search.
    """
    if args.batch_teacher is None:
        return Teacher(args.teacher, args.size, visits=args.visits)
    if args.visits > 1:
        raise ValueError("--batch-teacher does not search: leave out --visits, or give --teacher")
    return BatchTeacher(args.batch_teacher, args.size)


def _part(
    part: int,
    games: Games,
    ids: Any,
    model: Any,
    teacher: Teacher | BatchTeacher,
    args: argparse.Namespace,
) -> tuple[list[tuple[Any, int, Any]], list[str]]:
    """Return the rows of a part in the order they were drawn, and why others are lacking."""
    drawer = Drawer(games, model, args.aside, np.random.default_rng([args.seed, part]))
    drawn = [drawer.draw() for _ in range(PART)]
    questions = [Question(position.points, position.komi) for position in drawn]
    rows: dict[int, tuple[Any, int, Any]] = {}
    reasons: list[str] = []
    for number, answer in teacher.judge(questions, args.in_flight):
        if isinstance(answer, str):
            reasons.append(answer)
        else:
            rows[number] = (questions[number], int(ids[drawn[number].game]), answer)
    return [rows[number] for number in sorted(rows)], reasons
