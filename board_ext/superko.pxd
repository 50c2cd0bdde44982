"""Repetition of boards: testing one move against the history of a game.

A history is an array of 64-bit keys (``board_situation``), one for each situation that has
occurred: the Zobrist hash of the stones combined with the side to move. One array serves both
superko rules, so that the rules may change in mid-game. A pass adds a situation, but no board.
"""

from board_ext.board cimport Board, neighbours_and
from board_ext.legal cimport is_not_suicide_tight
from board_ext.lowlevel.types cimport BLACK, CELL_OCCUPIED, WHITE, opponent, uint64_t
from board_ext.lowlevel.zobrist cimport zobrist_side
from board_ext.placing cimport board_hash_after

cdef enum KoRule:
    KO_SIMPLE = 0
    KO_POSITIONAL = 1
    KO_SITUATIONAL = 2


cdef inline bint history_has(const uint64_t* history, int length, uint64_t key,
                             int rule) noexcept nogil:
    """Return whether the situation ``key``, reached by a play, repeats one of ``length`` earlier
    ones.

    Under simple ko it never does. The scan is linear: a game has some hundred situations, and the
    latest, looked at first, are the likeliest. Two boards of one hash count as one.
    """
    cdef int i
    cdef uint64_t other = key
    if rule == KO_SIMPLE:
        return False
    if rule == KO_POSITIONAL:
        other = key ^ zobrist_side(BLACK) ^ zobrist_side(WHITE)
    for i in range(length - 1, -1, -1):
        if (history[i] == key) | (history[i] == other):
            return True
    return False


cdef inline bint move_repeats(const Board* b, const uint64_t* history, int length, int v,
                              int color, int rule) noexcept nogil:
    """Return whether a move that ``board_is_legal`` allows breaks the superko rule ``rule``."""
    if rule == KO_SIMPLE:
        return False
    # As long as no stone of this colour has left the board, a move that is no suicide leaves more
    # of them than any earlier board had.
    if b.prisoners[opponent(color)] == 0 and (
            not b.suicide_allowed or not (neighbours_and(b, v) & CELL_OCCUPIED)
            or is_not_suicide_tight(b, v, color)):
        return False
    return history_has(history, length,
                       board_hash_after(b, v, color) ^ zobrist_side(opponent(color)), rule)
