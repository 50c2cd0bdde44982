"""The thorough judgement of a self-atari; see selfatari.pxd."""

from board_ext.tactics.atari cimport captures_at, liberties_after
from board_ext.board cimport (
    Board, board_copy, board_is_legal, board_play, board_stones, chain_first_liberty, chain_of,
    stone_bit,
)
from board_ext.tactics.eyes cimport EYE_NONE, EYE_TRUE, EyeKind, eye_kind
from board_ext.tactics.ladder cimport ladder_attack_moves, ladder_captures
from board_ext.tactics.nakade cimport SPACE_ONE_EYE, SPACE_VITAL, EyeSpace, nakade_space
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.tactics.regions cimport Region, region_fill
from board_ext.lowlevel.types cimport NO_VERTEX, opponent

cdef enum:
    MAX_SPACE = 8


cdef bint _begins_ladder(const Board* b, int v, int enemy, int taken) noexcept nogil:
    """Return whether a stone at ``v`` begins a ladder that wins more than ``taken`` stones."""
    cdef int[2] attacks
    cdef int i, n
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if b.cell[n] & stone_bit(enemy) and board_stones(b, n) > taken:
            attacks[0] = attacks[1] = NO_VERTEX
            ladder_attack_moves(b, n, attacks, 2)
            if attacks[0] == v or attacks[1] == v:
                return True
    return False


cdef bint _falls_short(const Board* before, const Board* after, int v, int enemy,
                       int taken) noexcept nogil:
    """Return whether the exchange puts an enemy chain beside ``v`` within reach of capture.

    The chain must have more than ``taken`` stones; before the exchange no enemy chain there could
    be captured.
    """
    cdef int i, n
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if before.cell[n] & stone_bit(enemy) and ladder_captures(before, n, NULL):
            return False
    for i in range(4):
        n = v + NEIGHBOURS[i]
        if (before.cell[n] & stone_bit(enemy) and board_stones(after, n) > taken
                and ladder_captures(after, n, NULL)):
            return True
    return False


cdef bint is_bad_self_atari_read(const Board* b, int v, int color) noexcept nogil:
    """Return whether the legal move is a self-atari that gains nothing. The enemy's capture is
    played out.

    Excuses:

    - The move captures, or ko forbids the enemy's capture.
    - More enemy stones than are lost fall to a ladder that begins with the move (the shortest is a
      snapback), or run short of liberties by the exchange.
    - A lone stone leaves a false eye.
    - A nakade: in a space of up to eight points that the enemy encloses, the rest is connected and
      makes one eye, with ``color`` to move.
    """
    cdef int enemy = opponent(color), taken, vital, liberty
    cdef EyeSpace space
    cdef EyeKind eye
    cdef Region before, after
    cdef Board scratch
    if liberties_after(b, v, color, 2) >= 2 or captures_at(b, v, color):
        return False
    if not board_is_legal(b, v, color):
        return True
    board_copy(&scratch, b)
    board_play(&scratch, v, color)
    if not (scratch.cell[v] & stone_bit(color)):
        return True               # suicide
    liberty = chain_first_liberty(chain_of(&scratch, v))
    if not board_is_legal(&scratch, liberty, enemy):
        return False
    taken = board_stones(&scratch, v)
    if _begins_ladder(b, v, enemy, taken):
        return False
    board_play(&scratch, liberty, enemy)
    if (_falls_short(b, &scratch, v, enemy, taken)
            or _falls_short(b, &scratch, liberty, enemy, taken)):
        return False
    # A lone stone: what remains is one eye anyway, unless a false one.
    eye = eye_kind(&scratch, v, enemy)
    if taken == 1 and eye != EYE_NONE:
        return eye == EYE_TRUE
    if (region_fill(b, v, color, MAX_SPACE, &before) == 0 or before.colors != enemy
            or region_fill(&scratch, v, color, MAX_SPACE, &after) < before.n_points - 1):
        return True
    space = nakade_space(&scratch, v, enemy, &vital)
    return space != SPACE_ONE_EYE and space != SPACE_VITAL
