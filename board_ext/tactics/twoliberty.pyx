"""Moves around a chain with two liberties; see twoliberty.pxd."""

from board_ext.tactics.atari cimport chain_neighbours, liberties_after
from board_ext.lowlevel.bits cimport bits_next
from board_ext.board cimport (
    Board, Chain, board_color, board_copy, board_is_legal, board_liberties, board_play,
    chain_first_liberty, chain_of,
)
from board_ext.tactics.ladder cimport ladder_attack_moves, ladder_holds, room_after_atari

cdef enum:
    MAX_NEIGHBOURS = 16       # enemy chains beside the chain that are looked at
    MAX_CANDIDATES = 34       # two liberties of each, and two of the chain


cdef int two_liberty_attacks(const Board* b, int v, bint read, int* out, int limit) noexcept nogil:
    """Write the ataris on the two-liberty chain of ``v`` that leave it no way out to ``out``.

    There are none to two; at most ``limit`` are written. Return how many. With ``read`` they begin
    a ladder or capture outright; without it, running after them gains less than three liberties.
    """
    cdef int[2] liberties
    cdef int i, n = 0
    if read:
        return ladder_attack_moves(b, v, out, limit)
    liberties[0] = chain_first_liberty(chain_of(b, v))
    liberties[1] = bits_next(chain_of(b, v).liberties, liberties[0])
    for i in range(2):
        if n < limit and room_after_atari(b, liberties[i], liberties[1 - i], board_color(b, v)) < 3:
            out[n] = liberties[i]
            n += 1
    return n


cdef inline int _add(int* list, int n, int move) noexcept nogil:
    """Append a move that is not there yet; return the new length."""
    cdef int i
    for i in range(n):
        if list[i] == move:
            return n
    list[n] = move
    return n + 1


cdef bint _is_safe_after(const Board* b, int v, int move, Board* scratch) noexcept nogil:
    """Return whether the chain of ``v`` is safe from ladders after ``move``."""
    board_copy(scratch, b)
    board_play(scratch, move, board_color(b, v))
    return board_liberties(scratch, v) > 2 or not ladder_holds(scratch, v, False)


cdef int two_liberty_defences(const Board* b, int v, bint read, int* out, int limit) noexcept nogil:
    """Write the moves that make the two-liberty chain of ``v`` safe to ``out``, at most ``limit``.

    Return how many. Without ``read`` these are extensions, connections and captures beside it that
    give it three liberties. With ``read`` these are the moves on its liberties, and on those of
    enemy chains beside it with one or two liberties, after which the attacker, to move, cannot
    capture it by ataris. Among them are ataris that gain time, although the attacker may answer
    them first.
    """
    cdef int[MAX_NEIGHBOURS] neighbours
    cdef int[MAX_CANDIDATES] moves
    cdef const Chain* chain = chain_of(b, v)
    cdef int color = board_color(b, v), n_neighbours, n, i, u, found = 0, own
    cdef Board scratch
    u = chain_first_liberty(chain)
    moves[0] = u
    moves[1] = bits_next(chain.liberties, u)
    n = own = 2
    n_neighbours = chain_neighbours(b, v, neighbours, MAX_NEIGHBOURS)
    for i in range(n_neighbours):
        chain = chain_of(b, neighbours[i])
        if chain.n_liberties > (2 if read else 1):
            continue
        u = chain_first_liberty(chain)
        n = _add(moves, n, u)
        if chain.n_liberties == 2:
            n = _add(moves, n, bits_next(chain.liberties, u))
    for i in range(n):
        if found == limit:
            break
        if not board_is_legal(b, moves[i], color):
            continue
        if read:
            if not _is_safe_after(b, v, moves[i], &scratch):
                continue
        # A capture away from its liberties adds a third one.
        elif i < own and liberties_after(b, moves[i], color, 3) < 3:
            continue
        out[found] = moves[i]
        found += 1
    return found
