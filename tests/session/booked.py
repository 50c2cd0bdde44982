"""Small opening books, and options to use them with."""

from __future__ import annotations

from gtpengine.books.bookfile import BookEntry, EntryMove, Header
from gtpengine.books.canonical import ELSEWHERE
from gtpengine.books.table import BookTable
from gtpengine.books.walk import frame_of, point_of, position_after

from board_ext.coords import PASS
from gtpengine.config.options import EngineOptions

NINE = Header("board", (9,))
_MOVERS = {"b": 1, "w": 2, "bw": 3}


def book_of(*rows: str, header: Header = NINE) -> BookTable:
    """A book of positions, each ``way|colours [games half-wins]|move ...``.

    The way is the moves that lead there, ``-`` for none. A move is ``vertex games half-wins visits
    value`` with ``-`` for no value.
    """
    table = BookTable(header)
    for row in rows:
        way, seen, *moves = row.split("|")
        line = [] if way == "-" else [point_of(header, vertex) for vertex in way.split()]
        position = position_after(header, line)
        frame = frame_of(header, position, position.to_play)
        movers, *counts = seen.split()
        entry = table.entries[frame.key] = BookEntry(_MOVERS[movers], [], *map(int, counts))
        for text in moves:
            vertex, games, won, visits, value = text.split()
            point = point_of(header, vertex)
            image = ELSEWHERE if point == PASS else frame.to_key(point)
            known = None if value == "-" else float(value)
            entry.moves.append(EntryMove(image, int(games), int(won), int(visits), known))
    return table


def options(**values: str) -> EngineOptions:
    result = EngineOptions()
    for name, value in values.items():
        result.set(name, value)
    return result
