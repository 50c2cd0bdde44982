"""The options of ``gtpengine problems``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.language_options import LanguageOptions
from gtpengine.base.arguments.options import argument, arguments, group, new_file, option
from gtpengine.base.files.userpath import user_path
from gtpengine.problems.deck import default_path
from gtpengine.review.searching.options import SIMULATIONS, JudgeOptions

MOST: Final = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckOptions:
    """Which deck."""

    deck: str | None = option(
        "file of the problems (default: ~/.local/share/gtpengine/problems.sqlite)",
        str,
        default=None,
        metavar="FILE",
    )

    @property
    def path(self) -> Path:
        """The file."""
        return default_path() if self.deck is None else user_path(self.deck)


@dataclass(frozen=True, kw_only=True, slots=True)
class AddOptions:
    """What ``gtpengine problems add`` takes."""

    games: tuple[str, ...] = arguments(
        "games in SGF, GIB, NGF or UGF, folders, archives (zip, tar), or - for stdin", str, least=1
    )
    player: str = option(
        "your name in these records; only your mistakes become problems (default: both players')",
        str,
        default="",
        metavar="NAME",
    )
    most: int = option("problems of a game at most", numbers.count, default=MOST)
    simulations: int = option(
        "simulations of the search of each position, as for review",
        numbers.count,
        default=SIMULATIONS,
    )
    threads: int = option(
        "positions searched at a time (default: 0, one for each core)",
        numbers.concurrency,
        default=0,
    )
    judge: JudgeOptions = group(JudgeOptions)
    which: DeckOptions = group(DeckOptions)
    spoken: LanguageOptions = group(LanguageOptions)


@dataclass(frozen=True, kw_only=True, slots=True)
class AskOptions:
    """What ``gtpengine problems ask`` takes."""

    most: int = option("problems asked at most", numbers.count, default=20)
    simulations: int = option(
        "simulations of the search that judges an answer; up to five times as many where it looks"
        " like a mistake",
        numbers.count,
        default=SIMULATIONS,
    )
    judge: JudgeOptions = group(JudgeOptions)
    which: DeckOptions = group(DeckOptions)
    spoken: LanguageOptions = group(LanguageOptions)


@dataclass(frozen=True, kw_only=True, slots=True)
class ProgressOptions:
    """What ``gtpengine problems progress`` takes."""

    picture: str | None = new_file("file to write a picture to, as SVG")
    which: DeckOptions = group(DeckOptions)
    spoken: LanguageOptions = group(LanguageOptions)


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckExportOptions:
    """What ``gtpengine problems export`` takes."""

    output: str = argument(
        "file to write: .sgf, or .apkg for Anki; no file may have this name", str, metavar="FILE"
    )
    which: DeckOptions = group(DeckOptions)
    spoken: LanguageOptions = group(LanguageOptions)
