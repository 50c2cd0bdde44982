"""``gtpengine play``: choose how the board is shown, and begin or go on with a game."""

from __future__ import annotations

import importlib.util
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from board_ext.coords import BLACK, WHITE
from board_ext.rules import ALL_RULES
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.extras import lacking
from gtpengine.base.arguments.language_options import LanguageOptions
from gtpengine.base.arguments.options import command_words, flag, group, option, optional_argument
from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.files.userpath import user_path
from gtpengine.base.text.language import _
from gtpengine.base.text.plain import plain
from gtpengine.config.settings import OPTIONS
from gtpengine.config.threads import usual_threads
from gtpengine.game.handicap import MOST_HANDICAP
from gtpengine.play import ladder
from gtpengine.play.session import PlaySession
from gtpengine.play.terms import SMALLEST, PlaySettings, parse_clock
from gtpengine.play.trouble import PlayError
from gtpengine.programs.judge_options import HintEngineOptions, hint_judge
from gtpengine.programs.session_judge import SessionJudge
from gtpengine.terminal import drawing
from gtpengine.terminal.plain import Plain, PlainStyle, reader
from gtpengine.terminal.teaching_options import TeachingOptions
from gtpengine.terminal.view import DEFAULT_STRENGTH

MISSING: Final = "gtpengine: a plain board; a board with colours, mouse and clock needs textual"


def _engine_option(name: str) -> str | None:
    """Make a field for an option of GTP mode, whose text is checked by the engine."""
    found = OPTIONS[name]
    text, default = found.help, DEFAULT_STRENGTH.get(name)
    if default:
        text = f"{text.rpartition('default: ')[0]}default: {default})"
    return option(text, str, default=None, metavar=found.metavar)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayOptions:
    """What ``gtpengine play`` takes."""

    file: str | None = optional_argument(
        "a game in SGF, GIB, NGF or UGF to go on with", str, default=None, metavar="FILE"
    )
    size: int | None = option(
        f"size of the board, {SMALLEST} to 19 (default: 19, or {ladder.SIZE} with --ladder)",
        numbers.whole(SMALLEST, 19),
        default=None,
    )
    color: str = option("your colour", str, default="black", choices=("black", "white"))
    rank: str | None = _engine_option("rank")
    level: str | None = _engine_option("level")
    handicap: int = option(
        f"handicap stones for Black, 2 to {MOST_HANDICAP}",
        numbers.whole(0, MOST_HANDICAP),
        default=0,
    )
    komi: float | None = option(
        "points for White (default: the komi of the rules, or 0.5 with handicap stones)",
        numbers.komi,
        default=None,
    )
    rules: str = option("rules of the game", str, default="chinese", choices=tuple(ALL_RULES))
    clock: str = option(
        "time for each side: 10m, 10m+5x30s (byo-yomi), 5m+10s (Fischer), or none",
        str,
        default="none",
        metavar="CLOCK",
    )
    name: str = option(
        "your name, for the record of the game (default: none)", str, default="", metavar="NAME"
    )
    plain: bool = flag("line by line, in any terminal")
    time_per_move: str | None = _engine_option("time-per-move")
    simulations: str | None = _engine_option("simulations")
    human_pace: bool = flag("the engine takes as long for a move as a person would")
    threads: str | None = _engine_option("threads")
    memory: str | None = _engine_option("memory")
    seed: str | None = _engine_option("seed")
    hints: HintEngineOptions = group(HintEngineOptions)
    teaching: TeachingOptions = group(TeachingOptions)
    spoken: LanguageOptions = group(LanguageOptions)
    words: tuple[str, ...] = command_words()

    def given_to_the_engine(self) -> dict[str, str]:
        """Return the options of the engine by its parameters."""
        given = {
            "rank": self.rank,
            "level": self.level,
            "time-per-move": self.time_per_move,
            "simulations": self.simulations,
            "human-pace": "true" if self.human_pace else None,
            "threads": self.threads,
            "memory": self.memory,
            "seed": self.seed,
        }
        return {OPTIONS[name].parameter: text for name, text in given.items() if text is not None}


def run(options: PlayOptions) -> int:
    options.spoken.use()
    with hint_judge(options.hints, "play") as judge:
        return _run(options, judge)


def _run(options: PlayOptions, judge: SessionJudge | None) -> int:
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    path = None if options.file is None else user_path(options.file)
    try:
        terms = terms_of(options)
        if path is None:
            session = PlaySession(terms, judge=judge)
        else:
            session = PlaySession.load(path, terms, judge=judge)
    except PlayError as error:
        raise UsageError(f"gtpengine play: {error}") from error
    for event in session.events_since():
        if event.kind == "note":
            print(f"gtpengine play: {plain(str(event.text))}", file=sys.stderr)
    wanted = asks and not options.plain and os.environ.get("TERM", "dumb") != "dumb"
    if wanted and importlib.util.find_spec("textual") is None:
        print(lacking(MISSING, "play"), file=sys.stderr)
        wanted = False
    if wanted:
        from gtpengine.terminal.screen import show

        return show(session, path, ask_first=len(options.words) == 1)
    return _plain(session, path, asks)


def _plain(session: PlaySession, path: Path | None, asks: bool) -> int:
    color = drawing.has_color(sys.stdout) and drawing.has_unicode(sys.stdout)
    ask = reader(sys.stdin, asks, sys.stdout)
    return Plain(session, path, ask, sys.stdout, PlainStyle(color, asks)).run()


def terms_of(options: PlayOptions) -> PlaySettings:
    """Return the terms that the options name.

    :raises PlayError: when they do not fit together, or the engine refuses an option.
    """
    engine: dict[str, Any] = dict(options.given_to_the_engine())
    engine.setdefault("threads", usual_threads(seeded="seed" in engine))
    if not engine.keys() & {"rank", "level", "time_per_move", "simulations"}:
        engine |= DEFAULT_STRENGTH
    terms = PlaySettings(
        options.size or PlaySettings().size,
        options.rules,
        options.komi,
        BLACK if options.color == "black" else WHITE,
        options.handicap,
        engine,
        parse_clock(options.clock),
        options.name,
        options.teaching.terms,
    )
    if not options.teaching.ladder:
        return terms
    given = [name for name, beside in CHOSEN.items() if getattr(options, name) not in beside]
    if given:
        named = ", ".join("FILE" if one == "file" else f"--{one}" for one in given)
        raise PlayError(
            _("The ladder chooses the game: leave out {options}.", options=named.replace("_", "-"))
        )
    return ladder.terms_of(ladder.load(ladder.default_path()).rung, terms)


CHOSEN: Final[dict[str, tuple[Any, ...]]] = {
    "file": (None,),
    "size": (None, ladder.SIZE),
    "color": ("black",),
    "rank": (None,),
    "level": (None,),
    "handicap": (0,),
    "komi": (None,),
    "simulations": (None,),
    "time_per_move": (None,),
}
"""The options that the ladder chooses, with what may stand beside ``--ladder``."""


COMMAND: Final = CommandLine(
    PlayOptions,
    run,
    "Play against the engine on a board in the terminal: with colours, mouse and keys where"
    " the terminal has them (Textual draws it), line by line elsewhere and through a pipe.",
    "# 9x9, you are Black, against a weak engine\ngtpengine play --size 9 --rank 20k",
    "# asked before a mistake that players of 9k see\ngtpengine play --rank 12k --are-you-sure 3",
    "# go on with a saved game\ngtpengine play game.sgf",
)
