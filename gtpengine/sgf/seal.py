"""A seal by which the program knows a record that it wrote and that nobody has changed since."""

from __future__ import annotations

import hashlib
from typing import Final

from gtpengine.sgf.error import SgfError
from gtpengine.sgf.parse import first_tree
from gtpengine.sgf.tree import SgfNode, write

SEAL: Final = "GTPES"
"""The private property of the root that has the seal; other programs keep or skip it."""


def sealed(root: SgfNode) -> bytes:
    """Return a file of a game, with a seal."""
    return write([SgfNode({**root.properties, SEAL: [_seal(root)]}, root.children)])


def is_sealed(data: bytes) -> bool:
    """Return whether a file is as ``sealed`` wrote it, but for line breaks between properties."""
    try:
        tree = first_tree(data)
    except SgfError:
        return False
    return not tree.more and tree.root.raw(SEAL) == _seal(tree.root)


def _seal(root: SgfNode) -> bytes:
    properties = {name: values for name, values in root.properties.items() if name != SEAL}
    whole = write([SgfNode({**properties, "CA": [b"UTF-8"]}, root.children)])
    return hashlib.sha256(whole).hexdigest()[:32].encode()
