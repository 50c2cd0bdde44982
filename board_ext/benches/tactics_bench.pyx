"""Nanoseconds a call of the tactics, over the candidates of random middle-game positions.

    .venv/bin/python -c 'from board_ext.benches.tactics_bench import report; report()'
"""

from time import thread_time

from board_ext.board cimport (
    Board, board_copy, board_free, board_init, board_new, is_eyelike, is_stone,
)
from board_ext.legal cimport board_is_legal
from board_ext.lowlevel.rng cimport Rng, rng_below, rng_seed
from board_ext.lowlevel.types cimport (
    BLACK, MAX_SIZE, MIN_SIZE, NO_VERTEX, WHITE, point_to_vertex, uint64_t,
)
from board_ext.playing cimport board_pass, board_play
from board_ext.solvers.semeai cimport Semeai, semeai_count, semeai_for
from board_ext.tactics.atari cimport (
    chain_neighbours, is_bad_self_atari, is_self_atari, liberties_after,
)
from board_ext.tactics.eyes cimport eye_kind
from board_ext.tactics.ladder cimport ladder_captures, ladder_escapes
from board_ext.tactics.nakade cimport nakade_space, nakade_vital_point

cdef enum Task:
    LIBERTIES_2
    LIBERTIES_3
    LIBERTIES_ALL
    SELF_ATARI
    BAD_SELF_ATARI
    BAD_SELF_ATARI_ONLY
    CHAIN_NEIGHBOURS
    LADDER_CAPTURES
    LADDER_ESCAPES
    SEMEAI
    NAKADE_VITAL
    NAKADE_SPACE
    EYE_KIND
    COPY

_NAMES = {
    LIBERTIES_2: "liberties_after, limit 2",
    LIBERTIES_3: "liberties_after, limit 3",
    LIBERTIES_ALL: "liberties_after, no limit",
    SELF_ATARI: "is_self_atari",
    BAD_SELF_ATARI: "is_bad_self_atari",
    BAD_SELF_ATARI_ONLY: "is_bad_self_atari of self-ataris",
    CHAIN_NEIGHBOURS: "chain_neighbours",
    LADDER_CAPTURES: "ladder_captures, two liberties",
    LADDER_ESCAPES: "ladder_escapes",
    SEMEAI: "semeai_count of neighbours",
    NAKADE_VITAL: "nakade_vital_point",
    NAKADE_SPACE: "nakade_space",
    EYE_KIND: "eye_kind of eye-like points",
    COPY: "board_copy, to compare",
}

cdef enum:
    MAX_CALLS = 512


cdef struct Call:
    int v
    int color                 # or a second stone


cdef void random_position(Board* b, int size, int moves, Rng* rng) noexcept nogil:
    """Play ``moves`` random moves that are no bad self-ataris and fill no own eye."""
    cdef int _move, _try, v
    board_init(b, size)
    for _move in range(moves):
        for _try in range(100):
            v = b.empties[rng_below(rng, b.n_empty)]
            if (board_is_legal(b, v, b.to_play) and not is_eyelike(b, v, b.to_play)
                    and not is_bad_self_atari(b, v, b.to_play)):
                board_play(b, v, b.to_play)
                break
        else:
            board_pass(b, b.to_play)


cdef int list_calls(const Board* b, Task task, Call* calls) noexcept nogil:
    """List the questions of a task: every legal move of both sides, or every chain in question."""
    cdef int point, v, color, n = 0
    cdef int liberties, other = 0
    cdef bint stones = CHAIN_NEIGHBOURS <= task <= SEMEAI
    for point in range(b.size * b.size):
        v = point_to_vertex(point, b.size)
        if is_stone(b, v):
            liberties = b.chains[b.chain[v]].n_liberties
            if stones and (
                    task == CHAIN_NEIGHBOURS or task == SEMEAI or liberties == (
                        1 if task == LADDER_ESCAPES else 2)):
                if chain_neighbours(b, v, &other, 1) or task != SEMEAI:
                    calls[n] = Call(v, other)
                    n += 1
        elif not stones:
            for color in range(BLACK, WHITE + 1):
                if n < MAX_CALLS and (
                        is_eyelike(b, v, color) if task == EYE_KIND else
                        board_is_legal(b, v, color) and (
                            task != BAD_SELF_ATARI_ONLY or is_self_atari(b, v, color))):
                    calls[n] = Call(v, color)
                    n += 1
    return n


cdef int run_calls(Board* b, Board* scratch, Task task, const Call* calls, int n,
                   int repeat) noexcept nogil:
    """Ask all questions ``repeat`` times; return the sum of the answers."""
    cdef int[64] out
    cdef int _pass, i, v, color, vital, total = 0
    cdef Semeai race
    for _pass in range(repeat):
        for i in range(n):
            v = calls[i].v
            color = calls[i].color
            if task == LIBERTIES_2:
                total += liberties_after(b, v, color, 2)
            elif task == LIBERTIES_3:
                total += liberties_after(b, v, color, 3)
            elif task == LIBERTIES_ALL:
                total += liberties_after(b, v, color, 400)
            elif task == SELF_ATARI:
                total += is_self_atari(b, v, color)
            elif task == BAD_SELF_ATARI or task == BAD_SELF_ATARI_ONLY:
                total += is_bad_self_atari(b, v, color)
            elif task == CHAIN_NEIGHBOURS:
                total += chain_neighbours(b, v, out, 64)
            elif task == LADDER_CAPTURES:
                total += ladder_captures(b, v, NULL)
            elif task == LADDER_ESCAPES:
                total += ladder_escapes(b, v, NULL)
            elif task == SEMEAI:
                semeai_count(b, v, color, &race)
                total += semeai_for(&race, 0)
            elif task == NAKADE_VITAL:
                total += nakade_vital_point(b, v) != NO_VERTEX
            elif task == NAKADE_SPACE:
                total += nakade_space(b, v, color, &vital)
            elif task == EYE_KIND:
                total += eye_kind(b, v, color)
            else:
                board_copy(scratch, b)
    return total


def nanoseconds(int size=19, int positions=200, int repeat=20, uint64_t seed=1):
    """Measure every function on the same positions.

    Return {name: (nanoseconds a call, calls, mean answer)}.

    :raises ValueError: when the size is not 2 to 19.
    """
    cdef Board* b
    cdef Board* scratch
    cdef Rng rng
    cdef Call[MAX_CALLS] calls
    cdef int i, n, task
    cdef long total, count
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"board size {size}: give {MIN_SIZE} to {MAX_SIZE}")
    b = board_new()
    scratch = board_new()
    if b == NULL or scratch == NULL:
        board_free(b)
        board_free(scratch)
        raise MemoryError
    results = {}
    for task, name in _NAMES.items():
        seconds = 0.0
        total = count = 0
        for i in range(positions):
            rng_seed(&rng, seed, i)
            random_position(b, size, size * size // 4 + rng_below(&rng, size * size // 2), &rng)
            n = list_calls(b, <Task>task, calls)
            start = thread_time()
            total += run_calls(b, scratch, <Task>task, calls, n, repeat)
            seconds += thread_time() - start
            count += n
        results[name] = (1e9 * seconds / max(1, count * repeat), count,
                         <double>total / max(1, count * repeat))
    board_free(b)
    board_free(scratch)
    return results


def report(sizes=(9, 19)):
    """Print the table of ``nanoseconds`` for some board sizes."""
    for size in sizes:
        print(f"{size}x{size}: nanoseconds a call, calls, mean answer")
        for name, (cost, calls, mean) in nanoseconds(size).items():
            print(f"  {name:36} {cost:8.1f} {calls:8} {mean:6.2f}")
