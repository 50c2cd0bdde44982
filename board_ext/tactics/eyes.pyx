"""The careful judgement of eyes.pxd."""

from board_ext.board cimport Board, is_eyelike, is_true_eye, stone_bit
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport WORDS, uint64_t
from board_ext.neighbours cimport NEIGHBOURS


cdef int _chains_around(const Board* b, int v, int own, int* chains) noexcept nogil:
    """List the distinct own chains beside ``v``; return how many there are."""
    cdef int i, j, n, count = 0
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if not (b.cell[n] & own):
            continue
        for j in range(count):
            if chains[j] == b.chain[n]:
                break
        else:
            chains[count] = b.chain[n]
            count += 1
    return count


cdef bint _is_ring(const Board* b, int v, int color, const int* chains, int count) noexcept nogil:
    """Return whether the chains around ``v``, all of them and no others, enclose a second point."""
    cdef uint64_t[WORDS] common
    cdef int[4] others
    cdef int i, j, k, u, n_others
    for i in range(WORDS):
        common[i] = b.chains[chains[0]].liberties[i]
        for j in range(1, count):
            common[i] &= b.chains[chains[j]].liberties[i]
    u = bits_first(common)
    while u:
        if u != v and is_eyelike(b, u, color):
            n_others = _chains_around(b, u, stone_bit(color), others)
            # They all border on u; now no other chain may.
            if n_others == count:
                k = 0
                for i in range(count):
                    for j in range(count):
                        k += others[i] == chains[j]
                if k == count:
                    return True
        u = bits_next(common, u)
    return False


cdef EyeKind eye_kind(const Board* b, int v, int color) noexcept nogil:
    """Judge the empty point ``v`` as an eye of ``color``."""
    cdef int[4] chains
    cdef int count
    if not is_eyelike(b, v, color):
        return EYE_NONE
    if is_true_eye(b, v, color):
        return EYE_TRUE
    count = _chains_around(b, v, stone_bit(color), chains)
    if count == 1 or _is_ring(b, v, color, chains, count):
        return EYE_TRUE
    return EYE_FALSE
