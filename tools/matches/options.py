"""The options that commands which play games share; a command has them as a field of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import command_words, flag, group, option
from gtpengine.programs.game_clock import EXAMPLES

DEFAULT_STORE: Final = Path("gtpengine-runs.sqlite")
DEFAULT_POLICY: Final = "loss"

TOPIC: Final = "match-options"
_SELDOM: Final = (
    "--name --engines --lag --hang --max-moves --scorer --referee --seed --cores-per-game"
    " --on-failure --cluster --priority --verbose --gtp-log"
)

FOLDED: Final = (TOPIC, *_SELDOM.split())
"""The topic of the help, and the shared options that are seldom given, which it explains."""

STATUS_HELP: Final = (
    "exit status: 0 all games were played and no engine failed; 1 an engine or the scorer failed"
    " (crash, hang, time loss, illegal move, broken protocol, internal error), a game is void, or a"
    " failure stopped the event; 2 the command or the machine does not allow it; 130 interrupted"
)
"""The exit status, for the help of the commands that play."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoreOptions:
    """Where results are kept, and the name of the event among them; None makes one."""

    store: Path = option("SQLite file of all results", Path, default=DEFAULT_STORE)
    name: str | None = option(
        "name of the event; the same name and settings continue it (default: made from the"
        " engines and settings)",
        str,
        default=None,
        metavar="NAME",
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class PoolOptions:
    """What runs tasks: how many at a time, on how many cores each, here or on a cluster."""

    concurrency: int = option(
        "games at a time; 0 for as many as the cores allow", numbers.concurrency, default=0
    )
    cores_per_game: int = option(
        "cores that each game is pinned to; 0 pins nothing", numbers.cores, default=1
    )
    cluster: str | None = option(
        "run on a Ray cluster: local starts one here, auto finds the running one, HOST:PORT"
        " names one; needs the extra cluster (default: this machine alone)",
        str,
        default=None,
        metavar="ADDRESS",
    )
    priority: int | None = option(
        "with --cluster: let the cluster's workers (gtpengine work) play, which all such runs"
        " share; one with twice the priority gets twice as many (default: slots of its own)",
        numbers.whole(1, 1000),
        default=None,
        metavar="N",
    )
    gtp_log: Path | None = option(
        "folder for logs of all GTP traffic (default: none)", Path, default=None, metavar="FOLDER"
    )
    words: tuple[str, ...] = command_words()


def tasks_pool(tasks: str, more: str = "") -> PoolOptions:
    """Make a field for a pool whose tasks take a core each and are no games between engines.

    ``tasks`` is their plural for the help, ``more`` goes on after it.
    """
    text = f"{tasks} at a time; 0 for all cores{more}"
    return group(PoolOptions, texts={"concurrency": text}, without=("cores_per_game", "gtp_log"))


@dataclass(frozen=True, kw_only=True, slots=True)
class RunOptions(PoolOptions):
    """How games are run, and what is told of them."""

    on_failure: str = option(
        "what a crash, hang, time loss or illegal move does: loss counts it as one, rerun"
        " plays the game again (void after three attempts), stop ends the event. A failure of the"
        " scorer loses no game, and is played again or ends the event likewise",
        str,
        default=DEFAULT_POLICY,
        choices=("loss", "rerun", "stop"),
    )
    verbose: bool = flag("a line for each finished game; without a terminal there always is one")
    sgf: Path | None = option(
        "folder for the game records (default: none)", Path, default=None, metavar="FOLDER"
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class GameOptions:
    """The rules, the clock and the start positions of all games; komi None is the rules' own."""

    size: int = option("lines of the board, 2 to 19", numbers.board_size, default=9)
    komi: float | None = option(
        "points for White (default: the rules' own, such as 7.5)", numbers.komi, default=None
    )
    rules: str = option(
        "rules of the game, such as tromp-taylor or japanese",
        str,
        default="chinese",
        metavar="NAME",
    )
    time: str = option(
        f"clock in seconds: none, {EXAMPLES} (default: none)", str, default="none", metavar="CLOCK"
    )
    lag: float = option(
        "seconds of each move that are not charged", numbers.seconds(0, 60), default=0.1
    )
    hang: float = option(
        "seconds of silence after which an engine has lost, and after which a scorer is given"
        " up; with a clock, a move has the clock's time",
        numbers.seconds(above=True),
        default=600.0,
    )
    max_moves: int = option(
        "moves after which a game is scored as it stands (default: 3 x size x size)",
        numbers.whole(0, 100_000),
        default=0,
    )
    openings: str = option(
        "start positions: balanced (120 for each of 9x9, 13x13 and 19x19), stars, empty, a"
        " folder of SGF files, an SGF file or a list of moves",
        str,
        default="empty",
        metavar="FILE",
    )
    scorer: str | None = option(
        "engine that names the dead stones of finished games (default: none)",
        str,
        default=None,
        metavar="ENGINE",
    )
    referee: str = option(
        "board that judges the moves: ours or sgfmill's",
        str,
        default="own",
        choices=("own", "sgfmill"),
    )
    seed: int = option(
        "number that decides the games' seeds and the order of openings", numbers.seed, default=1
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class EventOptions(StoreOptions):
    """An event of games between engines: where it is kept, its games, and how they are run."""

    engines: Path | None = option(
        "TOML file that describes engines by name (default: none)", Path, default=None
    )
    game: GameOptions = group(GameOptions, "games")
    run: RunOptions = group(RunOptions, "running")
