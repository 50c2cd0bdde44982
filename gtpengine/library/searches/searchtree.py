"""The tree of a search: nodes to walk, and to write as JSON or for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from board_ext.coords import opponent
from gtpengine.library.values.points import ColorName, name_of, named_color

Row = tuple[int, int, int, float, float]
"""The place of the parent, the point, visits, value and score (``Searcher.nodes``)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TreeNode:
    """A position of a search, and the move that led there.

    ``move`` is ``"E5"`` or ``"pass"``, and None at the root; ``color`` played the move. ``visits``
    counts the simulations that came by. ``win_rate``, from 0 to 1, and ``score_lead``, in points
    with komi counted, are means over these for ``color``; at the root ``color`` is the side to
    move. ``children`` are the moves searched there, the most visited first.
    """

    move: str | None
    color: ColorName
    visits: int
    win_rate: float
    score_lead: float
    children: tuple[TreeNode, ...]

    def walk(self) -> Iterator[TreeNode]:
        """Yield this node and all below it, each before its children."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    def to_dict(self) -> dict[str, Any]:
        """Return the node and all below it as values that ``json.dumps`` takes."""
        return {
            "move": self.move,
            "color": self.color,
            "visits": self.visits,
            "win_rate": round(self.win_rate, 6),
            "score_lead": round(self.score_lead, 6),
            "children": [child.to_dict() for child in self.children],
        }

    def to_dot(self) -> str:
        """Return the node and all below it in the language of Graphviz: ``dot -Tsvg`` draws it."""
        lines = ["digraph {", "node [shape=box, style=filled, fontname=Helvetica]"]
        numbers = {id(node): number for number, node in enumerate(self.walk())}
        for node in self.walk():
            number, name = numbers[id(node)], node.move or f"{node.color} to play"
            white = (node.color == "white") == (node.move is not None)
            colors = 'fillcolor="white"' if white else 'fillcolor="black", fontcolor="white"'
            label = rf"{name}\n{node.visits} visits\n{node.win_rate:.0%} {node.score_lead:+.1f}"
            lines.append(f'n{number} [label="{label}", {colors}]')
            lines += [f"n{number} -> n{numbers[id(child)]}" for child in node.children]
        return "\n".join([*lines, "}", ""])

    def __repr__(self) -> str:
        return (
            f"<TreeNode {self.color} {self.move or 'to play'}, {self.visits} visits, "
            f"win rate {self.win_rate:.2f}, {len(self.children)} children>"
        )


def tree_of(rows: Sequence[Row], size: int, to_play: int) -> TreeNode:
    """Return the root of a tree of which these are the nodes, parents first."""
    depths = [0]
    for parent, *_ in rows[1:]:
        depths.append(depths[parent] + 1)
    below: list[list[TreeNode]] = [[] for _ in rows]
    for at in range(len(rows) - 1, -1, -1):
        parent, point, visits, value, score = rows[at]
        below[at].sort(key=lambda node: (-node.visits, -node.win_rate))
        node = TreeNode(
            move=name_of(point, size) if at else None,
            color=named_color(to_play if at == 0 or depths[at] % 2 else opponent(to_play)),
            visits=visits,
            win_rate=value,
            score_lead=score,
            children=tuple(below[at]),
        )
        if at == 0:
            return node
        below[parent].append(node)
    raise ValueError("a tree has a root")
