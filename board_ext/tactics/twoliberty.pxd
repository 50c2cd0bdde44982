"""Attack and defence of chains with two liberties.

The cheap form (``read`` false) counts liberties only; the thorough one reads ladders on a copy
of the board. Whether a chain needs defence is another question: ``ladder_captures``. What a call
costs: docs/explanation/budget.md.
"""

from board_ext.board cimport Board

cdef int two_liberty_attacks(const Board* b, int v, bint read, int* out, int limit) noexcept nogil
cdef int two_liberty_defences(const Board* b, int v, bint read, int* out, int limit) noexcept nogil
