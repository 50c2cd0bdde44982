"""Offsets from a vertex to its four neighbours, for loops; the board's stride never changes."""

cdef extern from *:
    """
    #ifndef GTPENGINE_NEIGHBOURS
    #define GTPENGINE_NEIGHBOURS
    static const int gtpengine_neighbours[4] = {-20, -1, 1, 20};    /* STRIDE is 20 */
    #endif
    """
    const int[4] NEIGHBOURS "gtpengine_neighbours"
