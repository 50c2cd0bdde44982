"""Writing the file of an opening book, which bookfile.py describes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

import numpy as np
from gtpengine.books.bookfile import (
    LARGEST_COUNT,
    MAGIC,
    MOVE,
    NO_VALUE,
    PREFIX,
    STEP,
    VALUES,
    VERSION,
    BookEntry,
    BookError,
    Header,
)


def _largest(entry: BookEntry) -> int:
    """Return the largest count of a position."""
    of_moves = (max(m.games, m.half_wins, m.visits) for m in entry.moves)
    return max(entry.games, entry.half_wins, *of_moves)


def encode(header: Header, entries: Mapping[int, BookEntry]) -> bytes:
    """Return the bytes of a book; moves are ordered, most played and visited first.

    :raises BookError: when a count is too large for the file.
    """
    if any(_largest(entry) > LARGEST_COUNT for entry in entries.values()):
        raise BookError(
            f"a position has more games or visits than the {LARGEST_COUNT:,} that a book can count;"
            " make it of fewer"
        )
    keys = sorted(entries)
    counts = [len(entries[key].moves) for key in keys]
    rows = []
    for key in keys:
        ordered = sorted(entries[key].moves, key=lambda m: (-m.games, -m.visits, m.point))
        for m in ordered:
            value = NO_VALUE if m.value is None else round(VALUES * min(1.0, max(0.0, m.value)))
            rows.append((m.point, value, m.games, m.half_wins, m.visits))
    table = b"".join(
        [
            np.array(keys, "<u8").tobytes(),
            np.array([(entries[k].games, entries[k].half_wins) for k in keys], "<u4").tobytes(),
            np.concatenate(([0], np.cumsum(counts))).astype("<u4").tobytes(),
            np.array([entries[key].movers for key in keys], "<u1").tobytes(),
        ]
    )
    table += bytes(-len(table) % STEP) + np.array(rows, MOVE).tobytes()
    about = header.to_json() | {
        "entry_count": len(keys),
        "move_count": len(rows),
        "sha256": hashlib.sha256(table).hexdigest(),
    }
    text = json.dumps(about, sort_keys=True, ensure_ascii=False).encode("utf-8")
    head = PREFIX.pack(MAGIC, VERSION, len(text)) + text
    head += hashlib.sha256(head).digest()
    return head + bytes(-len(head) % STEP) + table
