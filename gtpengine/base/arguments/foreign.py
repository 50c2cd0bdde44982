"""Words of other programs' command lines, and what they are here.

They come from the manuals of GNU Go, Pachi, Fuego, Leela Zero, KataGo, and of programs that play
matches. Only an error looks them up.
"""

from __future__ import annotations

from typing import Final

OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "-v": ("--version",),
    "-V": ("--version",),
    "--playouts": ("--simulations", "--visits"),
    "-p": ("--simulations", "--visits"),
    "--visits": ("--simulations",),
    "--simulations": ("--visits",),
    "--games-per-move": ("--simulations",),
    "--strength": ("--rank",),
    "--size": ("--boardsize",),
    "--boardsize": ("--size",),
    "--board-size": ("--boardsize", "--size"),
    "--numthreads": ("--threads",),
    "--cache-size": ("--memory",),
    "--hash": ("--memory",),
    "--srand": ("--seed",),
    "-s": ("--seed",),
    "-r": ("--resign",),
    "--resignpct": ("--resign",),
    "--never-resign": ("--resign",),
    "--resign-allowed": ("--resign",),
    "-l": ("--log",),
    "--logfile": ("--log",),
    "--gtp-log": ("--log",),
    "--override-config": ("--set",),
    "-override-config": ("--set",),
    "-config": ("--config",),
    "--rounds": ("--games",),
    "-games": ("--games",),
    "-n": ("--games",),
    "-j": ("--concurrency",),
    "--jobs": ("--concurrency",),
    "--parallel": ("--concurrency",),
    "--tc": ("--time",),
    "--clock": ("--time",),
    "--max-games": ("--games",),
    "--sgffile": ("--sgf",),
    "--sgf-file": ("--sgf",),
    "-o": ("--output",),
    "--out": ("--output",),
    "--sgf": ("--output",),
}
"""Options of other programs and of other commands, with their names here: the first name that the
command has is meant."""

_SPEAKS_GTP: Final = "gtpengine speaks GTP by itself: leave it out"
_RULES: Final = "--rules NAME chooses the rules"
_PONDER: Final = "--set ponder=true has it think on the opponent's time, which is off by default"
_BOOK: Final = "--set book=FILE names an opening book, --set book=off plays without one"
_SHIPPED: Final = "what gtpengine has learned is built in: leave it out"

HINTS: Final[dict[str, str]] = {
    "--mode": _SPEAKS_GTP,
    "--gtp": _SPEAKS_GTP,
    "-g": _SPEAKS_GTP,
    "--gtp-input": _SPEAKS_GTP,
    "--quiet": "gtpengine is quiet by default: leave it out",
    "-q": "gtpengine is quiet by default: leave it out",
    "-t": "--threads N sets the threads, --time-per-move SECONDS the time",
    "-d": "--log FILE writes what is read and answered",
    "--sgf": "the GTP command loadsgf reads a game",
    "--infile": "the GTP command loadsgf reads a game",
    "--book": _BOOK,
    "--nobook": _BOOK,
    "-f": _BOOK,
    "--chinese-rules": _RULES,
    "--japanese-rules": _RULES,
    "--noponder": _PONDER,
    "--ponder": _PONDER,
    "--lagbuffer": "--set lag=SECONDS",
    "-b": "--set lag=SECONDS",
    "-w": _SHIPPED,
    "--weights": _SHIPPED,
    "-model": _SHIPPED,
    "--model": _SHIPPED,
    "--benchmark": "'gtpengine check' measures this machine",
    "--version": "'gtpengine --version' tells the version",
}
"""Options of other programs that have no counterpart, and what to do instead."""

COMMANDS: Final[dict[str, str]] = {
    "gtp": _SPEAKS_GTP,
    "benchmark": "check measures this machine, bench the layers of the program",
    "genconfig": "check measures this machine and says which options suit it",
    "version": "'gtpengine --version' tells the version",
    "evaluate": "analysis evaluates positions",
    "twogtp": "match plays two engines against each other",
}
"""Commands of other programs, and what to do instead."""

PARAMETERS: Final[dict[str, str]] = {
    "playouts": "simulations",
    "visits": "simulations",
    "maxplayouts": "simulations",
    "maxvisits": "simulations",
    "maxtime": "time_per_move",
    "numsearchthreads": "threads",
    "max_tree_size": "memory",
    "cache_size": "memory",
    "random_seed": "seed",
    "resign_threshold": "resign",
    "resignthreshold": "resign",
    "resignpct": "resign",
    "pondering": "ponder",
    "ponderingenabled": "ponder",
    "maxtimepondering": "ponder_seconds",
    "lagbuffer": "lag",
    "pass_all_alive": "cleanup",
    "friendlypassok": "pass_early",
    "dynkomi": "dynamic_komi",
    "nobook": "book",
    "cpuct": "puct_exploration",
    "cpuctexploration": "puct_exploration",
    "fpureductionmax": "first_play_urgency",
    "fpu": "first_play_urgency",
    "rave": "rave_schedule",
    "bias": "exploration",
    "equiv_rave": "rave_equivalence",
}
"""Parameters of other programs, folded as by ``paramspec``, and their names here."""

_PROGRAMS: Final = ("gtpengine", "gnugo", "pachi", "fuego", "leelaz", "katago", "michi")


def is_program(word: str) -> bool:
    """Return whether a word of a command line can be run, also as ``NAME=PROGRAM``."""
    import shutil  # only wrong command lines pay for it

    name, equals, program = word.partition("=")
    program = program if equals and not name.startswith("-") else word
    if program.startswith("-") or not program:
        return False
    return program.rpartition("/")[2] in _PROGRAMS or shutil.which(program) is not None
