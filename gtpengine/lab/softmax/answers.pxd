"""The points that a softmax playout weighs by the last two moves, found anew for each move.

These few are the points around the two moves, and the answers to the last one. The answers are
the answers of the rules (moves/atari.pxd, moves/two_liberties.pxd) without their rates. Whether a
point may be played is not asked here.
"""

from libc.string cimport memset

from board_ext.tactics.atari cimport liberties_after
from board_ext.board cimport Board, board_liberties, chain_first_liberty, chain_of, stone_bit
from board_ext.neighbours cimport AROUND, NEIGHBOURS, is_around
from board_ext.lowlevel.types cimport NO_VERTEX, uint8_t, uint16_t
from gtpengine.mcts.moves.atari cimport captures_beside
from gtpengine.mcts.moves.candidates cimport Candidates
from gtpengine.mcts.moves.two_liberties cimport attack_two, defend_two

cdef enum:
    MAX_NEAR = 80             # 16 points around two moves, and a full list of answers


cdef enum Place:
    PLACE_ELSEWHERE = 0
    PLACE_BESIDE = 1          # the last move
    PLACE_DIAGONAL = 2        # to the last move
    PLACE_SECOND = 3          # around the second last move alone
    N_PLACES = 4


# A point that is an answer in several ways counts as the first of them.
cdef enum Answer:
    ANSWER_NONE = 0
    ANSWER_TAKE_LAST = 1      # captures the last move's chain
    ANSWER_SAVE_BY_CAPTURE = 2
    ANSWER_SAVE_BY_RUNNING = 3    # of a chain that the last move put in atari, to two liberties
    ANSWER_ATTACK = 4         # on the last move's chain of two liberties
    ANSWER_DEFEND = 5         # of a chain of two liberties beside the last move
    N_ANSWERS = 6


cdef struct Near:
    # First the eight points around the last move, empty or not; then those around the second last
    # move, with NO_VERTEX for any that is among the first eight; then all other answers.
    int n
    uint16_t vertices[MAX_NEAR]
    uint8_t places[MAX_NEAR]
    uint8_t answers[MAX_NEAR]


cdef inline void _add_answer(Near* near, int v, int answer) noexcept nogil:
    """List an answer, unless the point is an answer already."""
    cdef int i = 0
    while i < near.n and near.vertices[i] != v:
        i += 1
    if i == MAX_NEAR or near.answers[i] != ANSWER_NONE:
        return
    near.answers[i] = answer
    if i == near.n:
        near.vertices[i] = v
        near.places[i] = PLACE_ELSEWHERE
        near.n += 1


cdef inline void _add_answers(Near* near, const Candidates* list, int answer) noexcept nogil:
    """List the candidates as answers of one kind."""
    cdef int i
    for i in range(list.n):
        _add_answer(near, list.vertices[i], answer)


cdef inline void _add_points(const Board* b, Near* near) noexcept nogil:
    """List the points around the last two moves."""
    cdef int last = b.last_move, second = b.last_move2, i, v
    for i in range(8):
        near.vertices[i] = last + AROUND[i]
        near.places[i] = PLACE_BESIDE if i < 4 else PLACE_DIAGONAL
    near.n = 8
    if second == NO_VERTEX:
        return
    for i in range(8):
        v = second + AROUND[i]
        near.vertices[8 + i] = 0 if is_around(v, last) else v
        near.places[8 + i] = PLACE_SECOND
    near.n = 16


cdef inline void near_fill(const Board* b, int color, Near* near) noexcept nogil:
    """List the points that the last two moves make more or less likely for ``color``."""
    cdef int last = b.last_move, own = stone_bit(color), i, n, liberties, liberty
    cdef bint few = False
    cdef Candidates list
    near.n = 0
    memset(near.answers, 0, sizeof(near.answers))
    if last == NO_VERTEX:
        return
    _add_points(b, near)
    liberties = board_liberties(b, last)
    if liberties == 1:
        _add_answer(near, chain_first_liberty(chain_of(b, last)), ANSWER_TAKE_LAST)
    for i in range(4):
        few |= (board_liberties(b, last + NEIGHBOURS[i]) <= 2) & (
            (b.cell[last + NEIGHBOURS[i]] & own) != 0)
    for i in range(4 if few else 0):
        n = last + NEIGHBOURS[i]
        if board_liberties(b, n) == 1 and b.cell[n] & own:
            list.n = 0
            captures_beside(b, n, &list)
            _add_answers(near, &list, ANSWER_SAVE_BY_CAPTURE)
            liberty = chain_first_liberty(chain_of(b, n))
            if liberties_after(b, liberty, color, 2) == 2:
                _add_answer(near, liberty, ANSWER_SAVE_BY_RUNNING)
    if liberties == 2:
        list.n = 0
        attack_two(b, last, color, &list)
        _add_answers(near, &list, ANSWER_ATTACK)
    for i in range(4 if few else 0):
        n = last + NEIGHBOURS[i]
        if board_liberties(b, n) == 2 and b.cell[n] & own:
            list.n = 0
            defend_two(b, n, color, False, &list)
            _add_answers(near, &list, ANSWER_DEFEND)
