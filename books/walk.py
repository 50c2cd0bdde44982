"""Walking through a book from the empty board by its own moves.

A book has only keys; positions come from playing. Each entry is met once, along the first line
found, shorter lines first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from gtpengine.books.bookfile import BookEntry, EntryMove, Header
from gtpengine.books.canonical import ELSEWHERE, TENUKI, Frame, board_frame, corner_frame

from board_ext.coords import PASS, point_to_vertex, vertex_to_point
from board_ext.position import Position


class MoveSource(Protocol):
    """A source of moves: a book or a table."""

    @property
    def header(self) -> Header: ...
    def moves(self, key: int) -> list[EntryMove]: ...
    def entry(self, key: int) -> BookEntry: ...


@dataclass(frozen=True, slots=True)
class Visit:
    """An entry met: ``line`` leads to it (PASS: elsewhere); ``moves`` are (point, move) with points
    of the board, PASS for a move elsewhere.
    """

    line: tuple[int, ...]
    position: Position
    frame: Frame
    moves: tuple[tuple[int, EntryMove], ...]


def start(header: Header) -> Position:
    """Return the empty board for lines of a book; corners are as A1 on the first size."""
    return Position(header.sizes[0], komi=header.komi)


def frame_of(header: Header, position: Position, color: int) -> Frame:
    """Return the frame of the position, or of its corner at A1."""
    if header.kind == "corner":
        return corner_frame(position, color, 0, header.region)
    return board_frame(position, color)


def position_after(header: Header, line: Sequence[int]) -> Position:
    """Return the position after a line; PASS is a move elsewhere.

    :raises IllegalMoveError: when the line cannot be played.
    :raises ValueError: when a point is outside the corner.
    """
    position = start(header)
    for point in line:
        outside = max(divmod(point, position.size)) >= header.region
        if header.kind == "corner" and point != PASS and outside:
            vertex = point_to_vertex(point, position.size)
            raise ValueError(f"{vertex} is outside the corner of {header.region} lines at A1")
        position.play(point)
    return position


def point_of(header: Header, vertex: str) -> int:
    """Return the point of a vertex in a line; ``tenuki`` is PASS.

    :raises ValueError: when it is not a vertex of the book.
    """
    if header.kind == "corner" and vertex.lower() == TENUKI:
        return PASS
    point = vertex_to_point(vertex, header.sizes[0])
    if point == PASS:
        raise ValueError("books have no passes")
    return point


def vertex_of(header: Header, point: int) -> str:
    """Return the vertex of a point: the inverse of :func:`point_of`."""
    return TENUKI if point == PASS else point_to_vertex(point, header.sizes[0])


def walk(source: MoveSource, longest: int = 1000) -> Iterator[Visit]:
    """Yield all entries that moves of the book reach, at most ``longest`` moves deep.

    Moves that are illegal in the position (from the hash of another one) are left out.
    """
    header = source.header
    queue: deque[tuple[int, ...]] = deque([()])
    met: set[int] = set()
    while queue:
        line = queue.popleft()
        position = position_after(header, line)
        frame = frame_of(header, position, position.to_play)
        if frame.key in met:
            continue
        met.add(frame.key)
        moves = tuple(
            (point, move)
            for move in source.moves(frame.key)
            if (point := PASS if move.point == ELSEWHERE else frame.to_board(move.point)) == PASS
            or position.is_legal(point)
        )
        if not moves:
            continue
        yield Visit(line, position, frame, moves)
        if len(line) < longest:
            queue.extend((*line, point) for point, _ in moves)
