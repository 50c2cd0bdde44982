"""Why a playout played a move; `playout_view.REASONS` has the names."""

cdef enum Reason:
    REASON_TREE = 0
    REASON_ATARI = 1
    REASON_NAKADE = 2
    REASON_PATTERN = 3
    REASON_UNIFORM = 4
    REASON_PASS = 5
    REASON_TWO_LIBERTIES = 6
    REASON_KO = 7
    REASON_FEW_LIBERTIES = 8
    REASON_RACE = 9
    REASON_EYE = 10
    REASON_REPLY = 11
    REASON_POOL = 12
    REASON_FILL = 13
    REASON_CAPTURE = 14
    REASON_OTHER_LIBERTY = 15
    N_REASONS = 16
