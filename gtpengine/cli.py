"""The command line: GTP without a sub-command, everything else by the table ``GROUPS``.

Nothing is imported before it is needed, so that the first GTP answer comes soon.
"""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from gtpengine import __version__
from gtpengine.base.arguments import commandwords, foreign, laboratory
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.extras import install_command, lacking, missing_package
from gtpengine.base.arguments.paramspec import ParamError, nearest
from gtpengine.base.arguments.parser import Parser, UsageError, append, describe
from gtpengine.base.files.userpath import user_path
from gtpengine.base.streams.standard import CLOSED_PIPE_STATUS, OutputError, checked_streams
from gtpengine.base.streams.stderrline import say
from gtpengine.base.text.plain import told
from gtpengine.config.settings import (
    OPTIONS,
    Settings,
    SettingsError,
    make_settings,
    read_config,
)
from gtpengine.session import memory as room

if TYPE_CHECKING:
    from gtpengine.base.arguments.actions import Actions

USAGE_STATUS: Final = 2
LACKING_STATUS: Final = 2
_TOOLS: Final = "gtpengine.tools"
"""Commands below this package need the extra ``tools``."""
_OF_TOOLS: Final = (
    "gtpengine.learning.",
    "gtpengine.prediction.harvest",
    "gtpengine.network.rawoutputs",
    "gtpengine.network.timing",
    "board_ext.solvers.regions",
    "board_ext.solvers.semeai",
)
"""Beginnings of the names of modules that ``make tools`` compiles and ``make build`` leaves out."""


@dataclass(frozen=True, slots=True)
class Command:
    """A sub-command: its module, its line in ``--help``, and the extra without which it cannot run.

    ``--help`` needs no extra. What one of its options needs besides, the command says itself.
    """

    module: str
    help: str
    extra: str = ""

    @property
    def needs(self) -> str:
        """The name of the extra; empty if the command needs no extra."""
        return self.extra or ("tools" if self.module.startswith(_TOOLS) else "")


class CommandModule(Protocol):
    """The interface of a sub-command's module: ``COMMAND`` says what it takes and does."""

    COMMAND: CommandLine[Any] | Actions


GROUPS: Final[Mapping[str, Mapping[str, Command]]] = {
    "play and analyse": {
        "play": Command("gtpengine.terminal.command", "play against the engine, in the terminal"),
        "ladder": Command(
            "gtpengine.terminal.laddercommand", "where you stand on the ladder of games on 9x9"
        ),
        "analysis": Command(
            "gtpengine.katajson.command", "answer queries in KataGo's JSON (for KaTrain)"
        ),
        "web": Command(
            "gtpengine.server.command",
            "play, analyse and review in a browser; watch the runs of a store",
            "web",
        ),
        "review": Command(
            "gtpengine.review.command", "find the mistakes of games: a page for each", "review"
        ),
        "problems": Command(
            "gtpengine.problems.command",
            "your own mistakes as problems, until you have learned them",
            "review",
        ),
        "rank": Command(
            "gtpengine.personrank.command", "your rank from your games, with its error"
        ),
        "solve": Command(
            "gtpengine.lifedeath.command", "life and death of a position, every move answered"
        ),
        "setup": Command(
            "gtpengine.commands.setup", "enter the engine into Sabaki, KaTrain, Lizzie or GoGui"
        ),
    },
    "measure this machine": {
        "check": Command(
            "gtpengine.commands.check", "which threads, memory and time suit this machine"
        ),
        "scaling": Command("gtpengine.commands.scaling", "simulations a second by threads"),
        "bench": Command(
            "gtpengine.commands.bench", "speeds and signatures of board, playout and search"
        ),
        "speed": Command(f"{_TOOLS}.measuring.speed", "time and memory of a move, by engine"),
    },
    "use many machines": {
        "join": Command("gtpengine.cluster.join", "let this machine take part in a cluster"),
        "work": Command(f"{_TOOLS}.sharing.work", "let this machine play the games of shared runs"),
    },
    "test and compare engines": {
        "match": Command(f"{_TOOLS}.matches.match", "play two engines against each other"),
        "sprt": Command(
            f"{_TOOLS}.matches.sprt", "play until it is clear whether an engine is stronger"
        ),
        "tournament": Command(
            f"{_TOOLS}.matches.tournament", "rate engines by round robin, gauntlet or Swiss"
        ),
        "regress": Command(f"{_TOOLS}.regression.regress", "run regression suites"),
        "tactics": Command(f"{_TOOLS}.regression.tactics", "solve problems, by topic"),
        "autoscore": Command(f"{_TOOLS}.regression.autoscore", "score finished games"),
        "timecheck": Command(
            f"{_TOOLS}.measuring.timecheck", "play fast games under every kind of clock"
        ),
    },
    "show results": {
        "report": Command(f"{_TOOLS}.report.report", "make a page of the stored matches and tests"),
        "export": Command(f"{_TOOLS}.report.export", "write stored games as SGF or CSV"),
    },
    "improve the search": {
        "ablation": Command(f"{_TOOLS}.tuning.ablation", "measure what each part is worth"),
        "screen": Command(
            f"{_TOOLS}.tuning.screen", "find out which of many settings are worth a match"
        ),
        "tune": Command(f"{_TOOLS}.tuning.tune", "find good values of parameters by matches"),
        "study": Command(
            f"{laboratory.PACKAGE}.study.command",
            "compare techniques, at equal simulations and equal time",
            "tools",
        ),
        "reproduce": Command(
            f"{laboratory.PACKAGE}.reproduction.command",
            "repeat published results in their own set-up",
            "tools",
        ),
    },
    "learn, and opening books": {
        "selfplay": Command(f"{_TOOLS}.learning.selfplay", "play games to learn from"),
        "patterns": Command(f"{_TOOLS}.learning.patterns", "learn to predict moves from games"),
        "net": Command(f"{_TOOLS}.network.net", "learn and measure the network"),
        "book": Command(f"{_TOOLS}.books.book", "show, build and grow opening books"),
    },
}
"""The sub-commands by what one wants to do, in the order of ``--help``."""

COMMANDS: Final = {name: command for group in GROUPS.values() for name, command in group.items()}
"""The sub-commands by name."""

TOPICS: Final[Mapping[str, str]] = {
    "parameters": "gtpengine.commands.param_page",
    "presets": f"{laboratory.PACKAGE}.preset_page",
    "match-options": f"{_TOOLS}.matches.match_options",
}
"""What ``gtpengine help`` lists besides commands: what ``--set`` and ``--preset`` take, and what
matches share."""


WELCOME: Final[Mapping[str, str]] = {
    "play": "play, here in the terminal",
    "web": "play, analyse and review in the browser",
    "review GAME.sgf": "find the mistakes of a game",
    "setup sabaki": "enter the engine into Sabaki, or katrain, lizzie, gogui",
    "check": "which settings suit this machine, and what other programs want",
    "help": "all commands and options",
}
"""What somebody reads who starts the program at a terminal without anything else."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``gtpengine`` with ``argv`` (without the program's name) and return its exit status.

    ``help`` and ``help COMMAND`` mean ``--help`` and ``COMMAND --help``. Status: 0 success; 2 a
    refused command line or configuration, lack of memory, or a stdout that cannot be written; 130
    an interrupt; 141 a reader of stdout that has seen enough.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        with checked_streams():
            return _main(words)
    except OutputError as error:
        if error.closed_pipe:
            return CLOSED_PIPE_STATUS
        say(f"gtpengine: {error}")
        return USAGE_STATUS


def _main(words: list[str]) -> int:
    # numpy's BLAS is never used; its threads would spin and take memory.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        room.check_start()
        if words[:1] == ["help"]:
            if len(words) == 2 and words[1] in TOPICS:
                return _explain(words[1])
            words = [*words[1:], "--help"]
        if words and not words[0].startswith("-"):
            return _run_command(words[0], words[1:])
        return _run_gtp(words)
    except UsageError as error:
        print(told(error), file=sys.stderr)
        return USAGE_STATUS
    except laboratory.LaboratoryError as error:
        say(f"gtpengine: {error}")
        return USAGE_STATUS
    except KeyboardInterrupt:
        return 130
    except (MemoryError, RuntimeError, room.OutOfRoom) as error:
        if not room.is_lack(error):
            raise
        reason = str(error) or "raise the limit (ulimit -v)"
        print(f"gtpengine: not enough memory: {reason}", file=sys.stderr)
        return LACKING_STATUS


def _explain(topic: str) -> int:
    laboratory.demand_for(TOPICS[topic], f"gtpengine help {topic}")
    try:
        print(importlib.import_module(TOPICS[topic]).listing(), end="")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in ("gtpengine", "board_ext"):
            raise
        raise UsageError(lacking(f"gtpengine help {topic} needs {error.name}", "tools")) from error
    return 0


def _run_command(name: str, words: list[str]) -> int:
    if name not in COMMANDS:
        raise UsageError(_unknown_command(name, words))
    if sys.stdout is None:  # print would write nowhere
        raise OutputError("it is closed")
    needs = COMMANDS[name].needs
    laboratory.demand_for(COMMANDS[name].module, f"gtpengine {name}")
    try:
        run = command_line(name).ready(f"gtpengine {name}", words)
        if needs and (package := missing_package(needs)):
            raise ModuleNotFoundError(f"no {package}", name=package)
        return run()
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith(_OF_TOOLS):
            told_how = install_command("tools")
            text = f"gtpengine {name}: what trains and measures is not compiled: {told_how}"
            raise UsageError(text) from error
        ours = error.name is None or error.name.partition(".")[0] in ("gtpengine", "board_ext")
        if ours or not needs:
            raise
        raise UsageError(lacking(f"gtpengine {name} needs {error.name}", needs)) from error
    except (SettingsError, ParamError) as error:
        raise UsageError(f"gtpengine {name}: {error}") from error


def command_line(name: str) -> CommandLine[Any] | Actions:
    """Return what a sub-command takes and does.

    :raises ModuleNotFoundError: when something it needs is not installed.
    """
    return cast(CommandModule, importlib.import_module(COMMANDS[name].module)).COMMAND


def _unknown_command(name: str, words: Sequence[str]) -> str:
    """Return the error for a word that is no sub-command."""
    hint = foreign.COMMANDS.get(name)
    if hint is None and (guess := nearest(name, COMMANDS)):
        hint = f"did you mean {guess}?"
    if hint is None and any(word.startswith("-") for word in words):
        hint = "without a sub-command gtpengine speaks GTP, and takes options alone"
    known = "'gtpengine help' lists the sub-commands; without a sub-command gtpengine speaks GTP"
    return f"gtpengine: unknown sub-command {name!r}: {hint or known}"


def _run_gtp(words: list[str]) -> int:
    try:
        settings = parse_settings(words)
        from gtpengine import gtp

        at_terminal = sys.stdin.isatty()
        if at_terminal and not words and sys.stdout is not None and sys.stdout.isatty():
            print(_welcome(sys.argv[0]))
            return 0
        if at_terminal:
            print(
                f"gtpengine {__version__} speaks GTP: try list_commands, showboard, genmove b, "
                "quit; 'gtpengine play' shows a board to play on.",
                file=sys.stderr,
            )
        return gtp.run(settings)
    except (SettingsError, ParamError) as error:
        raise UsageError(f"gtpengine: {error}") from error


def _welcome(typed: str) -> str:
    """Return the page for people, with commands that work where ``gtpengine`` alone would not."""
    found = shutil.which("gtpengine")
    named = os.path.basename(typed).startswith("gtpengine") and os.path.exists(typed)
    other = named and not (found and os.path.samefile(found, typed))
    program = commandwords.joined([typed]) if other else "gtpengine"
    width = max(map(len, WELCOME)) + 2
    lines = [f"  {program} {words:<{width}}{what}" for words, what in WELCOME.items()]
    return "\n".join(
        [
            f"gtpengine {__version__}, a Go engine. What do you want to do?\n",
            *lines,
            "\nA program that starts gtpengine speaks GTP with it. So can you: give any option, as"
            " --threads 1.",
        ]
    )


def parse_settings(words: Sequence[str]) -> Settings:
    """Read the options of GTP mode; the command line overrides the file of ``--config``.

    :raises UsageError: when an option is unknown.
    :raises SettingsError: when a value is wrong or the configuration cannot be used.
    """
    given = vars(gtp_parser().parse_args(words))
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


def gtp_parser() -> Parser:
    """Return the parser of ``gtpengine`` without a sub-command."""
    parser = Parser(
        commands=COMMANDS,
        prog="gtpengine",
        usage="%(prog)s [options]              speak GTP on stdin and stdout\n"
        "       %(prog)s COMMAND [options]      run a sub-command",
    )
    describe(
        parser,
        "A Go engine for the CPU: Monte-Carlo tree search, led by a network on 9x9, 13x13 and"
        " 19x19, by playouts elsewhere. Without a sub-command it speaks GTP, for a GUI, a server or"
        " another program.",
        "# five seconds for each move, all cores\ngtpengine --time-per-move 5 --memory 2048",
        "# an opponent of a rank, on a small board\ngtpengine --rank 20k --boardsize 9",
        "# always the same strength; Japanese rules; thinks on the opponent's time\n"
        "gtpengine --simulations 20000 --rules japanese --set ponder=true",
    )
    width = max(map(len, COMMANDS)) + 2
    for group, commands in GROUPS.items():
        lines = [f"  {name:<{width}}{command.help}" for name, command in commands.items()]
        append(parser, "\n".join([f"{group}:", *lines]))
    append(
        parser,
        "'gtpengine help COMMAND' explains a sub-command, 'gtpengine help parameters' lists what"
        " --set takes, 'gtpengine help presets' what --preset takes.",
    )
    parser.add_argument(
        "--version", action="version", version=f"gtpengine {__version__}", help="show the version"
    )
    for name, option in OPTIONS.items():
        action = parser.add_argument(
            f"--{name}", dest=name, metavar=option.metavar, help=option.help
        )
        if option.bare:  # it may stand without a value
            action.nargs, action.const = "?", option.bare
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set a parameter of the engine; as often as needed",
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="TOML file with these options by name, and parameters in a table [set]; the command"
        " line overrides it (default: none)",
    )
    return parser
