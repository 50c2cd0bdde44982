"""Connected regions around a point, up to a given size: eye spaces and what borders them."""

from board_ext.board cimport Board

cdef enum:
    MAX_REGION = 24
    MAX_BORDER = 52           # chains that can border a region of MAX_REGION points


cdef struct Region:
    int n_points
    int n_stones              # points among them with a stone
    int colors                # colours of the stones around: 0, BLACK, WHITE or both (3)
    int n_chains
    int[MAX_REGION] points
    int[MAX_BORDER] chains    # one stone of each chain around


cdef int region_fill(const Board* b, int v, int through, int limit, Region* region) noexcept nogil
