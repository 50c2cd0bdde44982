"""Vital points of small eye spaces. The shapes are in shapes.pxd."""

from board_ext.board cimport Board

cdef enum EyeSpace:
    # What an enclosed space of up to six points brings its owner.
    SPACE_OPEN                # larger, or not enclosed by one colour
    SPACE_ONE_EYE             # whoever moves
    SPACE_VITAL               # one eye or two: who takes the vital point decides
    SPACE_TWO_EYES            # whoever moves
    SPACE_UNREAD              # not read: enemy stones inside a shape without a vital point

cdef int nakade_vital_point(const Board* b, int v) noexcept nogil
cdef EyeSpace nakade_space(const Board* b, int v, int owner, int* vital) noexcept nogil
