"""The actions of `gtpengine patterns` that are about ranks: ranks, matrix, likeness."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import statistics
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
from gtpengine.patterns import modelfile, rankfile
from gtpengine.patterns.modelwriting import encode_ranks
from gtpengine.patterns.training import rank_matrix, ranks
from gtpengine.tools.matches.campaign import INTERRUPT_STATUS, Interrupt
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.running.provenance import readable

from board_ext.rules import rules_named
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.extras import lacking
from gtpengine.base.files.wholefile import user_file
from gtpengine.game.records import RecordedGame, game_ids, place_names
from gtpengine.prediction.rankmodel import RankModel

from . import prediction_plot, rank_draws, rank_likeness, rank_plot
from .rank_options import JudgedModel, LikenessOptions, MatrixOptions, RankRecords, RanksOptions
from .reading import LICENCE, Teller, read_records

MATRIX_MARK: Final = b'{\n "models":'
LIKENESS_MARK: Final = b'[\n {\n  "band":'
"""How the files of ``--json`` begin."""


def _judged_games(
    records: RankRecords, judged: JudgedModel
) -> tuple[RankModel, list[ranks.RankedGame]]:
    """Return the model to judge, and the games of the test that it has not learned from.

    :raises ValueError: when something cannot be read or used.
    """
    model, known = _model(records, judged)
    lists = read_records(records.records, records.size)
    _, test = ranks.split(lists, records.test)
    return model, _ranked(_not_learned(test, known))


def _inputs(records: RankRecords, judged: JudgedModel) -> list[Path]:
    return [*records.paths, *filter(None, [judged.model])]


def _ranked(games: list[RecordedGame]) -> list[ranks.RankedGame]:
    """Return the games with ranks.

    :raises ValueError: when no game has ranks.
    """
    found = ranks.ranked(games)
    if not found:
        raise ValueError("no player's rank is known here: give records with ranks such as 12k, 1d")
    return found


@user_errors("patterns")
def learn(options: RanksOptions) -> int:
    records, file, settings = options.records, options.file, options.settings
    if records.test == 1.0:
        raise ValueError("--test 1 leaves no games to learn from; give less")
    check_folder(file.output, records.paths)
    settings = dataclasses.replace(settings, size=records.size)
    base = _base(records)
    learn, _ = ranks.split(read_records(records.records, records.size), records.test)
    games = _ranked(learn)
    with Interrupt("") as interrupt:
        training = ranks.learn(games, base.model, settings, Teller(), lambda: interrupt.count > 0)
    if training is None:
        print("interrupted; nothing is learned yet", file=sys.stderr)
        return INTERRUPT_STATUS
    about = {
        "size": records.size,
        "records": [readable(name) for name in place_names(records.records, ())],
        "note": readable(file.note),
        "licence": LICENCE,
        "base": readable(records.base.name)
        if records.base
        else modelfile.shipped_name(records.size),
        "games": len(games),
        "moves_learned": training.learned,
        "settings": dataclasses.asdict(settings),
        "test": records.test,
    }
    model = training.model()
    data = encode_ranks(
        model.effects.rows,
        model.effects.keys,
        settings.max_ring,
        [float(knot) for knot in model.knots],
        [round(float(scale), 5) for scale in model.scales],
        about,
        game_ids(learn),
    )
    with user_file(file.output) as out:
        out.write(data)
    shapes = len(model.effects.keys)
    print(f"{readable(str(file.output))}: {len(data):,} bytes, {shapes:,} shapes")
    return 0


RANKS: Final = CommandLine(
    RanksOptions,
    learn,
    "Learn from game records what players of each rank play more and less often than strong"
    " players. Both players' ranks are read; moves of players without a rank are left out.",
    "gtpengine patterns ranks games.txt --output ranks.bin",
)


def _base(records: RankRecords) -> modelfile.Loaded:
    """Return the model of strong players' moves."""
    return modelfile.load(records.base) if records.base else modelfile.load_shipped(records.size)


def _model(
    records: RankRecords, judged: JudgedModel
) -> tuple[RankModel, list[np.ndarray[Any, Any]]]:
    """Return the model to judge, and the ids of the games that it or its base learned from."""
    base, effects = _base(records), rankfile.load_effects(judged.model)
    return rankfile.on_base(base.model, effects, "ranks"), [effects.learned, base.learned]


def _not_learned(test: list[RecordedGame], known: list[np.ndarray[Any, Any]]) -> list[RecordedGame]:
    """Return the games that were not learned from, and say how many were."""
    ids = game_ids(test)
    seen, by_base = (np.isin(ids, learned) for learned in known)
    if seen.any():
        print(
            f"left out: {int(seen.sum()):,} games that the model has learned from", file=sys.stderr
        )
    if by_base[~seen].any():
        print(
            f"note: the model of strong players has learned from {int(by_base[~seen].sum()):,} of"
            f" {int((~seen).sum()):,} games, which flatters the strongest ranks; --base takes"
            " another model",
            file=sys.stderr,
        )
    left = [game for game, is_seen in zip(test, seen, strict=True) if not is_seen]
    if not left:
        raise ValueError(f"all {len(test):,} games have been learned from; give other records")
    return left


@user_errors("patterns")
def matrix(options: MatrixOptions) -> int:
    records, judged, plot = options.records, options.judged, options.plot
    inputs = _inputs(records, judged)
    if judged.json:
        check_folder(judged.json, inputs, MATRIX_MARK)
    if plot:
        check_folder(plot, inputs)
        if importlib.util.find_spec("matplotlib") is None:
            raise ValueError(lacking("--plot needs matplotlib", "tools"))
        prediction_plot.check(plot)
    model, games = _judged_games(records, judged)
    middles = rank_matrix.middles(games, judged.bands)
    found = rank_matrix.judge(model, games, judged.bands, middles)
    if not found:
        raise ValueError("no player's rank is in --bands; give others")
    print(rank_matrix.table(found, judged.bands))
    if judged.json:
        rows = []
        for row in found:
            named = dataclasses.asdict(row) | {"band": row.band.name}
            rows.append({k: v.tolist() if hasattr(v, "tolist") else v for k, v in named.items()})
        models = [
            {"band": band.name, "rank": rank}
            for band, rank in zip(judged.bands, middles, strict=True)
        ]
        _write_json(judged.json, {"models": models, "players": rows}, MATRIX_MARK)
    if plot:
        rank_plot.draw(plot, found, judged.bands)
    return 0


MATRIX: Final = CommandLine(
    MatrixOptions,
    matrix,
    "Measure how well the model of each rank predicts the moves of players of each rank, in"
    " games it has not learned from. Intervals of 95 percent are of a bootstrap over games.",
    "# the shipped models, on the games kept from learning\ngtpengine patterns matrix games.txt",
    "# on all games of another file, with a picture\n"
    "gtpengine patterns matrix more.txt --test 1 --plot matrix.png --json matrix.json",
)


@user_errors("patterns")
def likeness(options: LikenessOptions) -> int:
    records, judged = options.records, options.judged
    if judged.json:
        check_folder(judged.json, _inputs(records, judged), LIKENESS_MARK)
    model, games = _judged_games(records, judged)
    rows = []
    rules = rules_named(options.rules)
    known = [one.game.komi for one in games if one.game.komi is not None]
    komi = statistics.median_low(known) if known else rules.komi
    engine = rank_draws.EngineDraws(options.seed, rules, komi) if options.engine else None
    for band in judged.bands:
        row = rank_likeness.compare(
            model,
            games,
            band,
            options.games,
            options.whole,
            options.seed,
            draw=engine,
            play_game=None if engine is None else engine.whole_game,
            rules=rules,
        )
        if row is not None:
            rows.append(row)
            print(rank_likeness.table(row), flush=True)
    if not rows:
        raise ValueError("no player's rank is in --bands; give others")
    print(rank_likeness.summary(rows))
    if judged.json:
        _write_json(judged.json, [dataclasses.asdict(row) for row in rows], LIKENESS_MARK)
    return 0


LIKENESS: Final = CommandLine(
    LikenessOptions,
    likeness,
    "Compare moves of people with moves drawn by the model of their rank in the same positions:"
    " distances, ataris, first lines, captures, passes, and the length of whole games.",
    "gtpengine patterns likeness games.txt",
)


def _write_json(path: Path, value: object, mark: bytes) -> None:
    with user_file(path, mark) as file:
        file.write((json.dumps(value, indent=1) + "\n").encode())
