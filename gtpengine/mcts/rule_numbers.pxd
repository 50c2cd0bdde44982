"""The rules of the playouts as ``playout_order`` packs them."""


cdef enum PlayoutRule:
    # As in param_rows.PLAYOUT_RULES, counted from 1.
    RULE_KO = 1
    RULE_REPLY = 2
    RULE_ATARI = 3
    RULE_LADDER = 4
    RULE_RACE = 5
    RULE_NAKADE_AFTER_CAPTURE = 6
    RULE_TWO_LIBERTIES = 7
    RULE_FEW_LIBERTIES = 8
    RULE_EYE = 9
    RULE_NAKADE = 10
    RULE_POOL = 11
    RULE_PATTERN = 12
    RULE_CAPTURE = 13
    RULE_FILL = 14
    # Those between look at the stone that was played last.
    FIRST_ANSWER = 2
    LAST_ANSWER = 12
