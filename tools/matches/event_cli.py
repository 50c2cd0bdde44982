"""What the commands that play games share: options, engines, the store, the pool."""

from __future__ import annotations

import argparse
import dataclasses
import errno
import hashlib
import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gtpengine.tools.games.clock import EXAMPLES, TimeControl
from gtpengine.tools.games.game import GameRecord, GameSettings, Opening
from gtpengine.tools.games.openings import (
    OpeningError,
    handicap_opening,
    load_openings,
    shuffled,
)
from gtpengine.tools.games.sgf_out import record_to_sgf
from gtpengine.tools.running.engines import (
    EngineSpec,
    SpecError,
    distinct_names,
    identify,
    load_specs,
    parse_engine,
)
from gtpengine.tools.running.gtp_client import EngineError
from gtpengine.tools.running.leftout import counted
from gtpengine.tools.running.plain import plain
from gtpengine.tools.running.provenance import command_line
from gtpengine.tools.running.runner import LocalPool, Pool, TaskError, WorkerError, default_slots
from gtpengine.tools.sharing.sharedpool import SharedPool
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.store import FREE, Claim, Entrant, Event, Store
from gtpengine.tools.storage.store_json import settings_to_json

from board_ext.rules import rules_named
from gtpengine.base import numbers
from gtpengine.base.brief import brief
from gtpengine.base.extras import lacking
from gtpengine.base.parser import append
from gtpengine.base.userpath import real_path
from gtpengine.base.wholefile import check_ours, user_file
from gtpengine.cluster.identity import identity
from gtpengine.game.documents import SUFFIXES
from gtpengine.game.handicap import HANDICAP_KOMI

from .enquiry import enquire
from .event_help import STATUS_HELP, fold_seldom

DEFAULT_STORE = Path("gtpengine-runs.sqlite")
#: Errors of the user's input or machine: they give a message, not a traceback.
USER_ERRORS = (
    SpecError,
    OpeningError,
    EngineError,
    StoreError,
    TaskError,
    WorkerError,
    ValueError,
    OSError,
)


def add_store_arguments(parser: argparse.ArgumentParser, named: bool = True) -> None:
    """Add the option of the store, and that of the event's name unless the command names events."""
    parser.add_argument(
        "--store",
        type=Path,
        default=DEFAULT_STORE,
        help=f"SQLite file of all results (default: {DEFAULT_STORE})",
    )
    if not named:
        return
    parser.add_argument(
        "--name",
        metavar="NAME",
        help="name of the event; the same name and settings continue it (default: made from the"
        " engines and settings)",
    )


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options shared by all commands that play games."""
    append(parser, STATUS_HELP)
    add_store_arguments(parser)
    parser.add_argument(
        "--engines", type=Path, help="TOML file that describes engines by name (default: none)"
    )
    game = parser.add_argument_group("games")
    game.add_argument(
        "--size",
        type=numbers.board_size,
        default=9,
        help="lines of the board, 2 to 19 (default: 9)",
    )
    game.add_argument(
        "--komi", type=numbers.komi, help="points for White (default: the rules' own, such as 7.5)"
    )
    game.add_argument(
        "--rules",
        default="chinese",
        metavar="NAME",
        help="rules of the game, such as tromp-taylor or japanese (default: chinese)",
    )
    game.add_argument(
        "--time",
        default="none",
        metavar="CLOCK",
        help=f"clock in seconds: none, {EXAMPLES} (default: none)",
    )
    game.add_argument(
        "--lag",
        type=numbers.seconds(0, 60),
        default=0.1,
        help="seconds of each move that are not charged (default: 0.1)",
    )
    game.add_argument(
        "--hang",
        type=numbers.seconds(above=True),
        default=600.0,
        help="seconds of silence after which an engine has lost, and after which a scorer is given"
        " up; with a clock, a move has the clock's time (default: 600)",
    )
    game.add_argument(
        "--max-moves",
        type=numbers.whole(0, 100_000),
        default=0,
        help="moves after which a game is scored as it stands (default: 3 x size x size)",
    )
    game.add_argument(
        "--openings",
        default="empty",
        metavar="FILE",
        help="start positions: balanced (120 for each of 9x9, 13x13 and 19x19), stars, empty, a"
        " folder of SGF files, an SGF file or a list of moves (default: empty)",
    )
    game.add_argument(
        "--scorer",
        metavar="ENGINE",
        help="engine that names the dead stones of finished games (default: none)",
    )
    game.add_argument(
        "--referee",
        default="own",
        choices=("own", "sgfmill"),
        help="board that judges the moves: ours or sgfmill's (default: own)",
    )
    game.add_argument(
        "--seed",
        type=numbers.seed,
        default=1,
        help="number that decides the games' seeds and the order of openings (default: 1)",
    )
    add_running_arguments(parser.add_argument_group("running"))
    fold_seldom(parser)


def add_running_arguments(run: argparse._ArgumentGroup, records: bool = True) -> None:
    """Add the options of how games are run; without ``records`` none for a folder of games."""
    run.add_argument(
        "--concurrency",
        type=numbers.concurrency,
        default=0,
        help="games at a time; 0 for as many as the cores allow (default: 0)",
    )
    run.add_argument(
        "--cores-per-game",
        type=numbers.cores,
        default=1,
        help="cores that each game is pinned to; 0 pins nothing (default: 1)",
    )
    run.add_argument(
        "--on-failure",
        default="loss",
        choices=("loss", "rerun", "stop"),
        help="what a crash, hang, time loss or illegal move does: loss counts it as one, rerun"
        " plays the game again (void after three attempts), stop ends the event. A failure of the"
        " scorer loses no game, and is played again or ends the event likewise (default: loss)",
    )
    add_cluster_argument(run)
    run.add_argument(
        "--verbose",
        action="store_true",
        help="a line for each finished game"
        + ("; without a terminal there always is one" if records else ""),
    )
    if records:
        run.add_argument(
            "--sgf",
            type=Path,
            metavar="FOLDER",
            help="folder for the game records (default: none)",
        )
    run.add_argument(
        "--gtp-log",
        type=Path,
        metavar="FOLDER",
        help="folder for logs of all GTP traffic (default: none)",
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Setup:
    """The engines and games that the arguments ask for."""

    entrants: tuple[Entrant, ...]
    settings: GameSettings
    openings: tuple[Opening, ...]
    event_settings: dict[str, Any]


def read_setup(args: argparse.Namespace, engines: Sequence[str | EngineSpec]) -> Setup:
    """Check everything before the first game and return it.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    known = load_specs(args.engines) if args.engines else {}
    specs = distinct_names(
        [e if isinstance(e, EngineSpec) else parse_engine(e, known) for e in engines]
    )
    settings, openings = read_games(args, known)
    digest = hashlib.sha256(repr(openings).encode()).hexdigest()[:16]
    event_settings = {
        "game": settings_to_json(settings),
        "openings": f"{args.openings} {len(openings)} {digest}",
        "seed": args.seed,
        "on_failure": args.on_failure,
    }
    entrants = tuple(Entrant(spec, enquire(spec, settings, openings[0])) for spec in specs)
    if settings.scorer is not None:
        try:
            identify(settings.scorer, args.hang, ("final_status_list",))
        except (EngineError, SpecError) as error:
            raise SpecError(f"--scorer: {error}") from error
    return Setup(entrants, settings, openings, event_settings)


def read_games(
    args: argparse.Namespace, known: Mapping[str, EngineSpec]
) -> tuple[GameSettings, tuple[Opening, ...]]:
    """Check what the games have in common and return it, with their start positions.

    ``known`` are the engines of ``--engines``, by name.

    :raises USER_ERRORS: one of them, for what cannot be played
    """
    TimeControl.parse(args.time)
    rules = rules_named(args.rules)
    stones = getattr(args, "handicap", 0)
    usual = HANDICAP_KOMI if stones else rules.komi
    settings = GameSettings(
        size=args.size,
        komi=usual if args.komi is None else args.komi,
        rules=args.rules,
        time=args.time,
        lag=args.lag,
        hang_seconds=args.hang,
        max_moves=args.max_moves,
        referee=args.referee,
        scorer=parse_engine(args.scorer, known) if args.scorer else None,
    )
    if stones:
        if args.openings != "empty":
            raise OpeningError("--handicap has a start position of its own; leave out --openings")
        return settings, (handicap_opening(args.size, stones),)
    return settings, tuple(shuffled(load_openings(args.openings, args.size), args.seed))


def refuse_idle(args: argparse.Namespace, *names: str) -> None:
    """Refuse options of ``add_game_arguments`` that do nothing in this command.

    :raises ValueError: if one of ``names`` is given
    """
    unused = {"name": None, "sgf": None, "store": DEFAULT_STORE, "on_failure": "loss"}
    for name in names:
        if getattr(args, name) != unused[name]:
            option = f"--{name.replace('_', '-')}"
            raise ValueError(f"{option} does nothing here; leave it out")


def event_name(args: argparse.Namespace, kind: str, setup: Setup) -> str:
    """Return ``--name``, or a name made from engines, versions and settings."""
    if args.name:
        return str(args.name)
    settings = {key: value for key, value in setup.event_settings.items() if key not in FREE}
    text = repr(setup.entrants) + json.dumps(settings, sort_keys=True)
    names = "-".join(entrant.spec.name for entrant in setup.entrants[:2])
    return f"{kind}-{names}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def open_event(store: Store, args: argparse.Namespace, kind: str, setup: Setup) -> Event:
    """Begin or continue the event, and print which.

    :raises StoreError: if it exists with other engines or settings
    """
    event, new = store.open_event(
        event_name(args, kind, setup), kind, setup.event_settings, setup.entrants
    )
    done = store.counts(event)["done"]
    state = "new" if new else f"continued, {done} games done"
    print(plain(f"{kind} {event.name} in {args.store}: {state}"), file=sys.stderr)
    note_policy(event, args)
    for entrant in setup.entrants:
        identity = entrant.identity
        revision = f" ({identity.revision})" if identity.revision else ""
        name = f"{identity.gtp_name} {identity.version}{revision}"
        print(plain(f"  {entrant.spec.name}: {name}"), file=sys.stderr)
    return event


def note_finished(store: Store, event: Event, more: str) -> None:
    """Say when there is nothing left to play; ``more`` is the option that gives more games."""
    counts = store.counts(event)
    if counts["done"] and not counts["waiting"] and not counts["running"]:
        print(
            f"all {counts['done']} games are played already: give {more} or another --name",
            file=sys.stderr,
        )


def note_policy(event: Event, args: argparse.Namespace) -> None:
    """Say when engines' failures are treated otherwise than at the beginning of the event."""
    if (begun := event.settings.get("on_failure", args.on_failure)) != args.on_failure:
        print(
            f"note: begun with --on-failure {begun}; games that failed under it stay as they are;"
            f" give another --name to have --on-failure {args.on_failure} in all games",
            file=sys.stderr,
        )


def add_cluster_argument(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="run on a Ray cluster: local starts one here, auto finds the running one, HOST:PORT"
        " names one; needs the extra cluster (default: this machine alone)",
    )
    parser.add_argument(
        "--priority",
        type=numbers.whole(1, 1000),
        metavar="N",
        help="with --cluster: let the cluster's workers (gtpengine work) play, which all such runs"
        " share; one with twice the priority gets twice as many (default: slots of its own)",
    )


def add_pool_arguments(parser: argparse.ArgumentParser, tasks: str, more: str = "") -> None:
    """Add the options of a pool for ``make_pool`` whose tasks are no games between engines.

    Each takes a core. ``tasks`` is the plural for the help, ``more`` goes on after the default.
    """
    parser.add_argument(
        "--concurrency",
        type=numbers.concurrency,
        default=0,
        help=f"{tasks} at a time; 0 for all cores{more}",
    )
    add_cluster_argument(parser)
    parser.set_defaults(cores_per_game=1, gtp_log=None)


def make_pool(args: argparse.Namespace, quiet: bool = False) -> Pool:
    """Return the pool that the arguments ask for, and describe it unless ``quiet``.

    :raises ValueError: if a cluster is asked for and cannot be used
    """
    if getattr(args, "priority", None) is not None:
        return _shared_pool(args)
    if args.cluster:
        try:
            from gtpengine.tools.running.cluster import ClusterPool
        except ModuleNotFoundError as error:
            raise ValueError(lacking(f"--cluster needs Ray ({error})", "cluster")) from error

        cluster = ClusterPool(args.cluster, args.cores_per_game, args.concurrency, args.gtp_log)
        if not quiet:
            print(f"cluster {args.cluster}: {cluster.describe()}", file=sys.stderr)
        return cluster
    slots = args.concurrency or default_slots(args.cores_per_game)
    pool = LocalPool(slots, args.cores_per_game, args.gtp_log)
    if args.cores_per_game and not pool.pinned and not quiet:
        cores = slots * args.cores_per_game
        print(
            f"note: fewer than {cores} cores are free of other runners, so no game is pinned to"
            " cores of its own; games may slow each other down",
            file=sys.stderr,
        )
    return pool


def _shared_pool(args: argparse.Namespace) -> Pool:
    """Return the pool of the workers that runs share.

    :raises ValueError: if there is no cluster, or an option cannot be had
    """
    if not args.cluster:
        raise ValueError("--priority is for --cluster ADDRESS; give both, or neither")
    if args.gtp_log:
        raise ValueError("--gtp-log: workers keep no logs; leave it out, or --priority")
    try:
        from gtpengine.tools.sharing.desk import connected
    except ModuleNotFoundError as error:
        raise ValueError(lacking(f"--cluster needs Ray ({error})", "cluster")) from error
    try:
        desk = connected(args.cluster)
    except ValueError as error:
        raise ValueError(f"--cluster {args.cluster}: {error}") from None
    title = textwrap.shorten(command_line(args), 100, placeholder=" ...")
    return SharedPool(desk, title, args.priority, identity({}), most=args.concurrency)


def sgf_writer(
    args: argparse.Namespace, store: Store, event: Event
) -> Callable[[Claim, GameRecord], None]:
    """Return a function that writes each stored game into the folder of ``--sgf``, if given.

    Games that are already in the store are written at once, unless their file is up to date.
    """
    if args.sgf is None:
        return lambda _claim, _record: None
    folder: Path = args.sgf
    folder.mkdir(parents=True, exist_ok=True)

    def write(number: int, record: GameRecord) -> None:
        data, path = record_to_sgf(record, event.name), folder / f"{number:06d}.sgf"
        if not path.is_file() or path.read_bytes() != data:
            with user_file(path) as file:
                file.write(data)

    for row in store.records(event):
        write(row.plan.number, row.record)
    return lambda claim, record: write(claim.plan.number, record)


def check_folder(path: Path, inputs: Iterable[Path] = (), mark: bytes | None = b"") -> None:
    """Refuse a file before long work if it could not be written after it.

    It must not replace what the work reads: a file of ``inputs``, or a record in one of its
    folders. Nor may it replace another program's file: see ``user_file`` for ``mark``; None is for
    a file that the work goes on from.

    :raises ValueError: if it cannot be written or is among the inputs
    """
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}; make it, or give another")
    if path.is_dir():
        raise ValueError(f"{path}: is a folder; give the name of a file")
    # The file is written beside its place and moved there.
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise ValueError(f"{path}: cannot be written; give a file in a folder of your own")
    if not path.exists():
        return
    for given in inputs:
        of_folder = path.suffix.lower() in SUFFIXES and real_path(given) in real_path(path).parents
        if given.exists() and (given.samefile(path) or of_folder):
            raise ValueError(
                f"{path}: this command reads it and would overwrite it; give another name"
            )
    if mark is not None:
        try:
            check_ours(path, mark)
        except FileExistsError as error:
            raise ValueError(f"{path}: {str(error.strerror).lower()}") from None


def explained(error: Exception) -> str:
    """Return an error as its user may read it; for a file, with its name."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}the disk is full; free some space and run the same command again"
    if isinstance(error, FileExistsError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror.lower()}"
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror.lower()}; check the name and your permissions"
    return str(error)


@contextmanager
def user_errors(command: str) -> Iterator[list[int]]:
    """Turn the errors of ``USER_ERRORS`` into a message; the list holds the exit status."""
    status = [0]
    try:
        with counted(status):
            yield status
    except USER_ERRORS as error:
        message = plain(brief(explained(error)), keep="\n")
        print(f"gtpengine {command}: {message}", file=sys.stderr)
        status[0] = 2
