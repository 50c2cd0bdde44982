"""The result of a game: who won, and the same in words."""

from __future__ import annotations

from typing import Final

from board_ext.coords import BLACK, EMPTY, WHITE

_SIDES: Final = {"B": ("Black", "White"), "W": ("White", "Black")}
_WITHOUT_WINNER: Final = {"0": "a draw", "draw": "a draw", "void": "no result", "?": "unknown"}


def winner_of(result: str) -> int:
    """Return the colour that won by a result such as ``B+R``; EMPTY for any other text."""
    return {"B+": BLACK, "W+": WHITE}.get(result[:2].upper(), EMPTY)


def result_words(result: str) -> str:
    """Return a result of SGF in words: ``B+3.5`` is "Black wins by 3.5 points"."""
    if result[:2] not in ("B+", "W+"):
        return _WITHOUT_WINNER.get(result.lower(), result)
    (winner, loser), how = _SIDES[result[0]], result[2:]
    match how.lower():
        case "":
            return f"{winner} wins"
        case "r" | "resign":
            return f"{loser} resigns, {winner} wins"
        case "t" | "time":
            return f"{winner} wins on time"
        case "f" | "forfeit":
            return f"{winner} wins by forfeit"
        case "1" | "1.0":
            return f"{winner} wins by 1 point"
    return f"{winner} wins by {how} points"
