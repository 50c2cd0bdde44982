"""What the formats of servers have in common: lines of text that become an SGF tree.

Servers write names, ranks, dates and results in the words of their languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from gtpengine.sgf.error import SgfError, shown
from gtpengine.sgf.tree import MOST_NODES, SgfNode

MOST_LINES: Final = 2 * MOST_NODES
"""Most lines of a file: a move has one, a comment some."""
LONGEST_LINE: Final = 10_000
"""Most characters of a line that are read."""
LARGEST: Final = 19

_LINE: Final = re.compile(rb"([^\r\n]*+)(?:\r\n|\r|\n|\Z)")
_LETTERS: Final = "abcdefghijklmnopqrs"
_WORD_NUMBERS: Final = dict(zip("初二三四五六七八九", range(1, 10), strict=True)) | {"一": 1}
RANK: Final = re.compile(
    r"(\d{1,2}|[一初二三四五六七八九])[\s-]?(k|급|級|级|d|단|段|p)(p?)(?:yu|an)?[*?+]{0,2}",
    re.IGNORECASE,
)
"""A rank, such as ``9단``, ``7D*`` and ``9DP`` (a professional)."""
_DATE: Final = re.compile(r"([12]\d{3})\D{0,3}(\d{1,2})\D{0,3}(\d{1,2})")

_COLORS: Final = re.compile(r"(white|白|백|ขาว)|(black|黒|黑|흑|ดำ)", re.IGNORECASE)
_LOSES: Final = re.compile(r"los[et]|負|负|패", re.IGNORECASE)
_HOW: Final = {
    "R": re.compile(r"resi|中押|中盤|中盘|불계", re.IGNORECASE),
    "T": re.compile(r"time|時間|时间|超时|超時|시간", re.IGNORECASE),
}
_MARGIN: Final = re.compile(r"[^\d]*(\d{1,3}(?:\.\d)?)(?![\d./又])(.{0,2}[半반])?")


def lines(data: bytes) -> Iterator[str]:
    """Yield the lines of UTF-8 data as text.

    :raises SgfError: when there are too many.
    """
    for number, found in enumerate(_LINE.finditer(data)):
        if number > MOST_LINES:
            raise SgfError(f"more than {MOST_LINES:,} lines; divide it")
        yield found[1][:LONGEST_LINE].decode("utf-8", "replace").strip()


class ForeignTree(NamedTuple):
    """The tree of a game, the number of its nodes, and whether its end seems to be missing."""

    root: SgfNode
    nodes: int
    cut: bool


class ForeignGame:
    """A game of a server while it is read.

    ``root`` is its tree, ``node`` the last move; ``line`` is the number of the line that is read.
    ``cut`` is whether the end of the file seems to be missing.
    """

    def __init__(self) -> None:
        self.root = SgfNode({"FF": [b"4"], "GM": [b"1"], "CA": [b"UTF-8"]})
        self.node = self.root
        self.size = LARGEST
        self.line = 0
        self.cut = False
        self._nodes = 1
        self._comments: dict[int, tuple[SgfNode, list[str]]] = {}

    def tree(self) -> ForeignTree:
        """Return the whole tree with its comments."""
        for node, found in self._comments.values():
            node.add_text("C", "\n".join(found))
        return ForeignTree(self.root, self._nodes, self.cut)

    def no_move(self, line: str) -> SgfError:
        """Return the error of a line that should be a move."""
        return SgfError(f"no move: {shown(line.encode())}", self.place)

    def comment(self, node: SgfNode | None, text: str) -> None:
        """Add a line to the comment of a node, if there is one."""
        if node is not None:
            self._comments.setdefault(id(node), (node, []))[1].append(text)

    def say(self, name: str, text: str) -> None:
        """Make a text the value of a property of the root, unless it is empty or one is there."""
        if text.strip() and name not in self.root:
            self.root.set_text(name, " ".join(text.split()))

    def set_size(self, text: str) -> None:
        """Take the number of lines of the board."""
        self.root.properties.pop("SZ", None)
        self.say("SZ", text)
        if text.isdecimal() and 1 <= int(text[:4]) <= LARGEST:
            self.size = int(text[:4])  # others are refused with their SZ

    def player(self, color: str, name: str, rank: str) -> None:
        """Take the name and the rank of a player."""
        self.say(f"P{color}", name)
        self.say(f"{color}R", _plain_rank(rank.strip()))

    def handicap(self, text: str, third: str) -> None:
        """Put the usual handicap stones; ``third`` is where the third one goes.

        :raises SgfError: when the text is no number.
        """
        if not text.isdecimal() or len(text) > 3:
            raise SgfError(f"no handicap: {shown(text.encode())}", self.place)
        stones = int(text)
        if stones:
            self.say("HA", text)
        if 2 <= stones <= 9 and self.size == LARGEST:
            self.root.set_raw("AB", *(point.encode() for point in _handicap(stones, third)))

    def point(self, column: int, row: int) -> bytes:
        """Return the name of a point, counted from 0 at the upper left.

        :raises SgfError: when it is not on the board.
        """
        if not (0 <= column < self.size and 0 <= row < self.size):
            raise SgfError(f"the point is outside a {self.size}x{self.size} board", self.place)
        return (_LETTERS[column] + _LETTERS[row]).encode()

    def play(self, color: str, point: bytes) -> SgfNode:
        """Add a move after the last one; where it is there, go to it.

        :raises SgfError: when there are too many.
        """
        for child in self.node.children:
            if child.properties.get(color) == [point]:
                self.node = child
                return child
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise SgfError(f"more than {MOST_NODES:,} nodes; divide it", self.place)
        self.node = self.node.add_child({color: [point]})
        return self.node

    def to_play(self) -> str:
        """Return whose turn it is after the last move."""
        if self.node is self.root:
            return "W" if "AB" in self.root else "B"
        return "B" if "W" in self.node else "W"

    @property
    def place(self) -> str:
        """Where in the file the reader is."""
        return f"line {self.line}"


def _handicap(stones: int, third: str) -> list[str]:
    """Return the points of 2 to 9 handicap stones on 19x19."""
    corners = ["pd", "dp", third, *({"dd", "pp"} - {third})]
    sides = ["dj", "pj", "jd", "jp"]
    points = corners[:stones] + sides[: max(0, stones // 2 * 2 - 4)]
    return points + ["jj"] * (stones > 4 and stones % 2)


def _plain_rank(text: str) -> str:
    """Return a rank as SGF has it: 9d, 7k, 9p; what is none as it is."""
    found = RANK.fullmatch(text)
    if found is None:
        return text
    number, letter, professional = found.groups()
    kind = "p" if professional or letter in "pP" else "k" if letter in "kK급級级" else "d"
    return f"{_WORD_NUMBERS.get(number) or int(number)}{kind}"


def date_of(text: str) -> str:
    """Return the date in a text as SGF has it; empty without one."""
    found = _DATE.search(text)
    return f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}" if found else ""


def result_of(text: str) -> str:
    """Return a result in the words of a server as SGF has it, ``W+5.5``; empty without one."""
    said = text.partition(">>")[0]
    color = _COLORS.search(said)
    if color is None:
        return ""
    rest = said[color.end() :]
    won = "W" if bool(color[1]) != bool(_LOSES.search(rest)) else "B"
    for letter, words in _HOW.items():
        if words.search(rest):
            return f"{won}+{letter}"
    margin = _MARGIN.match(rest)
    if margin is None:
        return f"{won}+"
    return f"{won}+{float(margin[1]) + (0.5 if margin[2] else 0):g}"
