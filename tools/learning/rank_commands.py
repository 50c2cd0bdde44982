"""The actions of `gtpengine patterns` that are about ranks: ranks, matrix, likeness."""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import json
import statistics
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
from gtpengine.patterns import modelfile, rankfile
from gtpengine.patterns.training import rank_matrix, ranks
from gtpengine.tools.matches.campaign import Interrupt
from gtpengine.tools.matches.event_cli import check_folder
from gtpengine.tools.running.provenance import readable

from board_ext.rules import rules_named
from gtpengine.base.extras import lacking
from gtpengine.base.wholefile import user_file
from gtpengine.game.records import Game, game_ids, place_names
from gtpengine.prediction.rankmodel import RankModel

from . import prediction_plot, rank_draws, rank_likeness, rank_plot
from .reading import LICENCE, Teller, read_records

ACTIONS: Final = ("ranks", "matrix", "likeness")
MATRIX: Final = b'{\n "models":'
LIKENESS: Final = b'[\n {\n  "band":'
"""How the files of ``--json`` begin."""


def run(args: argparse.Namespace) -> int:
    """Do one action; return the exit status.

    :raises ValueError: when something cannot be read, used or written.
    """
    inputs = [*(place.path for place in args.records), *filter(None, [args.base])]
    if args.action == "ranks":
        if args.test == 1.0:
            raise ValueError("--test 1 leaves no games to learn from; give less")
        check_folder(args.output, inputs)
        return _learn(args)
    inputs += filter(None, [args.model])
    if args.json:
        check_folder(args.json, inputs, MATRIX if args.action == "matrix" else LIKENESS)
    if getattr(args, "plot", None):
        check_folder(args.plot, inputs)
        if importlib.util.find_spec("matplotlib") is None:
            raise ValueError(lacking("--plot needs matplotlib", "tools"))
        prediction_plot.check(args.plot)
    model, known = _model(args)
    lists = read_records(args)
    _, test = ranks.split(lists, args.test)
    games = _ranked(_not_learned(test, known))
    middles = rank_matrix.middles(games, args.bands)
    if args.action == "matrix":
        _matrix(args, model, games, middles)
    else:
        _likeness(args, model, games)
    return 0


def _ranked(games: list[Game]) -> list[ranks.RankedGame]:
    """Return the games with ranks.

    :raises ValueError: when there is none.
    """
    found = ranks.ranked(games)
    if not found:
        raise ValueError("no player's rank is known here: give records with ranks such as 12k, 1d")
    return found


def _learn(args: argparse.Namespace) -> int:
    names = [field.name for field in dataclasses.fields(ranks.RankSettings)]
    settings = ranks.RankSettings(**{name: getattr(args, name) for name in names})
    base = modelfile.load(args.base) if args.base else modelfile.load_shipped(args.size)
    learn, _ = ranks.split(read_records(args), args.test)
    games = _ranked(learn)
    with Interrupt("") as interrupt:
        training = ranks.learn(games, base.model, settings, Teller(), lambda: interrupt.count > 0)
    if training is None:
        print("interrupted; nothing is learned yet", file=sys.stderr)
        return 130
    about = {
        "size": args.size,
        "records": [readable(name) for name in place_names(args.records, ())],
        "note": readable(args.note),
        "licence": LICENCE,
        "base": readable(args.base.name) if args.base else modelfile.shipped_name(args.size),
        "games": len(games),
        "moves_learned": training.learned,
        "settings": dataclasses.asdict(settings),
        "test": args.test,
    }
    model = training.model()
    data = rankfile.encode(
        model.effects.rows,
        model.effects.keys,
        settings.max_ring,
        [float(knot) for knot in model.knots],
        [round(float(scale), 5) for scale in model.scales],
        about,
        game_ids(learn),
    )
    with user_file(args.output) as file:
        file.write(data)
    shapes = len(model.effects.keys)
    print(f"{readable(str(args.output))}: {len(data):,} bytes, {shapes:,} shapes")
    return 0


def _model(args: argparse.Namespace) -> tuple[RankModel, list[np.ndarray[Any, Any]]]:
    """Return the model to judge, and the ids of the games that it or its base learned from."""
    base = modelfile.load(args.base) if args.base else modelfile.load_shipped(args.size)
    effects = rankfile.load_effects(args.model)
    return rankfile.on_base(base.model, effects, "ranks"), [effects.learned, base.learned]


def _not_learned(test: list[Game], known: list[np.ndarray[Any, Any]]) -> list[Game]:
    """Return the games that were not learned from, and say how many were."""
    ids = game_ids(test)
    seen, by_base = (np.isin(ids, learned) for learned in known)
    if seen.any():
        print(f"left out: {int(seen.sum()):,} games it has learned from", file=sys.stderr)
    if by_base[~seen].any():
        print(
            f"note: the model of strong players has learned from {int(by_base[~seen].sum()):,} of"
            f" {int((~seen).sum()):,} games, which flatters the strongest ranks; --base takes"
            " another one",
            file=sys.stderr,
        )
    left = [game for game, is_seen in zip(test, seen, strict=True) if not is_seen]
    if not left:
        raise ValueError(f"all {len(test):,} games have been learned from; give other records")
    return left


def _matrix(
    args: argparse.Namespace,
    model: RankModel,
    games: list[ranks.RankedGame],
    middles: list[float],
) -> None:
    found = rank_matrix.judge(model, games, args.bands, middles)
    if not found:
        raise ValueError("no player's rank is in --bands; give others")
    print(rank_matrix.table(found, args.bands))
    if args.json:
        rows = []
        for row in found:
            named = dataclasses.asdict(row) | {"band": row.band.name}
            rows.append({k: v.tolist() if hasattr(v, "tolist") else v for k, v in named.items()})
        models = [
            {"band": band.name, "rank": rank}
            for band, rank in zip(args.bands, middles, strict=True)
        ]
        _write_json(args.json, {"models": models, "players": rows}, MATRIX)
    if args.plot:
        rank_plot.draw(args.plot, found, args.bands)


def _likeness(args: argparse.Namespace, model: RankModel, games: list[ranks.RankedGame]) -> None:
    rows = []
    rules = rules_named(args.rules)
    known = [one.game.komi for one in games if one.game.komi is not None]
    komi = statistics.median_low(known) if known else rules.komi
    engine = rank_draws.EngineDraws(args.seed, rules, komi) if args.engine else None
    for band in args.bands:
        row = rank_likeness.compare(
            model,
            games,
            band,
            args.games,
            args.whole,
            args.seed,
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
    if args.json:
        _write_json(args.json, [dataclasses.asdict(row) for row in rows], LIKENESS)


def _write_json(path: Path, value: object, mark: bytes) -> None:
    with user_file(path, mark) as file:
        file.write((json.dumps(value, indent=1) + "\n").encode())
