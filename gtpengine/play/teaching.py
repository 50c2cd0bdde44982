"""What a game does to teach: it asks *are you sure?*, tells verdicts, or says nothing at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from gtpengine.base.text.language import _
from gtpengine.game.ranks import rank_number
from gtpengine.play.trouble import PlayError

SHARPNESS: Final = range(21)
"""How many ranks better than the person those are whose eyes a game may use."""
USUAL_SHARPNESS: Final = 3
OFF: Final = "off"
AT_ONCE: Final = "at-once"
VERDICTS: Final = ("after", AT_ONCE)
"""When a verdict is told: after the person's answer to the question, or with the question."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """``sharpness``: the game asks *are you sure?* when a move loses what players this many ranks
    better than the person see; None never asks. ``rank`` is the person's, empty for the engine's
    rank. Without ``analysis`` there are no hints, estimates, questions or verdicts.

    :raises PlayError: when these settings do not fit together.
    """

    sharpness: int | None = None
    rank: str = ""
    verdict: str = VERDICTS[0]
    analysis: bool = True

    def __post_init__(self) -> None:
        if self.sharpness is not None and self.sharpness not in SHARPNESS:
            raise PlayError(_wrong_sharpness(self.sharpness))
        if self.verdict not in VERDICTS:
            known = ", ".join(VERDICTS)
            raise PlayError(_("When are verdicts told? Choose: {known}.", known=known))
        if self.rank:
            try:
                rank_number(self.rank)
            except ValueError as error:
                raise PlayError(_("Your rank: {error}.", error=error)) from None
        if self.sharpness is not None and not self.analysis:
            raise PlayError(_("Without analysis nobody asks 'are you sure?': choose one of both."))

    def to_texts(self) -> dict[str, str]:
        """Return what is not as usual, as texts for a file."""
        sure = "" if self.sharpness is None else str(self.sharpness)
        verdict = self.verdict if self.verdict != VERDICTS[0] else ""
        texts = {"sure": sure, "my_rank": self.rank, "verdict": verdict}
        texts["analysis"] = "" if self.analysis else OFF
        return {name: text for name, text in texts.items() if text}

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> Self:
        """Return what ``to_texts`` wrote.

        :raises PlayError: when something else stands there.
        """
        return cls(
            parse_sharpness(texts.get("sure", OFF)),
            texts.get("my_rank", ""),
            texts.get("verdict", VERDICTS[0]),
            texts.get("analysis") != OFF,
        )

    def check_analysis(self) -> None:
        """Check that the person may be told what the engine thinks.

        :raises PlayError: when the game is without analysis.
        """
        if not self.analysis:
            raise PlayError(_("This game is without analysis."))


def parse_sharpness(text: str) -> int | None:
    """Read how sharp the eyes are: a number of ranks, or ``off``.

    :raises PlayError: when the text is neither.
    """
    if text.strip().lower() in (OFF, "none", "no"):
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise PlayError(_wrong_sharpness(text))
    return int(text)


def _wrong_sharpness(told: object) -> str:
    most = SHARPNESS[-1]
    return _("'Are you sure?' takes 0 to {most} ranks, or off: not {told!r}.", most=most, told=told)
