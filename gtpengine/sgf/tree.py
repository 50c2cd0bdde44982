"""A game as a tree of nodes, each with its properties as the file has them.

Values are kept as they stand between the brackets, in UTF-8 and with their escapes, so what is read
is written again, known or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

MOST_NODES: Final = 200_000
"""Most nodes and variations of a game; the largest joseki dictionaries have some 100,000."""
LINE: Final = 79
"""Most bytes of a line that is written, unless one value is longer."""
LONGEST_TEXT: Final = 1 << 20
"""Bytes of a value that are read as text; a longer one is cut where it is shown."""


class SgfNode:
    """A node of a game tree.

    ``properties`` maps names to values as in the file, without brackets; ``children`` are the nodes
    that follow, of which the first belongs to the main line.
    """

    __slots__ = ("children", "properties")

    def __init__(
        self,
        properties: dict[str, list[bytes]] | None = None,
        children: list[SgfNode] | None = None,
    ) -> None:
        self.properties: dict[str, list[bytes]] = {} if properties is None else properties
        self.children: list[SgfNode] = [] if children is None else children

    def __contains__(self, name: str) -> bool:
        return name in self.properties

    def raw(self, name: str) -> bytes:
        """Return the first value of a property as in the file; empty when it is missing."""
        values = self.properties.get(name)
        return values[0] if values else b""

    def text(self, name: str) -> str:
        """Return the first value as text with its line breaks, such as a comment."""
        return _text(self.raw(name))

    def texts(self, name: str) -> list[str]:
        """Return all values as texts."""
        return [_text(value) for value in self.properties.get(name, ())]

    def line(self, name: str) -> str:
        """Return the first value as text in a line, such as a name; blanks are single."""
        return " ".join(self.text(name).split())

    def set_text(self, name: str, text: str) -> None:
        """Make ``text`` the value of a property; an empty one removes it.

        :raises TypeError: when it is no text.
        """
        if value := escaped(text):
            self.properties[name] = [value]
        else:
            self.properties.pop(name, None)

    def add_text(self, name: str, text: str) -> None:
        """Add a paragraph to the value of a property."""
        before = self.raw(name)
        self.properties[name] = [(before + b"\n\n" if before else b"") + escaped(text)]

    def set_raw(self, name: str, *values: bytes) -> None:
        """Make these the values of a property, escaped as in a file."""
        self.properties[name] = list(values)

    def add_child(self, properties: dict[str, list[bytes]] | None = None) -> SgfNode:
        """Add a node as the last variation, and return it."""
        child = SgfNode(properties)
        self.children.append(child)
        return child

    def main_line(self) -> Iterator[SgfNode]:
        """Yield this node and the first child of each, to the end."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node


def _text(raw: bytes) -> str:
    if raw.isalnum():
        return raw.decode("utf-8", "replace")
    from sgfmill.sgf_grammar import text_value  # late: the engine starts without it

    plain: bytes = text_value(raw[:LONGEST_TEXT])
    return plain.decode("utf-8", "replace")


def escaped(text: str) -> bytes:
    """Return a text as a value of a file.

    :raises TypeError: when it is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"{text!r}: a record has text here")
    return text.encode("utf-8", "replace").replace(b"\\", b"\\\\").replace(b"]", b"\\]")


def write(games: Iterable[SgfNode]) -> bytes:
    """Return a file of these games, in UTF-8, which the property CA of each then says."""
    lines: list[bytes] = []
    line = bytearray()
    for root in games:
        for piece in _pieces(root):
            if line and len(line) + len(piece) > LINE:
                lines.append(bytes(line))
                line.clear()
            line += piece
        lines.append(bytes(line))
        line.clear()
    return b"\n".join([*lines, b""])


def _pieces(root: SgfNode) -> Iterator[bytes]:
    """Yield marks and properties; between them a file may have line breaks."""
    todo: list[SgfNode | bytes] = [b")", root, b"("]
    while todo:
        node = todo.pop()
        if isinstance(node, bytes):
            yield node
            continue
        properties = node.properties
        if node is root:
            properties = {**properties, "CA": [b"UTF-8"]}
        yield b";"
        for name, values in properties.items():
            yield name.encode() + b"[" + b"][".join(values) + b"]"
        if len(node.children) == 1:
            todo.append(node.children[0])
            continue
        for child in reversed(node.children):
            todo += (b")", child, b"(")
