"""The result of a game: who won, and the same in words."""

from __future__ import annotations

import math
import re
from typing import Final

from board_ext.coords import BLACK, EMPTY, WHITE
from gtpengine.base.text.language import Text, later, later_n
from gtpengine.sgf.servers import result_of

_SIDES: Final = {"B": later("Black"), "W": later("White")}
_WINNERS: Final = {"B+": BLACK, "W+": WHITE}
_WINS: Final = re.compile("win|won|resign|time|lose|勝|胜|승|押|負|负|패", re.IGNORECASE)
_WITHOUT_WINNER: Final = {
    "0": later("a draw"),
    "draw": later("a draw"),
    "void": later("no result"),
    "?": later("unknown"),
}


def winner_of(result: str) -> int:
    """Return the colour that won by a result such as ``B+R``, or in words such as ``白中押し勝ち``.

    EMPTY is for any other text.
    """
    said = result[:2].upper()
    if said not in _WINNERS and _WINS.search(result):
        said = result_of(result)[:2]
    return _WINNERS.get(said, EMPTY)


def result_words(result: str) -> Text:
    """Return a result of SGF in words: ``B+3.5`` is "Black wins by 3.5 points"."""
    if result[:2] not in ("B+", "W+"):
        return _WITHOUT_WINNER.get(result.lower(), Text(result))
    winner, how = _SIDES[result[0]], result[2:]
    match how.lower():
        case "":
            return later("{winner} wins", winner=winner)
        case "r" | "resign":
            return later("{winner} wins by resignation", winner=winner)
        case "t" | "time":
            return later("{winner} wins on time", winner=winner)
        case "f" | "forfeit":
            return later("{winner} wins by forfeit", winner=winner)
    try:
        points = float(how)
    except ValueError:
        points = math.nan
    if points.is_integer():
        return later_n(
            "{winner} wins by {count} point",
            "{winner} wins by {count} points",
            int(points),
            winner=winner,
        )
    if math.isfinite(points):
        return later("{winner} wins by {points:g} points", winner=winner, points=points)
    return Text(result)
