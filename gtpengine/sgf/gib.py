r"""GIB, the records of Tygem: ``\[NAME=text\]`` in the head, then a line for each move.

The format has no public description. Numbers are tenths of points; points count from 0 at the
upper left.
"""

from __future__ import annotations

import re
from typing import Final

from gtpengine.sgf.servers import ForeignGame, ForeignTree, date_of, lines, result_of

_HEAD: Final = re.compile(r"\\\[(\w{1,30})=(.*?)(?:\\\])?")
_PLAYER: Final = re.compile(r"([^()]*)\(([^()]*)\)")
_HOW: Final = {"0": "B+{}", "1": "W+{}", "3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}
"""Results by number, with the margin where the game was counted."""
_HUNDREDTHS: Final = 250
"""The smallest komi that is meant as hundredths of stones (``375``), not as tenths of points."""
_THIRD: Final = "dd"


def read_gib(data: bytes) -> ForeignTree:
    """Return the tree of a game.

    :raises SgfError: when it cannot be read.
    """
    game = ForeignGame()
    game.cut = True
    head: dict[str, str] = {}
    moves = False
    for game.line, line in enumerate(lines(data), 1):
        if not moves and (found := _HEAD.fullmatch(line)):
            head.setdefault(found[1], found[2])
        elif line == "\\GS":
            moves = True
            _begin(game, head)
        elif line == "\\GE":
            game.cut = False
            break
        elif moves:
            _step(game, line)
    if not moves:
        _begin(game, head)
    return game.tree()


def _begin(game: ForeignGame, head: dict[str, str]) -> None:
    """Take what the head says."""
    info, tag = _parts(head.get("GAMEINFOMAIN", "")), _tagged(head.get("GAMETAG", ""))
    game.set_size(info.get("LINE", "19"))
    for color, name in (("B", "BLACK"), ("W", "WHITE")):
        said = head.get(f"GAME{name}NAME", "")
        nick = _parts(head.get(f"{color}USERINFO", "")).get(f"{color}NICK", "")
        found = _PLAYER.fullmatch(said)
        game.player(color, found[1] if found else said or nick, found[2] if found else "")
    game.say("DT", date_of(head.get("GAMEDATE", "")) or date_of(tag.get("C", "")))
    game.say("EV", head.get("GAMENAME", ""))
    game.say("PC", head.get("GAMEPLACE", ""))
    game.say("RU", "Korean")
    game.say("GC", head.get("GAMECONDITION", ""))
    game.say("C", head.get("GAMECOMMENT", ""))
    how = _HOW.get(info.get("GRLT") or tag.get("W", ""), "")
    margin = info.get("ZIPSU") or tag.get("Z", "")
    points = f"{int(margin) / 10:g}" if _is_number(margin) and int(margin) else ""
    game.say("RE", how.format(points) or result_of(head.get("GAMERESULT", "")))
    komi = info.get("GONGJE") or tag.get("G", "")
    if _is_number(komi):
        game.say("KM", komi if int(komi) >= _HUNDREDTHS else f"{int(komi) / 10:g}")


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 6


def _parts(text: str) -> dict[str, str]:
    """Return the parts of a text such as ``GRLT:3,ZIPSU:0`` by name."""
    pairs = (part.partition(":") for part in text.split(","))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _tagged(text: str) -> dict[str, str]:
    """Return the parts of a text such as ``G65,W3,C2016:03:26`` by their first letter."""
    return {part.strip()[:1]: part.strip()[1:] for part in reversed(text.split(","))}


def _step(game: ForeignGame, line: str) -> None:
    """Read a line after the head; others than handicap, moves and passes say nothing of the game.

    :raises SgfError: when a move cannot be read, or its point is not on the board.
    """
    plain, _, comment = line.partition("&4")
    word, *numbers = plain.split() or [""]
    if word == "INI":
        stones = numbers[2] if len(numbers) > 2 and _is_number(numbers[2]) else "0"
        game.handicap(stones, _THIRD)
        if stones == "0" and game.root.raw("KM") == b"0":
            game.root.set_text("KM", "")  # even games with komi say so, too
    elif word == "STO":
        if len(numbers) < 5 or not all(map(_is_number, numbers[2:5])):
            raise game.no_move(line)
        color, column, row = numbers[2:5]
        game.play("B" if color == "1" else "W", game.point(int(column), int(row)))
    elif word == "SKI":
        game.play(game.to_play(), b"")
    else:
        return
    if comment.strip():
        game.comment(game.node, comment.strip())
