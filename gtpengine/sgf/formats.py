"""Which reader a record in another format than SGF needs; its first lines say so."""

from __future__ import annotations

import re
from collections.abc import Callable

from gtpengine.sgf.gib import read_gib
from gtpengine.sgf.ngf import read_ngf
from gtpengine.sgf.servers import ForeignTree
from gtpengine.sgf.ugf import read_ugf

Reader = Callable[[bytes], ForeignTree]

_GIB = re.compile(rb"\s*+\\(?:HS\b|\[GI|\[GAME)")
_UGF = re.compile(rb"\s*+(?:#[^\n]*+\n\s*+)*+\[Header\]")
_NGF = re.compile(rb"\s*+(?:GI|[^\r\n]*+(?:\r\n|\r|\n)[ \t]*+\d{1,2}[ \t]*+[\r\n])")
_NGF_MOVE = re.compile(rb"[\r\n]PM[A-Z]{2}[BW][A-Z]{4}\b")
_BEGINNING = 4096


def reader_of(data: bytes) -> Reader | None:
    """Return the reader of a record in UTF-8; None when it is SGF, or no record."""
    if _GIB.match(data):
        return read_gib
    if _UGF.match(data):
        return read_ugf
    if _NGF.match(data) and _NGF_MOVE.search(data, 0, _BEGINNING):
        return read_ngf
    return None
