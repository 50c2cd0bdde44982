"""The options of ``gtpengine play`` that teach."""

from __future__ import annotations

from argparse import ArgumentTypeError
from dataclasses import dataclass

from gtpengine.base.arguments.options import flag, option
from gtpengine.play.teaching import OFF, SHARPNESS, USUAL_SHARPNESS, VERDICTS, Teaching
from gtpengine.play.teaching import parse_sharpness as parsed
from gtpengine.play.trouble import PlayError


def _sharpness(text: str) -> int | None:
    try:
        return parsed(text)
    except PlayError as error:
        raise ArgumentTypeError(str(error).removesuffix(".")) from None


@dataclass(frozen=True, kw_only=True, slots=True)
class TeachingOptions:
    """What a game does to teach."""

    are_you_sure: int | None = option(
        "ask 'are you sure?' before a move that loses what players N ranks better than you see:"
        f" 0 to {SHARPNESS[-1]}, or off; {USUAL_SHARPNESS} suits most (default: off)",
        _sharpness,
        default=None,
        metavar=f"N|{OFF}",
    )
    my_rank: str = option(
        "your rank, for --are-you-sure (default: the opponent's)", str, default="", metavar="RANK"
    )
    verdict: str = option(
        "when a verdict is told: after your answer, or at once with the question",
        str,
        default=VERDICTS[0],
        choices=VERDICTS,
    )
    no_analysis: bool = flag("a game without hints, estimates or verdicts, as for children")
    ladder: bool = flag(
        "the next game of the ladder on 9x9, against the opponent that you have earned; see"
        " gtpengine ladder"
    )

    @property
    def terms(self) -> Teaching:
        """The terms of a game.

        :raises PlayError: when they do not fit together.
        """
        return Teaching(self.are_you_sure, self.my_rank, self.verdict, not self.no_analysis)
