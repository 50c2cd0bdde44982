"""The options of ``gtpengine rank``."""

from __future__ import annotations

from dataclasses import dataclass

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.language_options import LanguageOptions
from gtpengine.base.arguments.options import arguments, flag, group, option
from gtpengine.personrank.ranking import LAST


@dataclass(frozen=True, kw_only=True, slots=True)
class RankOptions:
    """What ``gtpengine rank`` takes."""

    games: tuple[str, ...] = arguments(
        "games in SGF, GIB, NGF or UGF, folders, archives (zip, tar), or - for stdin", str, least=1
    )
    player: str = option(
        "name of the person in these records (default: the one name that is in all of them)",
        str,
        default="",
        metavar="NAME",
    )
    last: int = option(
        "games of each board that count, the newest by the dates in the records",
        numbers.count,
        default=LAST,
    )
    json: bool = flag("print JSON, with an object for each board")
    spoken: LanguageOptions = group(LanguageOptions)
