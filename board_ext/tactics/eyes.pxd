"""Eyes of one point, judged more carefully than a playout does.

A playout uses ``is_eyelike`` and ``is_true_eye`` of board.pxd: an eye is true when the enemy holds
fewer than two of its diagonals, on the edge none. ``eye_kind`` mends two cases where that is wrong:

- One chain surrounds the point: no diagonal can break it.
- Two false eyes share a ring (the two-headed dragon): every chain around the point also borders on
  a second such point, and no other chain does. The enemy can fill neither point, because that is
  suicide as long as the other one is open.

Rings of three chains and more, and rings through larger eyes, need Benson's algorithm (scoring). An
enemy stone on a diagonal counts though it may be dead, an empty diagonal counts as own.
"""

from board_ext.board cimport Board

cdef enum EyeKind:
    EYE_NONE                  # not surrounded by one colour
    EYE_FALSE
    EYE_TRUE

cdef EyeKind eye_kind(const Board* b, int v, int color) noexcept nogil
