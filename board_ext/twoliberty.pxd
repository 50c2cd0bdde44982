"""Attack and defence of chains with two liberties.

The cheap form (``read`` false) looks at liberties alone; the thorough one reads ladders on a copy
of the board. Whether a chain needs defence is another question: `ladder_captures`.

Nanoseconds a call on 9x9 / 19x19, over the chains with two liberties of random middle-game
positions (x86-64-v2, one core of an EPYC server; `board_ext.lab.tactics_bench`):

    two_liberty_attacks     39 / 39      read: see ladder_captures
    two_liberty_defences    47 / 46      read: 750 / 950
"""

from board_ext.board cimport Board

cdef int two_liberty_attacks(const Board* b, int v, bint read, int* out, int limit) noexcept nogil
cdef int two_liberty_defences(const Board* b, int v, bint read, int* out, int limit) noexcept nogil
