"""UGF (also UGI), the records of PandaNet: sections with a head in brackets.

``[Header]`` has ``Name=text`` lines, ``[Data]`` the moves, ``[Figure]`` comments and labels, and
reviews have ``[ReviewNode]`` with variations and ``[ReviewComment]``. The format has no public
description. Columns are letters from A on, rows too: from below where ``CoordinateType`` is IGS,
else from above. Diagrams inside of ``[Figure]`` are passed over, their texts are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from gtpengine.sgf.error import SgfError
from gtpengine.sgf.servers import ForeignGame, ForeignTree, date_of, lines
from gtpengine.sgf.tree import SgfNode, escaped

_SECTION: Final = re.compile(r"\[(\w{1,30})\]")
_LIKE_A_MOVE: Final = re.compile(r"[A-Z]{2},(?![BWM]0)|NODE")
_MOVE: Final = re.compile(r"([A-Z])([A-Z]),([BWM])[12K]?,(\d{1,5}),.*")
_NODE: Final = re.compile(r"NODE,(\d{1,7}),([012]),(\d{1,2}),(\d{1,2}).*")
_LABEL: Final = re.compile(r"\.#,(\d{1,2}),(\d{1,2}),(.*)")
_NUMBER: Final = re.compile(r"\.\w+,(\d{1,7}).*")
_PLAIN: Final = {"Title": "EV", "Place": "PC", "Copyright": "CP", "Writer": "US", "Comment": "GC"}
_NO_WINNER: Final = {"D": "Draw", "N": "Void", "O": "Void", "N1": "Void"}
_HOW: Final = {"C": "R", "T": "T", "F": "F"}
"""How a game was won without being counted."""
_MARGIN: Final = re.compile(r"\d{1,3}(\.\d{1,2})?")


def read_ugf(data: bytes) -> ForeignTree:
    """Return the tree of a game.

    :raises SgfError: when it cannot be read.
    """
    reader = _Reader()
    section: Callable[[str], None] = reader.passed
    sections = {
        "Header": reader.header,
        "Data": reader.move,
        "Figure": reader.figure,
        "ReviewNode": reader.review_node,
        "ReviewComment": reader.comment,
    }
    for reader.game.line, line in enumerate(lines(data), 1):
        if found := _SECTION.fullmatch(line):
            section = sections.get(found[1], reader.passed)
            reader.texts_of = None
        elif line:
            section(line)
    in_moves = section in (reader.move, reader.review_node)
    reader.game.cut = reader.is_open() or (in_moves and not data.endswith((b"\n", b"\r")))
    return reader.game.tree()


class _Reader:
    """What each section of a file adds to the game.

    ``nodes`` are the nodes by the numbers that moves and reviews give them; ``texts_of`` gets the
    text that follows.
    """

    def __init__(self) -> None:
        self.game = ForeignGame()
        self.texts_of: SgfNode | None = None
        self._from_below = self._locked = self._hidden = self._in_text = False
        self._said = 1
        self._moves = {0: self.game.root}
        self._reviewed: dict[int, SgfNode] = {}
        self._left: list[SgfNode] = []

    def passed(self, line: str) -> None:
        """Pass over a line."""

    def is_open(self) -> bool:
        """Return whether moves are missing, or the end of a text or of a variation."""
        moves = max(*self._moves, len(self._reviewed))
        return moves < self._said or self._in_text or bool(self._left)

    def header(self, line: str) -> None:
        """Take a line ``Name=text``."""
        name, _, text = line.partition("=")
        first, _, second = text.partition(",")
        game = self.game
        if name in _PLAIN:
            game.say(_PLAIN[name], text.strip(","))
        elif name in ("PlayerB", "PlayerW"):
            game.player(name[-1], first, second.partition(",")[0])
        elif name == "Size":
            game.set_size(text)
        elif name == "Hdcp":
            if first not in ("", "0", "1"):
                game.say("HA", first)
            game.say("KM", second)
        elif name == "Rule":
            game.say("RU", "Japanese" if text == "JPN" else text)
        elif name == "Date":
            game.say("DT", date_of(first))
        elif name == "Winner":
            game.say("RE", _result(first, second))
        elif name == "Moves":
            self._said = int(first[:5]) if first.isdecimal() else 1
        elif name == "CoordinateType":
            self._from_below = text == "IGS"
        elif name == "Crypt":
            self._locked = bool(text) and "PLAIN" not in text

    def move(self, line: str) -> None:
        """Play a move; number 0 puts a stone.

        :raises SgfError: when the file is encrypted, the move cannot be read, or its point is not
            on the board.
        """
        if self._locked:
            raise SgfError("an encrypted UGF file; save the game in another form", self.game.place)
        found = _MOVE.fullmatch(line)
        if found is None:
            if _LIKE_A_MOVE.match(line):
                raise self.game.no_move(line)
            return
        column, row, color, number = found.groups()
        color = self.game.to_play() if color == "M" else color
        at = b"" if column in "YZ" else self._point(ord(column) - 64, ord(row) - 64)
        if number != "0":
            self._moves[int(number)] = self.game.play(color, at)
        elif at:
            self.game.root.properties.setdefault(f"A{color}", []).append(at)

    def figure(self, line: str) -> None:
        """Take comments and labels."""
        if line.startswith((".Text", ".Fig")):
            if found := _NUMBER.fullmatch(line):
                self.texts_of = self._moves.get(int(found[1]))
            self._hidden, self._in_text = line.startswith(".Fig"), True
        elif line.startswith((".EndText", ".EndFig")):
            self._hidden, self._in_text = line.startswith(".EndText"), False
        elif self._hidden or self.texts_of is None:
            return
        elif found := _LABEL.fullmatch(line):
            label = self._point(int(found[1]), int(found[2])) + b":" + escaped(found[3])
            self.texts_of.properties.setdefault("LB", []).append(label)
        else:
            self.game.comment(self.texts_of, line)

    def review_node(self, line: str) -> None:
        """Play a move of a review, where it is not there; ``VARIATION`` begins another line.

        :raises SgfError: when the move cannot be read, or its point is not on the board.
        """
        game = self.game
        if found := _NODE.fullmatch(line):
            number, color, column, row = map(int, found.groups())
            if not self._reviewed:
                game.node = game.root
            if color:
                passed = column > game.size
                game.play("BW"[color - 1], b"" if passed else self._point(column, row))
            self._reviewed[number] = game.node
        elif _LIKE_A_MOVE.match(line):
            raise game.no_move(line)
        elif line.startswith("VARIATIONEND"):
            if self._left:
                game.node = self._left.pop()
        elif line.startswith("VARIATION"):
            self._left.append(game.node)

    def comment(self, line: str) -> None:
        """Take a comment, or the number of the node that it belongs to."""
        if line.startswith(".Comment"):
            found = _NUMBER.fullmatch(line)
            self.texts_of = self._reviewed.get(int(found[1])) if found else None
        else:
            self.game.comment(self.texts_of, line)

    def _point(self, column: int, row: int) -> bytes:
        """Return the name of a point, counted from 1.

        :raises SgfError: when it is not on the board.
        """
        return self.game.point(column - 1, self.game.size - row if self._from_below else row - 1)


def _result(winner: str, how: str) -> str:
    """Return a result such as (B, 2.50) or (W, C) as SGF has it."""
    if winner not in ("B", "W"):
        return _NO_WINNER.get(winner, "")
    if _MARGIN.fullmatch(how):
        return f"{winner}+{float(how):g}"
    return f"{winner}+{_HOW.get(how[:1].upper(), '')}"
