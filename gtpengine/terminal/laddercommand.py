"""``gtpengine ladder``: where a person stands, and where to begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.language_options import LanguageOptions
from gtpengine.base.arguments.options import group, option
from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.text.language import _
from gtpengine.play import ladder
from gtpengine.play.ladder import RUNGS, Standing
from gtpengine.play.trouble import PlayError


@dataclass(frozen=True, kw_only=True, slots=True)
class LadderOptions:
    """What ``gtpengine ladder`` takes."""

    begin_at: str | None = option(
        "go to the even game against the opponent nearest to this rank (default: stay)",
        str,
        default=None,
        metavar="RANK",
    )
    spoken: LanguageOptions = group(LanguageOptions)


def run(options: LadderOptions) -> int:
    options.spoken.use()
    path = ladder.default_path()
    try:
        if options.begin_at is None:
            standing = ladder.load(path)
        else:
            with ladder.alone(path):
                standing = ladder.begun_at(options.begin_at, ladder.load(path))
                ladder.save(path, standing)
    except PlayError as error:
        raise UsageError(f"gtpengine ladder: {error}") from None
    print("\n".join(ladder_lines(standing)))
    return 0


def ladder_lines(standing: Standing) -> list[str]:
    """Return the rungs, the highest first, and where the person stands."""
    lines = []
    for number, rung in reversed(list(enumerate(RUNGS))):
        here = "->" if number == standing.rung else "  "
        best = ""
        if number == standing.best and standing.games:
            words = _("your best")
            best = f"  ({words})"
        text = _("Rung {number}: {terms}", number=format(number + 1, "2"), terms=rung.text)
        lines.append(f"{here} {text}{best}")
    return [*lines, "", str(standing.text)]


COMMAND: Final = CommandLine(
    LadderOptions,
    run,
    "Show where you stand on the ladder: games on 9x9 in which the handicap falls and the opponent"
    " gets stronger as you win, and the other way round as you lose. 'gtpengine play --ladder'"
    " plays the next game.",
    "# where do I stand?\ngtpengine ladder",
    "# I am about 10k\ngtpengine ladder --begin-at 10k",
)
