"""The command ``gtpengine patterns``: train the model of moves, and measure how well it predicts.

    gtpengine patterns train RECORDS... --output moves.bin
    gtpengine patterns evaluate RECORDS... --model moves.bin --plot curve.png
    gtpengine patterns ranks RECORDS... --output ranks.bin
    gtpengine patterns matrix RECORDS... --plot matrix.png
    gtpengine patterns likeness RECORDS...

With the laboratory it learns weights of playouts, too (`gtpengine.lab.training.actions`).

The last games of each file (3 % by default) are kept for testing: the others never learn from them,
and evaluate looks at them alone. After an interrupt the same train command continues.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np
from gtpengine.patterns import modelfile
from gtpengine.patterns.modelwriting import encode_model
from gtpengine.patterns.training import evaluation
from gtpengine.patterns.training.training import PatternTraining, harvest
from gtpengine.tools.matches.campaign import INTERRUPT_STATUS, Interrupt
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.running.provenance import readable

from gtpengine.base.arguments.actions import Actions
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.extras import lacking
from gtpengine.base.arguments.laboratory import module_or_none
from gtpengine.game.records import RecordedGame, game_ids, split_games, spread

from . import prediction_plot, rank_commands
from .inputs import check, check_share, checkpoint_of, split, write
from .pattern_options import (
    DEFAULT_SIZE,
    PatternsEvaluateOptions,
    PatternsRecordsOptions,
    PatternsTrainOptions,
)
from .reading import LICENCE, Teller, read_records

FEW_SHAPES: Final = 500
"""Fewer shapes than this get a note; hundreds of games have more."""


def _check_checkpoint(output: Path) -> None:
    try:
        check_folder(checkpoint_of(output), mark=None)
    except ValueError as error:
        why = str(error).partition(";")[0]
        raise ValueError(
            f"no checkpoint can be kept beside {output} ({why}): remove that, or give"
            " another --output"
        ) from None


@user_errors("patterns")
def train(options: PatternsTrainOptions) -> int:
    output, records = options.file.output, options.records
    check(records, options.file)
    settings = dataclasses.replace(options.settings, size=records.size)
    _check_checkpoint(output)
    learn, _ = split(records)
    if options.limit:
        learn = spread(learn, options.limit)
    checkpoint = checkpoint_of(output)
    tell = Teller()
    with Interrupt("") as interrupt:

        def stop() -> bool:
            return interrupt.count > 0

        training = None
        if checkpoint.exists():
            training = PatternTraining.resume(learn, settings, checkpoint)
            print(f"continues {checkpoint} at game {training.visit:,}", file=sys.stderr)
        elif shapes := harvest(learn, settings, tell, stop):
            training = PatternTraining(learn, settings, shapes)
        if training and (count := len(training.shapes.keys)) < FEW_SHAPES:
            print(
                f"note: only {count:,} shapes were played {settings.support} times or more in"
                f" {len(learn):,} games; give more games (thousands are usual) or a smaller"
                " --support",
                file=sys.stderr,
            )
        if training is None or not training.run(tell, checkpoint, stop=stop):
            kept = "nothing is learned yet; the same command begins anew"
            if training:
                kept = f"{checkpoint} has what was learned; the same command goes on"
            print(f"interrupted; {kept}", file=sys.stderr)
            return INTERRUPT_STATUS
    about = {
        "size": records.size,
        "records": [readable(name) for name in records.names],
        "note": readable(options.file.note),
        "licence": LICENCE,
        "games": len(learn),
        "moves_learned": training.learned,
        "settings": dataclasses.asdict(settings),
        "test": records.test,
    }
    keys = training.shapes.keys
    rows, ids = training.final_rows(), game_ids(learn)
    data = encode_model(
        rows,
        keys,
        settings.max_ring,
        about,
        ids,
        settings.ownership,
        common_fate=settings.common_fate,
    )
    write(output, data)
    checkpoint.unlink(missing_ok=True)
    print(f"{readable(str(output))}: {len(data):,} bytes, {len(keys):,} shapes")
    return 0


@user_errors("patterns")
def evaluate(options: PatternsEvaluateOptions) -> int:
    records = options.records
    check_share(records)
    if options.plot:
        check_folder(options.plot, [*records.paths, *filter(None, [options.model])])
        if importlib.util.find_spec("matplotlib") is None:
            raise ValueError(lacking("--plot needs matplotlib", "tools"))
        prediction_plot.check(options.plot)
    loaded, size = _load(options)
    lists = read_records(records.records, size, records.strong)
    learn, test = split_games(lists, records.test)
    if (learned := loaded.header.get("size", size)) != size:
        print(f"note: the model was learned on {learned}x{learned}", file=sys.stderr)
    chosen = spread(_not_learned(records, loaded, len(learn), test), options.games)
    begun = time.process_time()
    ranks = evaluation.judge(loaded.model, chosen)
    seconds = time.process_time() - begun
    width = 30 if size > 11 else 10
    rows = [("all", evaluation.accuracy(ranks)), *evaluation.by_phase(ranks, width, 8)]
    print(evaluation.table(rows))
    margin = 100 * rows[0][1].margin(1)
    print(f"\n{len(chosen):,} games; top 1 within {margin:.1f} % (95 %);", end=" ")
    print(f"{1e6 * seconds / max(1, len(ranks)):.0f} microseconds of CPU a position")
    if options.model is not None:
        _compare(size, loaded, chosen)
    if options.plot:
        prediction_plot.draw(options.plot, rows[0][1], size)
        print(f"curve: {readable(str(options.plot))}")
    return 0


def _load(options: PatternsEvaluateOptions) -> tuple[modelfile.Loaded, int]:
    """Return the model to judge, and the board size of the records: its own without ``--size``."""
    if options.model is None:
        size = options.size or DEFAULT_SIZE
        return modelfile.load_shipped(size), size
    loaded = modelfile.load(options.model)
    return loaded, options.size or loaded.header.get("size", DEFAULT_SIZE)


def _compare(size: int, loaded: modelfile.Loaded, games: list[RecordedGame]) -> None:
    """Tell how well the shipped model does in the same games, unless it is the one judged."""
    try:
        shipped = modelfile.load_shipped(size)
    except modelfile.ModelError as error:
        print(f"note: no comparison with the shipped model: {error}", file=sys.stderr)
        return
    if np.array_equal(loaded.model.rows, shipped.model.rows):
        return
    found = evaluation.accuracy(evaluation.judge(shipped.model, games))
    known = int(np.isin(game_ids(games), shipped.learned).sum())
    learned = f"; the model has learned from {known:,} of them" if known else ""
    top, mean = 100 * found.top(1), found.log_likelihood
    print(f"the shipped model in the same games: top 1 {top:.1f} %, mean log p {mean:.3f}{learned}")


def _not_learned(
    records: PatternsRecordsOptions, loaded: modelfile.Loaded, others: int, test: list[RecordedGame]
) -> list[RecordedGame]:
    """Return the games of the test that the model did not learn from, with a note of both.

    A file that does not name the games it learned from is judged by its header.

    :raises ValueError: when no game is left.
    """
    header = loaded.header
    if len(loaded.learned):
        known = np.isin(game_ids(test), loaded.learned)
        left = [game for game, is_known in zip(test, known, strict=True) if not is_known]
        if not left:
            raise ValueError(
                f"the model has learned from all {len(test):,} games of the test; give other"
                " records, or the records, --test and --strong of its training"
            )
        if len(left) < len(test):
            print(
                f"note: {len(test) - len(left):,} of {len(test):,} games of the test are left out:"
                " the model has learned from them",
                file=sys.stderr,
            )
        return left
    if (kept := header.get("test", records.test)) < records.test:
        print(
            f"note: training kept a share of {kept:g} of the records for the test: with --test"
            f" {records.test:g} the model may have learned from some of the games judged",
            file=sys.stderr,
        )
    ours = {readable(place.path.name) for place in records.records}
    its = set(header.get("records", ()))
    # Each line file is divided on its own, so a part of the files is as good as all.
    some = ours < its and all(name.endswith((".txt", ".txt.xz")) for name in ours)
    if ours & its and not some and (ours != its or others != header.get("games", others)):
        print(
            f"note: the model does not name the games it learned from, only their number,"
            f" {header['games']:,}; these records have {others:,} beside the test, so it may know"
            " games of the test: train it anew to be sure",
            file=sys.stderr,
        )
    return test


TRAIN: Final = CommandLine(
    PatternsTrainOptions,
    train,
    "Learn a model of moves from game records: which shapes players choose.",
    "# from the SGF files of a folder\ngtpengine patterns train games --size 9 --output my.model",
    "# from records of your own, strong players' moves alone, in less memory\n"
    "gtpengine patterns train records --size 19 --strong d,p --support 100 --output my.model",
)

EVALUATE: Final = CommandLine(
    PatternsEvaluateOptions,
    evaluate,
    "Measure how often a model ranks the move that was played first, second, and so on, in"
    " games it has not learned from.",
    "# the shipped model\ngtpengine patterns evaluate games --size 9",
    "# a model of your own, with a picture\n"
    "gtpengine patterns evaluate games --model my.model --plot curve.svg",
)

_laboratory: Final = module_or_none("training.actions")

COMMAND: Final = Actions(
    {
        "train": (TRAIN, "learn a model from game records"),
        "evaluate": (EVALUATE, "accuracy on games not learned from"),
        "ranks": (rank_commands.RANKS, "learn what players of each rank play"),
        "matrix": (rank_commands.MATRIX, "accuracy by rank of player and of model"),
        "likeness": (rank_commands.LIKENESS, "how like people the ranks play"),
        **(_laboratory.ACTIONS if _laboratory else {}),
    },
    "Learn to predict moves from game records, and the weights of playouts. 'gtpengine help"
    " patterns ACTION' explains an action.",
    "# how well does the shipped model predict the moves of a folder of SGF files?\n"
    "gtpengine patterns evaluate games --size 9",
    laboratory=("playouts", "balance", "evolve", "values"),
)
