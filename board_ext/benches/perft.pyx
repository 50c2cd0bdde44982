"""Counts of move paths and legal positions, to prove the rules against published numbers."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from board_ext.board cimport Board, board_copy, board_free, board_init, board_new, board_situation
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport BLACK, EMPTY, WHITE, opponent, uint64_t, vertex_of
from board_ext.placing cimport board_place
from board_ext.playing cimport board_pass, board_play
from board_ext.position cimport Position
from board_ext.superko cimport move_repeats

cdef enum:
    MAX_DEPTH = 64
    MAX_COUNTED_SIZE = 4      # of 16 points


cdef struct PathSearch:
    Board* boards[MAX_DEPTH + 1]      # boards[i] after i moves
    uint64_t* history                 # the situations of the game and then of the path
    int ko_rule


cdef void _free_boards(Board** boards, int n) noexcept:
    cdef int i
    for i in range(n):
        board_free(boards[i])


cdef int _new_boards(Board** boards, int n, int size) except -1:
    cdef int i
    for i in range(n):
        boards[i] = board_new()
        if boards[i] == NULL:
            _free_boards(boards, i)
            raise MemoryError
        board_init(boards[i], size)
    return 0


cdef uint64_t _count_paths(PathSearch* s, int level, int depth, int length) noexcept nogil:
    """Count the paths of ``depth`` moves from ``boards[level]``, which has ``length`` situations
    behind it."""
    cdef const Board* b = s.boards[level]
    cdef Board* after
    cdef uint64_t paths = 0
    cdef int v, color = b.to_play
    if depth == 0:
        return 1
    if b.n_passes >= 2:
        return 0
    v = bits_first(b.points[EMPTY])
    while v:
        if (board_is_legal(b, v, color)
                and not move_repeats(b, s.history, length, v, color, s.ko_rule)):
            if depth == 1:
                paths += 1
            else:
                after = s.boards[level + 1]
                board_copy(after, b)
                board_play(after, v, color)
                s.history[length] = board_situation(after, after.to_play)
                paths += _count_paths(s, level + 1, depth - 1, length + 1)
        v = bits_next(b.points[EMPTY], v)
    if depth == 1:
        return paths + 1
    after = s.boards[level + 1]
    board_copy(after, b)
    board_pass(after, color)
    s.history[length] = board_situation(after, opponent(color))
    return paths + _count_paths(s, level + 1, depth - 1, length + 1)


def perft(Position position not None, int depth):
    """Return the number of move paths of exactly ``depth`` moves, passes included.

    Two passes in a row end a path, also when the first was played before ``position``. Ko, suicide
    and the history of ``position`` count. The last move of a path is counted, not played. The GIL
    is released.

    :raises ValueError: when the depth is below 0 or above 64.
    """
    cdef PathSearch search
    cdef uint64_t paths
    cdef int length = position.history_len
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth {depth} is not between 0 and {MAX_DEPTH}")
    search.ko_rule = position.ko_rule
    search.history = <uint64_t*>malloc((length + depth + 1) * sizeof(uint64_t))
    if search.history == NULL:
        raise MemoryError
    try:
        _new_boards(search.boards, depth + 1, position.board.size)
        memcpy(search.history, position.history, length * sizeof(uint64_t))
        board_copy(search.boards[0], &position.board)
        with nogil:
            paths = _count_paths(&search, 0, depth, length)
        _free_boards(search.boards, depth + 1)
    finally:
        free(search.history)
    return paths


cdef uint64_t _count_boards(Board** boards, int level, int size) noexcept nogil:
    """Count the legal boards that agree with ``boards[level]`` on its first ``level`` points."""
    cdef uint64_t found
    cdef int v, color
    if level == size * size:
        return 1
    v = vertex_of(level // size, level % size)
    board_copy(boards[level + 1], boards[level])
    found = _count_boards(boards, level + 1, size)
    # A board with a chain without liberties is refused at the last of the stones that make it so,
    # and a legal one never: while a chain is unfinished, its missing stones are its liberties.
    for color in range(BLACK, WHITE + 1):
        board_copy(boards[level + 1], boards[level])
        if board_place(boards[level + 1], v, color):
            found += _count_boards(boards, level + 1, size)
    return found


def count_legal_positions(int size):
    """Return the number of boards of ``size`` on which every chain has a liberty.

    Stones are set point by point, and a board is left as soon as the kernel refuses a stone.

    :raises ValueError: when the size is not 2 to 4; from 5 on the count takes days.
    """
    cdef Board* boards[MAX_COUNTED_SIZE * MAX_COUNTED_SIZE + 1]
    cdef uint64_t found
    if not 2 <= size <= MAX_COUNTED_SIZE:
        raise ValueError(f"legal positions can be counted for sizes 2 to {MAX_COUNTED_SIZE}, "
                         f"not for {size}")
    _new_boards(boards, size * size + 1, size)
    with nogil:
        found = _count_boards(boards, 0, size)
    _free_boards(boards, size * size + 1)
    return found
