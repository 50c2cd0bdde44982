"""The ladder reader; ladder.pxd says what makes a ladder."""

from board_ext.board cimport (
    Board, Chain, board_color, board_copy, board_liberties, chain_first_liberty, chain_of,
)
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.bitsets cimport bits_next
from board_ext.lowlevel.types cimport CELL_EMPTY, STRIDE, opponent
from board_ext.playing cimport board_play
from board_ext.tactics.atari cimport capture_moves, liberties_after

cdef enum:
    MAX_CAPTURES = 8          # a runner with more captures to choose from is let go


cdef inline int _free(const Board* b, int v) noexcept nogil:
    """Return the number of empty neighbours."""
    return ((b.cell[v - STRIDE] == CELL_EMPTY) + (b.cell[v - 1] == CELL_EMPTY)
            + (b.cell[v + 1] == CELL_EMPTY) + (b.cell[v + STRIDE] == CELL_EMPTY))


cdef inline int _defences(const Board* b, int v, int runner, int* moves) noexcept nogil:
    """List the moves that may save the chain in atari at ``v``, the run last; return how many.

    -1 means that it is safe at once.
    """
    cdef int liberty = chain_first_liberty(chain_of(b, v)), n, i, kept = 0, room
    room = liberties_after(b, liberty, runner, 3)
    if room == 3 and board_is_legal(b, liberty, runner):
        return -1
    n = capture_moves(b, v, moves, MAX_CAPTURES)
    if n == MAX_CAPTURES:
        return -1
    for i in range(n):
        if moves[i] != liberty and board_is_legal(b, moves[i], runner):
            moves[kept] = moves[i]
            kept += 1
    # A run to a single liberty is captured: a chain of two stones or more makes no ko.
    if room == 2 and board_is_legal(b, liberty, runner):
        moves[kept] = liberty
        kept += 1
    return kept


cdef bint _captured(Board* b, int v, bint runner_moves, int branches, int* plies) noexcept nogil:
    """Return whether the attacker captures the chain of ``v``. Spoils the board."""
    cdef int runner = board_color(b, v), attacker = opponent(runner)
    cdef int at, away, room_at, room_away, n, i
    cdef int[MAX_CAPTURES + 1] moves
    cdef const Chain* chain
    cdef Board other
    while True:
        if not runner_moves:
            # 1. The attacker: three liberties are out of reach, a single one is taken.
            chain = chain_of(b, v)
            if chain.n_liberties > 2:
                return False
            at = chain_first_liberty(chain)
            if chain.n_liberties == 1:
                return board_is_legal(b, at, attacker)
            # 2. Of the two ataris the one that leaves the runner less room comes first.
            away = bits_next(chain.liberties, at)
            room_at = room_after_atari(b, at, away, runner)
            room_away = room_after_atari(b, away, at, runner)
            if room_away < room_at or (room_away == room_at
                                       and _free(b, away) > _free(b, at)):
                at, away = away, at
                room_at, room_away = room_away, room_at
            if room_at > 2:
                return False
            # 3. The first is tried on a copy if there is a second; the last is played in place.
            if room_away <= 2 and branches > 0:
                board_copy(&other, b)
                board_play(&other, at, attacker)
                plies[0] -= 1
                if _captured(&other, v, True, branches - 1, plies):
                    return True
                at = away
            if plies[0] <= 0:
                return False
            board_play(b, at, attacker)
            plies[0] -= 1
        # 4. The runner: each defence but the last on a copy; one that saves it is enough.
        runner_moves = False
        n = _defences(b, v, runner, moves)
        if n <= 0:
            return n == 0
        for i in range(n - 1):
            if branches == 0:
                return False
            board_copy(&other, b)
            board_play(&other, moves[i], runner)
            plies[0] -= 1
            if not _captured(&other, v, False, branches - 1, plies):
                return False
        # 5. The last defence, mostly the run, is played in place, and the attacker is next.
        if plies[0] <= 0:
            return False
        board_play(b, moves[n - 1], runner)
        plies[0] -= 1


cdef bint ladder_holds(Board* b, int v, bint runner_moves) noexcept nogil:
    """Return whether the chain of ``v`` is captured, with the runner or the attacker to move.

    Spoils the board, which saves a copy. With the runner to move, a chain that is not in atari is
    not captured.
    """
    cdef int plies = LADDER_PLIES
    if runner_moves and board_liberties(b, v) > 1:
        return False
    return _captured(b, v, runner_moves, LADDER_BRANCHES, &plies)


cdef int ladder_attack_moves(const Board* b, int v, int* out, int limit) noexcept nogil:
    """Write the moves that capture the chain of ``v``, or begin a ladder that does, to ``out``.

    The opponent of the chain is to move. There are none to two; at most ``limit`` are written.
    Return how many.
    """
    cdef const Chain* chain = chain_of(b, v)
    cdef int runner = board_color(b, v), n = 0, i
    cdef int[2] liberties
    cdef Board scratch
    if chain.n_liberties > 2 or limit == 0:
        return 0
    liberties[0] = chain_first_liberty(chain)
    if chain.n_liberties == 1:
        out[0] = liberties[0]
        return board_is_legal(b, liberties[0], opponent(runner))
    liberties[1] = bits_next(chain.liberties, liberties[0])
    for i in range(2):
        if room_after_atari(b, liberties[i], liberties[1 - i], runner) > 2:
            continue
        board_copy(&scratch, b)
        board_play(&scratch, liberties[i], opponent(runner))
        if ladder_holds(&scratch, v, True):
            out[n] = liberties[i]
            n += 1
            if n == limit:
                break
    return n


cdef bint ladder_captures(const Board* b, int v, int* move) noexcept nogil:
    """Return whether the opponent of the chain of ``v``, to move, takes it or captures it in a
    ladder.

    If so, ``move`` (NULL: not wanted) becomes the first move.
    """
    cdef int found
    if ladder_attack_moves(b, v, &found, 1) == 0:
        return False
    if move != NULL:
        move[0] = found
    return True


cdef int ladder_escape_moves(const Board* b, int v, int* out, int limit) noexcept nogil:
    """Write the moves that save the chain in atari at ``v`` from capture and ladder to ``out``.

    These are the run and captures beside the chain, at most ``limit``. Return how many.
    """
    cdef int runner = board_color(b, v), liberty = chain_first_liberty(chain_of(b, v))
    cdef int n = 0, n_moves, room, i
    cdef int[MAX_CAPTURES + 1] moves
    cdef Board scratch
    if limit == 0:
        return 0
    moves[0] = liberty
    n_moves = 1 + capture_moves(b, v, moves + 1, MAX_CAPTURES)
    for i in range(n_moves):
        if (i > 0 and moves[i] == liberty) or not board_is_legal(b, moves[i], runner):
            continue
        if i == 0:
            room = liberties_after(b, liberty, runner, 3)
            if room < 2:
                continue
        else:
            room = 0
        if room < 3:
            board_copy(&scratch, b)
            board_play(&scratch, moves[i], runner)
            if ladder_holds(&scratch, v, False):
                continue
        out[n] = moves[i]
        n += 1
        if n == limit:
            break
    return n


cdef bint ladder_escapes(const Board* b, int v, int* move) noexcept nogil:
    """Return whether the chain in atari at ``v``, to move, escapes capture and ladder.

    It may run or take a chain beside it. If it escapes, ``move`` (NULL: not wanted) becomes a move
    that does so.
    """
    cdef int found
    if ladder_escape_moves(b, v, &found, 1) == 0:
        return False
    if move != NULL:
        move[0] = found
    return True
