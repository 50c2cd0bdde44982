"""Where techniques of the literature take part in a search.

A technique is one file of `techniques/`: its paper, its parameters (``PARAMS``, and ``SWITCH`` that
says when it is on), its memory, its hooks (``DOOR``), and its playout rule (``RULE``) if it has
one, which finds the technique's own memory as ``playout.own`` (`playout/rules.pxd`). What is
switched on is decided when parameters are set. What is off is not imported, not called, and takes
no memory. How to write one: docs/guides/technique.md.

A technique is asked by the searches that the row of its switch names as readers: those by playouts,
unless the row says ``player=Player.LEADS`` (by a network) or ``player=Player.BOTH``. One that the
search by a network does not ask takes the lead from the network.

Hooks of a technique take its `Door` (`gtpengine.lab.doors`) and, but for the first, the descent
under way. A search knows `Hooks` alone, which ask all techniques that are on. Both players ask:

- ``begin``: before a worker's first simulation of a search, its own memory being zero; may set how
  many playouts begin at each leaf (`Worker.playouts`);
- ``prior``: at expansion, for each legal move; may add to the prior that its child begins with, and
  change its probability by the policy;
- ``same_position``: before a node gets its first children; the node whose children serve for it,
  too, or 0;
- ``expanded``: after a node got its first children, unless another node shares them;
- ``choose``: at each node on the way down, the root at depth 0; the index of the child to follow,
  or 0 for no opinion. Also the place to compute what the scores of its children have in common.
  Techniques of the root enter here;
- ``stops``: before the descent follows a move; True where it ends at the parent instead;
- ``evidence``: for each child, before the score: may change its visits and wins (`ChildView`);
- ``score``: for each child: may change its score;
- ``value``: at a leaf; True where the outcome is filled in, and no judgement or playout is needed;
- ``playout``: before each playout; may say who plays it in the place of the rules (`Playout.run`),
  what is played for a refused move (`Playout.instead`), and when it ends early (`Playout.ends`);
- ``reward``: after each simulation, before it counts; may change the value of its outcome;
- ``learn``: after each simulation, the board standing at its end.

By playouts alone:

- ``credit``: after each simulation, before RAVE means are updated, with the moves of the playout
  that are going to count; may forget some. False where the simulation counts for no RAVE mean.

By a network alone:

- ``reach``: at each node on the way down: may change how far a move reaches that the policy is sure
  of and nobody has visited, the factor of PUCT's second term;
- ``question``: before the network is asked about a node: may change the symmetry under which it
  sees the board.

Techniques are asked by their ``place``, 1 for most, then by name.

A technique that reads learned files has a subclass of `TechniqueDoor` with a method ``learned``. It
is asked with each new position, for the size of its board.
"""

from board_ext.lowlevel.types cimport uint64_t
from gtpengine.mcts.doors.search_state cimport Search, Worker


cdef class Techniques:
    cdef readonly list doors      # of each technique, in the order in which they are asked

    cdef void attach(self, Search* s) noexcept
    cdef void meet(self, Search* s) noexcept
    cdef list learned(self, params, int size, list notices)
    cdef void teach(self, list learned) noexcept
    cdef tuple layout(self)
    cdef bint reserve(self, Search* s, uint64_t* limit) noexcept nogil
    cdef uint64_t table_bytes(self) noexcept nogil
    cdef void begin_search(self) noexcept nogil


cdef Techniques techniques_of(params)
cdef bint doors_open(Worker* w) noexcept nogil
cdef void doors_close(Worker* w) noexcept nogil
