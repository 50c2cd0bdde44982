"""The options of ``gtpengine solve``."""

from __future__ import annotations

from dataclasses import dataclass

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.language_options import LanguageOptions
from gtpengine.base.arguments.options import argument, flag, group, new_file, option


@dataclass(frozen=True, kw_only=True, slots=True)
class SolveOptions:
    """What ``gtpengine solve`` takes."""

    problem: str = argument("SGF file with the position, or - for stdin", str, metavar="FILE")
    color: str | None = option(
        "side to move (default: as the file says, else Black)",
        str,
        default=None,
        choices=("b", "w"),
    )
    region: str = option(
        "points on which is played, such as 'A1:F5 G2' (default: found)",
        str,
        default="",
        metavar="POINTS",
    )
    time: float = option(
        "time for the first move that works; as much again, and what is left, is for all others",
        numbers.seconds(above=True),
        default=2.0,
    )
    json: bool = flag("print JSON")
    sgf: str | None = new_file("write every first move with its refutation to this SGF file")
    spoken: LanguageOptions = group(LanguageOptions)
