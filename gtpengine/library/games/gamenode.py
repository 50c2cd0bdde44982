"""The tree of a game record: nodes to walk, to comment and to branch off."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from typing import Final

from board_ext.coords import BLACK
from board_ext.position import Position as CorePosition
from board_ext.rules import Rules
from gtpengine.game.replay import replayed
from gtpengine.game.sgf import of_tree
from gtpengine.library.pictures.svg import board_svg
from gtpengine.library.positions.position import Position
from gtpengine.library.values import checks
from gtpengine.library.values.points import (
    Color,
    ColorName,
    Move,
    Point,
    color_of,
    name_of,
    number_of_move,
    number_of_point,
    numbers_of,
)
from gtpengine.sgf import points as sgf_points
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.parse import SgfTree, first_tree
from gtpengine.sgf.tree import SgfNode, escaped, write

_NAME: Final = re.compile("[A-Z]{1,64}")
_TREE: Final = frozenset(("B", "W", "SZ", "GM", "FF", "CA"))
"""Properties that make the tree what it is; they are read, and set by nothing but moves."""

_OF_GAME: Final = frozenset(
    (
        *_TREE,
        *("AP", "ST", "HA", "KM", "RU", "TM", "OT", "AB", "AW", "AE", "PL"),
        *("PB", "PW", "BR", "WR", "BT", "WT", "RE", "DT", "PC", "EV", "RO", "GN", "ON", "GC"),
        *("AN", "CP", "SO", "US"),
    )
)
"""Properties of a root that belong to its game alone; a tree of several games has none of them."""

_MARKS: Final = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross"}


@dataclass(slots=True, eq=False)
class GameTree:
    """A tree, and by which rules and komi it is played. ``edits`` counts changes of the tree."""

    root: SgfNode
    size: int
    rules: Rules
    komi: float
    edits: int = 0

    def position(
        self, line: list[SgfNode] | None = None, number: int | None = None
    ) -> CorePosition:
        """Return the position at the end of a line that begins with the root, or of the main line.

        :param number: moves after which to stop.
        :raises SgfError: when a move is illegal.
        """
        before = None if number is None else number + 1
        return replayed(of_tree(SgfTree(self.root), line), self.rules, self.komi, before)

    def merge(self, root: SgfNode) -> None:
        """Add the tree of a root, whose nodes then belong to this one."""
        _join(self.root, root, _OF_GAME)
        todo = [(self.root, root)]
        while todo:
            mine, others = todo.pop()
            known = {self._place(child): child for child in reversed(mine.children)}
            for child in others.children:
                same = known.get(self._place(child))
                if same is None:
                    mine.children.append(child)
                    continue
                todo.append((same, child))
                _join(same, child)
        self.edits += 1

    def _place(self, node: SgfNode) -> tuple[object, ...]:
        """Return what a node does to the board."""
        set_up = (tuple(sgf_points.stones(node, name, self.size)) for name in ("AB", "AW", "AE"))
        return *sgf_points.move_points(node, self.size), *set_up, node.raw("PL")


def _join(node: SgfNode, other: SgfNode, but: Container[str] = ()) -> None:
    """Add what another node says, ``but`` some properties; both comments stay."""
    comment = other.text("C")
    if comment not in node.text("C"):
        node.add_text("C", comment)
    for name, values in other.properties.items():
        if name not in but:
            node.properties.setdefault(name, values)


class GameNode:
    """A node of a game's tree: a move, and what the record says of it.

    ::

        node = game.root.next
        node.comment = "A good beginning."
        other = node.add_variation("G7")
        for node in game.root.walk():
            print(node.move, node.comment)

    Nodes are views of the record: what is set is written by ``Game.write``. Two are equal when they
    are the same node. Pickling a node takes the whole record along.
    """

    __slots__ = ("_node", "_parent", "_record")

    def __init__(self, record: GameTree, node: SgfNode, parent: GameNode | None = None) -> None:
        self._record = record
        self._node = node
        self._parent = parent

    # --- the tree -----------------------------------------------------------------------------

    @property
    def parent(self) -> GameNode | None:
        """The node before; None for the root."""
        return self._parent

    @property
    def children(self) -> list[GameNode]:
        """The nodes that follow: the main line's first, then the variations'."""
        return [GameNode(self._record, child, self) for child in self._node.children]

    @property
    def next(self) -> GameNode | None:
        """The first of the children; None at the end of a line."""
        children = self._node.children
        return GameNode(self._record, children[0], self) if children else None

    def main_line(self) -> Iterator[GameNode]:
        """Yield this node and the first child of each, to the end."""
        node: GameNode | None = self
        while node is not None:
            yield node
            node = node.next

    def walk(self) -> Iterator[GameNode]:
        """Yield this node and all below it, each before its children."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    def line(self) -> list[GameNode]:
        """Return the nodes from the root to this one."""
        found, node = [self], self._parent
        while node is not None:
            found.append(node)
            node = node._parent
        return found[::-1]

    def add_variation(self, move: Move, color: Color | None = None) -> GameNode:
        """Return the child with a move; where none has it, add one as the last variation.

        :param color: who plays; the side to move when left out.
        :raises IllegalMoveError: when the rules forbid the move.
        :raises ValueError: when the board has no such point.
        """
        position = self.position().core
        number = number_of_move(move, self._record.size)
        side = color_of(color, position.to_play)
        position.play(number, side)
        letter = "b" if side == BLACK else "w"
        for child in self.children:
            if sgf_points.move_points(child._node, self._record.size) == [(letter, number)]:
                return child
        name = sgf_points.name_of(number, self._record.size)
        self._record.edits += 1
        return GameNode(self._record, self._node.add_child({letter.upper(): [name]}), self)

    def promote(self) -> None:
        """Make this node the first child of its parent: the main line then leads here from there.

        :raises ValueError: as for ``remove``.
        """
        siblings = self._siblings()
        siblings.insert(0, siblings.pop(siblings.index(self._node)))
        self._record.edits += 1

    def remove(self) -> None:
        """Take this node, and all below it, out of the record.

        :raises ValueError: for the root, and for a node that was taken out before.
        """
        self._siblings().remove(self._node)
        self._record.edits += 1

    def _siblings(self) -> list[SgfNode]:
        if self._parent is None:
            raise ValueError("the root of a game has no place among others")
        siblings = self._parent._node.children
        if self._node not in siblings:
            raise ValueError("this node was taken out of the record before")
        return siblings

    # --- what is there ------------------------------------------------------------------------

    @property
    def move(self) -> tuple[ColorName, str] | None:
        """The move as (colour, point), a pass included; None where the node has none."""
        moves = self.moves
        return moves[-1] if moves else None

    @property
    def moves(self) -> list[tuple[ColorName, str]]:
        """The moves as (colour, point): one or none, but in odd records more."""
        size = self._record.size
        return [
            ("black" if letter == "b" else "white", name_of(number, size))
            for letter, number in sgf_points.move_points(self._node, size)
        ]

    def position(self) -> Position:
        """Return the position after the move of this node.

        :raises SgfError: when a move on the way here is illegal.
        """
        line = [node._node for node in self.line()]
        return Position.from_core(self._record.position(line))

    @property
    def comment(self) -> str:
        """The comment, with its line breaks; empty without one. It can be set."""
        return self._node.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        self._node.set_text("C", text)

    @property
    def labels(self) -> dict[str, str]:
        """The texts on points, ``{"E5": "A"}``. They can be set, as a whole.

        :raises SgfError: when a point is not on the board.
        """
        size = self._record.size
        found = {}
        for text in self._node.texts("LB"):
            name, _, label = text.partition(":")
            found[name_of(sgf_points.point_of(name.encode(), size), size)] = label
        return found

    @labels.setter
    def labels(self, labels: Mapping[Point, str]) -> None:
        size = self._record.size
        checks.mapping("labels", labels, "give a dict of points and texts")
        self._set(
            "LB",
            [
                sgf_points.name_of(number_of_point(point, size), size) + b":" + escaped(label)
                for point, label in labels.items()
            ],
        )

    @property
    def properties(self) -> list[str]:
        """The names of all properties that the node has, as in SGF: ``["B", "C", "TR"]``."""
        return list(self._node.properties)

    def get(self, name: str) -> list[str]:
        """Return the values of a property as texts; none where the node lacks it."""
        return self._node.texts(checks.text("name", name))

    def set(self, name: str, *values: str) -> None:
        """Make these the values of a property; without values it goes.

        :raises ValueError: when SGF has no such name, or the name makes the tree: moves are
            made by ``add_variation``.
        """
        if not _NAME.fullmatch(checks.text("name", name)):
            raise ValueError(f"{name!r} is no name of a property: give capital letters, as 'GN'")
        self._set(name, [escaped(value) for value in values])

    def points(self, name: str) -> list[str]:
        """Return the points of a property such as ``TR`` (triangles) or ``AB``.

        :raises SgfError: when a point is not on the board.
        """
        size = self._record.size
        numbers = sgf_points.stones(self._node, checks.text("name", name), size)
        return [name_of(number, size) for number in numbers]

    def set_points(self, name: str, points: str | Iterable[Point]) -> None:
        """Make these points the values of a property: a list, or one text with blanks between.

        :raises ValueError: as for ``set``, or when the board has no such point.
        """
        size = self._record.size
        numbers = numbers_of(points, size)
        self.set(name, *(sgf_points.name_of(number, size).decode() for number in numbers))

    def _repr_html_(self) -> str:
        marks: dict[str, str] = {}
        for name, mark in _MARKS.items():
            with suppress(SgfError):  # a mark off the board hides no game
                marks |= dict.fromkeys(self.points(name), mark)
        with suppress(SgfError):
            marks |= {point: label[:4] for point, label in self.labels.items() if label}
        board = board_svg(self.position(), marks=marks)
        comment = escape(self.comment).replace("\n", "<br>")
        return f"{board}<p>{comment}</p>" if comment else board

    def _set(self, name: str, values: list[bytes]) -> None:
        if name in _TREE:
            raise ValueError(
                f"{name} is what the tree is made by and cannot be set: add_variation makes moves"
            )
        if values:
            self._node.set_raw(name, *values)
        else:
            self._node.properties.pop(name, None)
        self._record.edits += 1

    def __copy__(self) -> GameNode:
        return GameNode(self._record, self._node, self._parent)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the whole record by way of SGF, because a tree is deeper than Python's stack."""
        places, node = [], self
        while node._parent is not None:
            siblings = node._parent._node.children
            if node._node not in siblings:
                raise ValueError("a node that was taken out of its record is not pickled")
            places.append(siblings.index(node._node))
            node = node._parent
        record = self._record
        return _found, (write([record.root]), record.size, record.rules, record.komi, places[::-1])

    def __eq__(self, other: object) -> bool:
        return self._node is other._node if isinstance(other, GameNode) else NotImplemented

    def __hash__(self) -> int:
        return id(self._node)

    def __repr__(self) -> str:
        move = " ".join(self.move or ("without a move",))
        return f"<GameNode {move}, {len(self._node.children)} children>"


def _found(sgf: bytes, size: int, rules: Rules, komi: float, places: list[int]) -> GameNode:
    """Return the node of a record, by its place among the children of each node on the way."""
    root = first_tree(sgf).root
    node = GameNode(GameTree(root, size, rules, komi), root)
    for place in places:
        node = GameNode(node._record, node._node.children[place], node)
    return node
