"""From the bytes of a file to the trees of its games, in linear time and bounded memory.

Read as well are what programs write beside the standard: names with small letters (``AddBlack``)
or digits (``LZ2``), text before the first game (the head of a mail), and a last bracket that is
missing. What comes between games is passed over. GIB, NGF and UGF become trees, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gtpengine.base.text.language import NO_TEXT, Text, later
from gtpengine.sgf.charset import to_utf8
from gtpengine.sgf.error import SgfError, place, shown
from gtpengine.sgf.formats import reader_of
from gtpengine.sgf.tree import MOST_NODES, SgfNode

MOST_VALUES: Final = 500_000
"""Most values of a game's properties."""

_START: Final = re.compile(rb"\(\s*+;")
_NAME_OF: Final = rb"[A-Za-z][A-Za-z0-9_]*+"
_VALUE: Final = rb"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]"
_TOKEN: Final = re.compile(
    rb"\s*+(?:(;?)\s*+(" + _NAME_OF + rb")\s*+" + _VALUE + rb"|([;()])|" + _VALUE + rb")", re.DOTALL
)
"""A property with its first value, a node's mark before it; or another mark; or a further value."""
_NAME: Final = 2
"""The group of the property's name."""
# No groups here, and no possessive repeat: with both, Python 3.11.2 reads on behind the lookahead.
_MOVES: Final = re.compile(rb"(?:\s*+;[BW]\[[a-z]{0,2}+\](?!\s*+[\[A-Za-z])){1,1000}")
"""Nodes with a move alone, as most are: they are read at once."""
_EACH_MOVE: Final = re.compile(rb";([BW])\[([a-z]{0,2}+)\]")
_NO_TOKEN: Final = re.compile(rb"\s*+(?:(" + _NAME_OF + rb")\s*+(\[)?|(\[)|(.))?", re.DOTALL)
_SMALL: Final = bytes(range(ord("a"), ord("z") + 1))


@dataclass(frozen=True, slots=True)
class SgfTree:
    """One game of a file.

    ``notes`` are sentences on what the file left open; ``more`` is whether other games follow;
    ``nodes`` counts nodes and variations.
    """

    root: SgfNode
    notes: tuple[Text, ...] = ()
    more: bool = False
    nodes: int = 1


def trees(data: bytes | str) -> Iterator[SgfTree]:
    """Yield the games of a file, each when it has been read.

    Text is text, whatever its property CA says.

    :raises SgfError: when a game is broken, or there is none; the message says where.
    """
    if isinstance(data, str):
        data, note = data.encode("utf-8", "replace"), NO_TEXT
    else:
        data, note = to_utf8(data)
    if reader := reader_of(data):
        root, nodes, cut = reader(data)
        missing = later("The end of the record is missing; perhaps it was cut off.")
        end_note = missing if cut else NO_TEXT
        yield SgfTree(root, tuple(filter(None, (note, end_note))), nodes=nodes)
        return
    found = _START.search(data)
    if found is None:
        what = "an empty file" if not data.strip() else "no SGF: it has no '(;'; nor GIB, NGF, UGF"
        raise SgfError(what)
    while found is not None:
        root, at, nodes, end_note = _game(data, found.start())
        found = _START.search(data, at)
        yield SgfTree(root, tuple(filter(None, (note, end_note))), found is not None, nodes)


def first_tree(data: bytes | str) -> SgfTree:
    """Return the first game of a file.

    :raises SgfError: as for ``trees``.
    """
    found = trees(data)
    del data  # in another charset it is not needed any more
    return next(found)


def is_sgf(data: bytes) -> bool:
    """Return whether a file is not of another format, so that SGF may replace it."""
    return reader_of(to_utf8(data)[0]) is None


def _game(data: bytes, at: int) -> tuple[SgfNode, int, int, Text]:
    """Return the tree of the game that begins at a bracket, where it ends, its nodes, and a note.

    :raises SgfError: when it is broken.
    """
    match = _TOKEN.match
    names: dict[bytes, str] = {}
    root = SgfNode()
    parent: SgfNode | None = None  # the last node, after which the next one comes
    parents: list[SgfNode | None] = []  # where the open variations branch off
    node: SgfNode | None = None  # takes properties
    values: list[bytes] | None = None  # takes further values
    nodes = count = 0
    while found := match(data, at):
        at = found.end()
        begins, written, first, mark, further = found.groups()
        if mark := begins or mark:
            values = None
            if mark == b")":
                parent, node = parents.pop(), None
                if not parents:
                    return root, at, nodes, NO_TEXT
                continue
            nodes += 1
            if nodes > MOST_NODES:
                raise SgfError(f"more than {MOST_NODES:,} nodes; divide it", place(data, at - 1))
            if mark == b"(":
                parents.append(parent)
                node = None
                continue
            if parent is None:
                if nodes > 2:
                    begin = data.index(b";", found.start())
                    raise SgfError("a second root; one bracket too many", place(data, begin))
                parent = node = root
            else:
                node = SgfNode()
                parent.children.append(node)
                parent = node
            if written is None:
                continue
        count += 1
        if count > MOST_VALUES:
            raise SgfError(f"more than {MOST_VALUES:,} values; divide it", place(data, at - 1))
        if written is None:
            if values is None:
                start = data.index(b"[", found.start())
                raise SgfError("a value without a property", place(data, start))
            values.append(further)
            continue
        if node is None:
            raise SgfError("a property outside of a node", place(data, found.start(_NAME)))
        name = names.get(written) or _named(data, found, names)
        values = node.properties.setdefault(name, [])
        values.append(first)
        if begins and (plain := _MOVES.match(data, at)):
            at, values = plain.end(), None
            for color, point in _EACH_MOVE.findall(plain[0]):
                child = SgfNode({"B" if color == b"B" else "W": [point]})
                node.children.append(child)
                parent = node = child
                nodes += 1
                count += 1
    return root, len(data), nodes, _end(data, at, count > 0)


def _named(data: bytes, found: re.Match[bytes], names: dict[bytes, str]) -> str:
    """Return a name without its small letters."""
    name = found[_NAME].translate(None, _SMALL)
    if not 1 <= len(name) <= 64:
        what = shown(found[_NAME])
        raise SgfError(f"{what} is no name of a property", place(data, found.start(_NAME)))
    return names.setdefault(found[_NAME], name.decode())


def _end(data: bytes, at: int, begun: bool) -> Text:
    """Return what to note of a game without its last bracket.

    :raises SgfError: when something else is wrong there.
    """
    found = _NO_TOKEN.match(data, at)
    assert found is not None
    name, opened, alone, other = found.groups()
    if opened or alone:
        where = place(data, found.end() - 1)
        raise SgfError("the value that begins here has no end, which is ]", where)
    if name:
        where = place(data, found.start(1))
        raise SgfError(f"property {shown(name)} has no value", where)
    if other:
        begin = found.start(4)
        mark = data[begin : begin + 4].decode("utf-8", "replace")[0]
        raise SgfError(f"{mark!a} is no part of a record", place(data, begin))
    if not begun:
        raise SgfError("the record ends before its first property", place(data, len(data)))
    return later("The last bracket of the record is missing; perhaps it was cut off.")
