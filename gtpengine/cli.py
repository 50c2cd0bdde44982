"""The command line: GTP without a sub-command, everything else by the table ``COMMANDS``.

Nothing is imported before it is needed, so that the first GTP answer comes soon.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Protocol, cast

from gtpengine import __version__
from gtpengine.base.brief import brief
from gtpengine.base.paramspec import ParamError, nearest
from gtpengine.base.userpath import user_path
from gtpengine.config.settings import (
    OPTIONS,
    Settings,
    SettingsError,
    make_settings,
    read_config,
    unknown,
)
from gtpengine.session import memory as room

USAGE_STATUS: Final = 2
LACKING_STATUS: Final = 2


@dataclass(frozen=True, slots=True)
class Command:
    """A sub-command: the module that runs it and its line in ``--help``."""

    module: str
    help: str


class CommandModule(Protocol):
    """The interface of a sub-command's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


COMMANDS: Final[dict[str, Command]] = {
    "bench": Command(
        "gtpengine.commands.bench", "signatures and speeds of board, playout and search"
    ),
    "analysis": Command("gtpengine.katajson.command", "KataGo's JSON analysis protocol (KaTrain)"),
    "scaling": Command("gtpengine.commands.scaling", "simulations a second of 1, 2, 4 ... threads"),
    "match": Command("gtpengine.tools.matches.match", "play two engines against each other"),
    "tournament": Command(
        "gtpengine.tools.matches.tournament", "round robin, gauntlet, Swiss; ratings"
    ),
    "ablation": Command("gtpengine.tools.tuning.ablation", "what each part of the search is worth"),
    "screen": Command("gtpengine.tools.tuning.screen", "which of many settings are worth a match"),
    "regress": Command(
        "gtpengine.tools.regression.regress", "regression suites, also against earlier runs"
    ),
    "tactics": Command(
        "gtpengine.tools.regression.tactics", "problems solved by topic and simulations"
    ),
    "autoscore": Command(
        "gtpengine.tools.regression.autoscore", "dead stones and scores of finished games"
    ),
    "report": Command(
        "gtpengine.tools.report.report", "an HTML page about stored matches and tests"
    ),
    "tune": Command(
        "gtpengine.tools.tuning.tune", "engine parameters by optimisation over matches"
    ),
    "selfplay": Command(
        "gtpengine.tools.learning.selfplay", "games with search statistics, for learning"
    ),
    "speed": Command(
        "gtpengine.tools.measuring.speed", "speed and memory of a move, engines side by side"
    ),
    "timecheck": Command(
        "gtpengine.tools.measuring.timecheck", "fast games under every kind of clock"
    ),
    "export": Command("gtpengine.tools.report.export", "stored games as SGF files and CSV"),
    "patterns": Command(
        "gtpengine.tools.learning.patterns", "learn to predict moves from game records"
    ),
    "book": Command(
        "gtpengine.tools.books.book", "opening books: show, build, grow, merge, verify"
    ),
    "sprt": Command(
        "gtpengine.tools.matches.sprt", "play until it is clear whether an engine is better"
    ),
}


OPTIONS_OF_OTHERS: Final = {
    "-v": "--version",
    "-V": "--version",
    "--playouts": "--simulations",
    "--visits": "--simulations",
    "--size": "--boardsize",
}
"""Options of other programs, and their names here."""

HINTS: Final = {
    "--mode": "gtpengine speaks GTP by itself: leave it out",
    "--sgf": "the GTP command loadsgf reads a game",
    "--book": "--set book=FILE names an opening book",
}
"""Options of other programs that have no counterpart, and what to do instead."""


class UsageError(Exception):
    """A command line that cannot be followed."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors suggest the nearest known option."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **kwargs
        )

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        found, extra = self.parse_known_args(args, namespace)
        for word in extra:
            if word.startswith("-"):
                self.error(self._unknown_option(word.partition("=")[0]))
            self.error(f"unexpected argument {word!r}")
        return found

    def _unknown_option(self, name: str) -> str:
        options = [option for option in self._option_string_actions if option.startswith("--")]
        known_as = OPTIONS_OF_OTHERS.get(name)
        guess = known_as if known_as in options else nearest(name, options)
        hint = f"did you mean {guess}?" if guess else HINTS.get(name)
        return f"unknown option {name!r}" + (f": {hint}" if hint else "")

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}\nTry '{self.prog} --help'.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``gtpengine`` with ``argv`` (without the program's name) and return its exit status.

    ``help`` and ``help COMMAND`` mean ``--help`` and ``COMMAND --help``. Status: 0 success; 2 a
    refused command line or configuration, or lack of memory; 130 an interrupt.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    # numpy's BLAS is never used; its threads would spin and take memory.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        room.check_start()
        if words and not words[0].startswith("-"):
            return _run_command(words[0], words[1:])
        return _run_gtp(words)
    except UsageError as error:
        print(brief(str(error)), file=sys.stderr)
        return USAGE_STATUS
    except KeyboardInterrupt:
        return 130
    except (MemoryError, RuntimeError, room.OutOfRoom) as error:
        if not room.is_lack(error):
            raise
        reason = str(error) or "raise the limit (ulimit -v)"
        print(f"gtpengine: not enough memory: {reason}", file=sys.stderr)
        return LACKING_STATUS


def _run_command(name: str, words: list[str]) -> int:
    if name not in COMMANDS:
        hint = "without a sub-command gtpengine speaks GTP"
        raise UsageError(f"gtpengine: {unknown('sub-command', name, COMMANDS)} ({hint})")
    command = COMMANDS[name]
    try:
        module = cast(CommandModule, importlib.import_module(command.module))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in ("gtpengine", "board_ext"):
            raise
        raise UsageError(
            f"gtpengine {name} needs {error.name}: pip install 'gtpengine[tools]';"
            " in a clone: make tools"
        ) from error
    parser = Parser(prog=f"gtpengine {name}", description=command.help)
    module.add_arguments(parser)
    try:
        args = parser.parse_args(words)
        args.words = [name, *words]  # some output files record the command that made them
        return module.run(args)
    except (SettingsError, ParamError) as error:
        raise UsageError(f"gtpengine {name}: {error}") from error


def _run_gtp(words: list[str]) -> int:
    try:
        settings = parse_settings(words)
        from gtpengine import gtp

        if sys.stdin is not None and sys.stdin.isatty():
            print(
                f"gtpengine {__version__} speaks GTP: try list_commands, showboard, genmove b, "
                "quit; a Go board on the screen is a GUI's work (see the README).",
                file=sys.stderr,
            )
        return gtp.run(settings)
    except (SettingsError, ParamError) as error:
        raise UsageError(f"gtpengine: {error}") from error


def parse_settings(words: Sequence[str]) -> Settings:
    """Read the options of GTP mode; the command line overrides the file of ``--config``.

    :raises UsageError: when an option is unknown.
    :raises SettingsError: when a value is wrong or the configuration cannot be used.
    """
    given = vars(_gtp_parser().parse_args(words))
    texts: dict[str, str] = {}
    parameters: list[tuple[str, str]] = []
    if given["config"] is not None:
        texts, parameters = read_config(user_path(given["config"]))
        try:
            make_settings(texts)
        except SettingsError as error:
            raise SettingsError(f"{given['config']}: {error}") from error
    texts |= {name: given[name] for name in OPTIONS if given[name] is not None}
    for pair in given["set"]:
        name, equals, value = pair.partition("=")
        if not (name.strip() and equals):
            raise SettingsError(f"--set wants NAME=VALUE, not {pair!r}")
        parameters.append((name.strip(), value.strip()))
    return make_settings(texts, parameters)


def _gtp_parser() -> Parser:
    commands = "\n".join(f"  {name:<12}{command.help}" for name, command in COMMANDS.items())
    parser = Parser(
        prog="gtpengine",
        usage="%(prog)s [options]              speak GTP on stdin and stdout\n"
        "       %(prog)s COMMAND [options]      run a sub-command",
        description="A classical Go engine: Monte-Carlo tree search with RAVE.",
        epilog=f"sub-commands (each has its own --help):\n{commands}",
    )
    parser.add_argument("--version", action="version", version=f"gtpengine {__version__}")
    for name, option in OPTIONS.items():
        parser.add_argument(f"--{name}", dest=name, metavar=option.metavar, help=option.help)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an engine parameter, as often as needed (the GTP command gtpengine-param lists them)",
    )
    parser.add_argument(
        "--config", metavar="FILE", help="TOML file with the same names; options here override it"
    )
    return parser
