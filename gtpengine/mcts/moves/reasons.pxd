"""Why a playout played a move, as a number; ``rules.PlayoutOrder.reasons`` has the words."""

cpdef enum Reason:
    REASON_TREE = 0           # chosen by the tree, above the playout
    REASON_UNIFORM = 1
    REASON_PASS = 2
    REASON_OTHER_LIBERTY = 3  # in the place of a refused self-atari
    # The rules inside `playout.pyx`; softmax playouts give the first two as well.
    REASON_ATARI = 4
    REASON_TWO_LIBERTIES = 5
    REASON_PATTERN = 6
    # Softmax playouts.
    REASON_NEAR = 7
    REASON_ELSEWHERE = 8
    # The first rule of the order; the others follow.
    REASON_RULE = 9
