"""Capturing races between two adjacent chains.

How liberties are counted:

- *outside* liberties touch one of the two chains only, *shared* ones both;
- an outside liberty where the other side would put itself in atari costs one move more (approach),
  unless it is next to one that can be filled first, or is the last liberty of all;
- a closed space of up to seven points is one eye. It takes 1, 2, 3, 5, 8, 12 or 17 moves to fill
  1 to 7 points, less the enemy stones already inside, and it is filled last. A space that makes two
  eyes, and two spaces, count as SEMEAI_ALIVE moves.

Who wins follows Mueller, "Race to Capture: Analyzing Semeai in Go" (1999): without eyes, or with
equal ones, shared liberties can make a seki; otherwise they count for the larger eye. The function
equals a full search of that model (tests).

Not looked at: other chains in the race, captures that end the race early, kos, approach moves
that need approach moves themselves.
"""

from board_ext.board cimport Board

cdef enum:
    SEMEAI_ALIVE = 1000       # moves to fill the eyes of a chain with two
    SEMEAI_LOSS = -1
    SEMEAI_SEKI = 0
    SEMEAI_WIN = 1


cdef struct SemeaiSide:
    int outside               # outside liberties and the approach moves they need
    int approach              # the approach moves among them
    int eye                   # moves to fill the eye, 0 without one


cdef struct Semeai:
    int shared                # liberties
    SemeaiSide[2] sides       # the chains in the order they were given


cdef void semeai_count(const Board* b, int first, int second, Semeai* race) noexcept nogil


cdef inline int semeai_outcome(int outside, int other_outside, int shared, int eye,
                               int other_eye) noexcept nogil:
    """Return SEMEAI_WIN, SEMEAI_SEKI or SEMEAI_LOSS for the side to move.

    The other side's numbers are ``other_*``. Neither chain may be captured already.
    """
    cdef int ahead = outside - other_outside
    if eye != other_eye:
        ahead += eye - other_eye
        ahead += shared if eye > other_eye else -shared
        return SEMEAI_WIN if ahead >= 0 else SEMEAI_LOSS
    if eye == SEMEAI_ALIVE:
        return SEMEAI_SEKI
    # The last shared liberty need not be filled before it captures; in an eye it must.
    if ahead >= (shared if eye else (shared - 1 if shared else 0)):
        return SEMEAI_WIN
    if -ahead >= (shared + 1 if eye or shared == 0 else shared):
        return SEMEAI_LOSS
    return SEMEAI_SEKI


cdef inline int semeai_for(const Semeai* race, int side) noexcept nogil:
    """Return the outcome for side 0 or 1 of the race when it is to move."""
    cdef const SemeaiSide* own = &race.sides[side]
    cdef const SemeaiSide* other = &race.sides[1 - side]
    return semeai_outcome(own.outside, other.outside, race.shared, own.eye, other.eye)
