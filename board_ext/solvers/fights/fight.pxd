"""Fights over the life of a group: who is attacked, and where is played.

A *fight* is a group of one colour, the *target*, and the points on which both sides play. The
attacker wins it when fewer than `needed` stones of the target are left. The defender wins it when
`needed` stones of the target cannot be captured any more (Benson 1976), or are connected with a
chain that is safe.

How the points are found (`fight_find`): nobody tells a search where a fight ends.

- The target is a chain and the chains of its colour that share a liberty with it or touch it
  diagonally, and so on. A wide fight has also those whose liberties touch.
- The points are those within two moves of the target, and those that it reaches no later than the
  strong stones of the attacker do, at most FIGHT_REACH moves away.
- Chains of the attacker that touch these points and have few liberties, or all on the points, may
  be captured: their stones and liberties belong to the points. All others stand. The caller says
  how many are few.
- Empty points beside all these belong to whoever is nearer. The attacker's are as good as his
  stones. A target that is connected with one of the defender's has escaped.
- A caller may make some of the attacker's points a *border*, on which he alone plays, and only
  beside a stone of the defender: so the defender's liberties there have to be taken first. Behind a
  border there is a liberty where nobody plays, so that no stone on the border is captured.

What is seen without reading: `settled.pxd`.

Not done: the target's stones that are captured and captured back (under the stones) are lost; what
is worth more than the target may be lost for it.
"""

from board_ext.board cimport Board
from board_ext.lowlevel.types cimport WORDS, uint64_t

cdef enum:
    FIGHT_REACH = 4
    FIGHT_EMPTY = 26          # most empty points of a fight that is worth reading
    FIGHT_POINTS = 60         # most points, stones included
    WEAK_LIBERTIES = 3        # as a rule, a chain of the attacker with more is not captured


cdef struct Fight:
    int defender
    int needed                # stones of the target that have to live
    int n_target
    int n_empty               # empty points when it was found
    uint64_t target[WORDS]
    uint64_t points[WORDS]    # where moves are played; those with stones may become empty
    uint64_t walls[WORDS]     # empty points around that count as stones of the attacker
    uint64_t border[WORDS]    # empty points around on which the attacker alone plays
    uint64_t played[WORDS]    # the points and the border
    uint64_t exits[WORDS]     # empty points around where the defender has escaped
    uint64_t safe[WORDS]      # stones of the defender that live
    uint64_t solid[WORDS]     # stones of the attacker, walls included, that cannot be captured
    uint64_t scope[WORDS]     # the points and those beside them
    int low                   # first word of the scope that is not empty
    int high                  # and the word behind the last one


cdef bint fight_find(const Board* b, int v, bint wide, int few, Fight* fight) noexcept nogil
cdef void fight_set_up(Board* b, Fight* fight) noexcept nogil
cdef void fight_close(const Board* b, Fight* fight) noexcept nogil
cdef uint64_t fight_name(const Fight* fight) noexcept nogil
cdef uint64_t fight_stones(const Board* b, const Fight* fight) noexcept nogil
