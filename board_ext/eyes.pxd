"""Eyes of one point, judged more carefully than a playout does.

A playout takes `is_eyelike` and `is_true_eye` of board.pxd: an eye is true when the enemy holds
fewer than two of its diagonals, on the edge none. `eye_kind` mends two cases where that goes wrong:

- One chain all around the point: no diagonal can break it.
- Two false eyes of one ring (the two-headed dragon): if every chain around the point also borders
  on a second such point, and no further chain does, the enemy can fill neither, because each fill
  would be a suicide as long as the other is open.

Rings of three chains and more, and rings through larger eyes, need Benson's algorithm (scoring). An
enemy stone on a diagonal counts though it may be dead, an empty diagonal counts as own.

`eye_kind` takes 15 to 30 nanoseconds for an eye-like point.
"""

from board_ext.board cimport Board

cdef enum EyeKind:
    EYE_NONE                  # not surrounded by one colour
    EYE_FALSE
    EYE_TRUE

cdef EyeKind eye_kind(const Board* b, int v, int color) noexcept nogil
