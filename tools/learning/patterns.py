"""The command ``gtpengine patterns``: train the model of moves, and measure how well it predicts.

    gtpengine patterns train RECORDS... --output moves.bin
    gtpengine patterns evaluate RECORDS... --model moves.bin --plot curve.png
    gtpengine patterns playouts RECORDS... --output playout9.txt --size 9
    gtpengine patterns balance RECORDS... --output balanced9.txt --size 9
    gtpengine patterns values RECORDS... --output my.values --size 9
    gtpengine patterns ranks RECORDS... --output ranks.bin
    gtpengine patterns matrix RECORDS... --plot matrix.png
    gtpengine patterns likeness RECORDS...

The last games of each file (3 % by default) are kept for testing: the others never learn from them,
and evaluate looks at them alone. After an interrupt the same train command continues.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np
from gtpengine.patterns import modelfile, playoutfile
from gtpengine.patterns.training import evaluation
from gtpengine.patterns.training.training import (
    Training,
    TrainingSettings,
    harvest,
)
from gtpengine.tools.matches.campaign import Interrupt
from gtpengine.tools.matches.event_cli import check_folder, user_errors
from gtpengine.tools.running.provenance import readable

from gtpengine.base.extras import lacking
from gtpengine.base.wholefile import user_file
from gtpengine.game.records import (
    Game,
    endings,
    game_ids,
    place_names,
    split_games,
    spread,
)

from . import (
    playout_balance,
    playout_evolve,
    playout_weights,
    position_values,
    prediction_plot,
    rank_commands,
)
from .pattern_arguments import DEFAULT_SIZE
from .pattern_arguments import add_arguments as add_arguments
from .playouts.targets import targets
from .reading import LICENCE, Teller, read_records

FEW_SHAPES: Final = 500
"""Fewer shapes than this get a note; hundreds of games have more."""


def run(args: argparse.Namespace) -> int:
    with user_errors("patterns") as status:
        if args.action in rank_commands.ACTIONS:
            return rank_commands.run(args)
        if args.action == "evolve":
            return _evolve(args)
        _check(args)
        model = _load(args) if args.action == "evaluate" else None
        lists = read_records(args)
        learn, test = split_games(lists, args.test)
        if args.action != "evaluate" and not learn:
            advice = "give a smaller --test"
            if max(map(len, lists)) < 2:
                advice = "give two games at least, those of .txt files in one file"
            raise ValueError(
                f"all {len(test):,} games are kept for the test, none to learn from: {advice}"
            )
        if args.action == "train":
            status[0] = _train(args, learn)
        elif args.action == "playouts":
            _playouts(args, learn, test)
        elif args.action == "balance":
            _balance(args, learn, test)
        elif args.action == "values":
            _values(args, learn, test)
        elif model:
            _evaluate(args, model, learn, test)
    return status[0]


def _check(args: argparse.Namespace) -> None:
    """Refuse before hours of work what cannot be done, or could not be written afterwards.

    :raises ValueError: when options contradict each other, or a file or library is missing.
    """
    if args.test == 1.0:
        raise ValueError("--test 1 leaves no games to learn from; give less")
    inputs = [place.path for place in args.records]
    if args.action == "evaluate":
        if args.plot:
            check_folder(args.plot, [*inputs, *filter(None, [args.model])])
            if importlib.util.find_spec("matplotlib") is None:
                raise ValueError(lacking("--plot needs matplotlib", "tools"))
            prediction_plot.check(args.plot)
        return
    if args.action == "balance" and args.weights:
        inputs.append(args.weights)
    check_folder(args.output, inputs)
    if args.action == "train":
        _settings(args)
        try:
            check_folder(_checkpoint(args.output), mark=None)
        except ValueError as error:
            why = str(error).partition(";")[0]
            raise ValueError(
                f"no checkpoint can be kept beside {args.output} ({why}): remove that, or give"
                " another --output"
            ) from None


def _checkpoint(output: Path) -> Path:
    return output.with_name(output.name + ".checkpoint")


def _names(args: argparse.Namespace) -> list[str]:
    """Return the names of the records, for the provenance of what is learned."""
    return [readable(name) for name in place_names(args.records, endings(args.strong))]


def _settings(args: argparse.Namespace) -> TrainingSettings:
    names = [field.name for field in dataclasses.fields(TrainingSettings)]
    return TrainingSettings(**{name: getattr(args, name) for name in names if hasattr(args, name)})


def _write(path: Path, data: bytes) -> None:
    """Write the file as a whole, or leave it as it was."""
    with user_file(path) as file:
        file.write(data)


def _train(args: argparse.Namespace, learn: list[Game]) -> int:
    settings = _settings(args)
    if args.limit:
        learn = spread(learn, args.limit)
    checkpoint = _checkpoint(args.output)
    tell = Teller()
    with Interrupt("") as interrupt:

        def stop() -> bool:
            return interrupt.count > 0

        training = None
        if checkpoint.exists():
            training = Training.resume(learn, settings, checkpoint)
            print(f"continues {checkpoint} at game {training.visit:,}", file=sys.stderr)
        elif shapes := harvest(learn, settings, tell, stop):
            training = Training(learn, settings, shapes)
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
            return 130
    about = {
        "size": args.size,
        "records": _names(args),
        "note": readable(args.note),
        "licence": LICENCE,
        "games": len(learn),
        "moves_learned": training.learned,
        "settings": dataclasses.asdict(settings),
        "test": args.test,
    }
    keys = training.shapes.keys
    rows, ids = training.final_rows(), game_ids(learn)
    data = modelfile.encode(
        rows,
        keys,
        settings.max_ring,
        about,
        ids,
        settings.ownership,
        common_fate=settings.common_fate,
    )
    _write(args.output, data)
    checkpoint.unlink(missing_ok=True)
    print(f"{readable(str(args.output))}: {len(data):,} bytes, {len(keys):,} shapes")
    return 0


def _playouts(args: argparse.Namespace, games: list[Game], test: list[Game]) -> None:
    if args.games:
        games = spread(games, args.games)
    settings = playout_weights.Settings(args.rounds, args.share, seed=args.seed)
    weights, summary = playout_weights.learn(
        games,
        spread(test, 300),
        settings,
        lambda line: print(line, file=sys.stderr),
    )
    _write_weights(args, weights, [summary, str(settings)])
    print(f"{readable(str(args.output))}: {summary}")


def _write_weights(
    args: argparse.Namespace, weights: playoutfile.PlayoutWeights, about: list[str]
) -> None:
    """Write the weights with a note of where they come from."""
    text = dataclasses.replace(weights, size=args.size).to_text(_note(args, about))
    _write(args.output, text.encode())


def _note(args: argparse.Namespace, about: list[str]) -> str:
    """Return the comment of a file: where what it holds comes from."""
    lines = [readable(args.note), ", ".join(_names(args)), *about, LICENCE]
    return "\n".join(filter(None, lines))


def _balance(args: argparse.Namespace, games: list[Game], test: list[Game]) -> None:
    names = [field.name for field in dataclasses.fields(playout_balance.Balance)]
    settings = playout_balance.Balance(**{name: getattr(args, name) for name in names})
    begin = _weights(args.weights, args.size)

    def tell(line: str) -> None:
        print(line, file=sys.stderr)

    deep, seed = settings.simulations, settings.seed
    tested = targets(test, max(1, settings.positions // 7), deep, seed, tell)
    learned = targets(games, settings.positions, deep, seed, tell)
    weights, summary = playout_balance.balance(begin, learned, tested, settings, tell)
    begun = readable(args.weights.name) if args.weights else "the shipped weights"
    _write_weights(args, weights, [f"from {begun}, {summary}", str(settings)])
    print(f"{readable(str(args.output))}: {summary}")


def _evolve(args: argparse.Namespace) -> int:
    check_folder(args.output, filter(None, [args.weights]))
    return playout_evolve.command(args, _weights(args.weights, args.size))


def _values(args: argparse.Namespace, games: list[Game], test: list[Game]) -> None:
    names = [field.name for field in dataclasses.fields(position_values.Settings)]
    settings = position_values.Settings(**{name: getattr(args, name) for name in names})
    values, summary = position_values.learn(
        games, test, settings, lambda line: print(line, file=sys.stderr)
    )
    note = _note(args, [summary, str(settings)])
    _write(args.output, values.to_text(note).encode())
    print(f"{readable(str(args.output))}: {summary}")


def _weights(path: Path | None, size: int) -> playoutfile.PlayoutWeights:
    """Return the weights of a file for boards of *size*; the shipped ones without a file.

    :raises ValueError: when they are for the other class of boards, whose playouts differ.
    """
    if path is None:
        return playoutfile.load_shipped(size)
    weights, named = playoutfile.load(path), playoutfile.shipped_name
    if weights.size is not None and named(weights.size) != named(size):
        raise ValueError(
            f"{path} was learned on {weights.size}x{weights.size}: give --size {weights.size} and"
            f" records of that size, or --weights for {size}x{size}"
        )
    return weights


def _load(args: argparse.Namespace) -> modelfile.Loaded:
    """Return the model to judge; it sets the board size of the records if ``--size`` does not."""
    if args.model is None:
        args.size = args.size or DEFAULT_SIZE
        return modelfile.load_shipped(args.size)
    loaded = modelfile.load(args.model)
    args.size = args.size or loaded.header.get("size", DEFAULT_SIZE)
    return loaded


def _evaluate(
    args: argparse.Namespace, loaded: modelfile.Loaded, learn: list[Game], test: list[Game]
) -> None:
    header = loaded.header
    if (size := header.get("size", args.size)) != args.size:
        print(f"note: the model was learned on {size}x{size}", file=sys.stderr)
    chosen = spread(_not_learned(args, loaded, len(learn), test), args.games)
    begun = time.process_time()
    ranks = evaluation.judge(loaded.model, chosen)
    seconds = time.process_time() - begun
    width = 30 if args.size > 11 else 10
    rows = [("all", evaluation.accuracy(ranks)), *evaluation.by_phase(ranks, width, 8)]
    print(evaluation.table(rows))
    margin = 100 * rows[0][1].margin(1)
    print(f"\n{len(chosen):,} games; top 1 within {margin:.1f} % (95 %);", end=" ")
    print(f"{1e6 * seconds / max(1, len(ranks)):.0f} microseconds of CPU a position")
    _compare(args, loaded, chosen)
    if args.plot:
        prediction_plot.draw(args.plot, rows[0][1], args.size)
        print(f"curve: {readable(str(args.plot))}")


def _compare(args: argparse.Namespace, loaded: modelfile.Loaded, games: list[Game]) -> None:
    """Tell how well the shipped model does in the same games.

    Says nothing if the model is the shipped one.
    """
    if args.model is None:
        return
    try:
        shipped = modelfile.load_shipped(args.size)
    except modelfile.ModelError as error:
        print(f"note: no comparison with the shipped model: {error}", file=sys.stderr)
        return
    if np.array_equal(loaded.model.rows, shipped.model.rows):
        return
    found = evaluation.accuracy(evaluation.judge(shipped.model, games))
    known = int(np.isin(game_ids(games), shipped.learned).sum())
    learned = f"; it has learned from {known:,} of them" if known else ""
    top, mean = 100 * found.top(1), found.log_likelihood
    print(f"the shipped model in the same games: top 1 {top:.1f} %, mean log p {mean:.3f}{learned}")


def _not_learned(
    args: argparse.Namespace, loaded: modelfile.Loaded, others: int, test: list[Game]
) -> list[Game]:
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
    if (kept := header.get("test", args.test)) < args.test:
        print(
            f"note: training kept a share of {kept:g} of the records for the test: with --test"
            f" {args.test:g} the model may have learned from some of the games judged",
            file=sys.stderr,
        )
    ours = {readable(place.path.name) for place in args.records}
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
