"""Offsets from a vertex to the eight around it, for loops: the four neighbours come first."""

cdef extern from *:
    """
    #ifndef GTPENGINE_AROUND
    #define GTPENGINE_AROUND
    /* STRIDE is 20 */
    static const int gtpengine_around[8] = {-20, -1, 1, 20, -21, -19, 19, 21};
    #endif
    """
    const int[8] AROUND "gtpengine_around"
