"""NGF, the records of Cyberoro (WBaduk): a head of twelve lines, then a line for each move.

The format has no public description. A move such as ``PMABBREER`` has a running number, the
colour, and column and row as letters from B on, the upper left first; ``AA`` is a pass. Older files
put ``GI`` before the lines of the head, which come in another order.
"""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import Final

from gtpengine.sgf.servers import RANK, ForeignGame, ForeignTree, date_of, lines, result_of

_MOVE: Final = re.compile(r"PM[A-Z]{2}([BW])([A-Z])([A-Z])[A-Z]{0,2}")
_COMMENT: Final = re.compile(r"ID\s?[BW]?(?:\[\d{0,4}\])?\s?(.*?)(?:\[EndTxt\])?")
_HEAD: Final = (
    *("title", "size", "white", "black", "site", "handicap", "?", "komi", "date", "minutes"),
    *("result", "moves"),
)
_OLDER: Final = (
    *("title", "white", "black", "?", "?", "date", "size", "handicap", "?", "komi", "moves"),
)
_THIRD: Final = "pp"


def read_ngf(data: bytes) -> ForeignTree:
    """Return the tree of a game.

    :raises SgfError: when it cannot be read.
    """
    game = ForeignGame()
    no_moves = takewhile(lambda line: not _MOVE.fullmatch(line), lines(data))
    first = list(islice(no_moves, len(_HEAD)))
    older = bool(first) and first[0].startswith("GI")
    names = _OLDER if older else _HEAD
    head = dict(zip(names, (line[2 * older :].strip() for line in first), strict=False))
    _begin(game, head)
    moves = 0
    for game.line, line in enumerate(lines(data), 1):
        if found := _MOVE.fullmatch(line):
            color, *letters = found.groups()
            column, row = (ord(letter) - ord("B") for letter in letters)
            moves += 1
            game.play(color, b"" if column == row == -1 else game.point(column, row))
        elif line.startswith("PM"):
            raise game.no_move(line)
        elif line.startswith("ID") and (found := _COMMENT.fullmatch(line)):
            game.comment(game.node, found[1])
            game.say("RE", result_of(found[1]))
    said = head.get("moves", "")
    game.cut = said.isdecimal() and int(said[:5]) > moves
    return game.tree()


def _begin(game: ForeignGame, head: dict[str, str]) -> None:
    """Take what the head says.

    :raises SgfError: when the handicap is no number.
    """
    game.set_size(head.get("size", ""))
    for color, name in (("B", "black"), ("W", "white")):
        said = head.get(name, "")
        player, _, rank = said.rpartition(" ")
        game.player(color, *((player, rank) if RANK.fullmatch(rank) else (said, "")))
    handicap = head.get("handicap") or "0"
    game.line = list(head).index("handicap") + 1 if "handicap" in head else 1
    game.handicap(handicap, _THIRD)
    komi = head.get("komi", "")
    if re.fullmatch(r"-?\d{1,3}(\.\d)?", komi):
        game.say("KM", komi + ".5" * (handicap == "0" and komi.isdecimal()))
    game.say("DT", date_of(head.get("date", "")))
    game.say("EV", head.get("title", ""))
    game.say("PC", head.get("site", ""))
    game.say("RU", "Korean")
    game.say("RE", result_of(head.get("result", "")))
