"""Depth-first proof-number search over a fight (df-pn, Nagai 2002).

Proof-number search (Allis et al. 1994) grows a tree of wins and losses where a proof or a disproof
is nearest: a node's *proof number* is the least number of leaves that must be won to prove it, its
*disproof number* the same for a disproof. Df-pn walks to the same leaves depth first, with limits
on both numbers, and keeps the numbers in a table. Here they are counted for the side to move:
``phi`` to prove that it wins, ``delta`` to prove that it loses.

- A node's delta is the greatest phi of its children plus a constant for each other child that is
  open (weak proof-number search, Ueda et al. 2008), not the sum: positions that are reached by
  several ways do not count twice. The constant is large, so that few open moves count more than a
  hopeful one, and smaller for moves that look hopeless.
- A child that nobody has looked at begins with a delta that says how unlikely its move is, from
  liberties after the move (df-pn+, Nagai 2002). When it is looked at first, its moves are counted
  but not looked up.
- Of a defender whose chain is in atari and decides, only answers to the atari are listed.
- What refutes one move is tried on its siblings, move by move, before they are searched (Kawano
  1996).
- The limit of the second best child is raised by a quarter, so that the search turns back less
  often (Pawlewicz and Lew 2007).

Who may do what: both sides play on the fight's points alone. The defender may pass, the attacker
only while the ko rule forbids the attacker a move, and gives up without a move. So a seki is a
life. Where `eyes` are asked for, it is not: both may pass, and a repetition is the attacker's.

Kos: a *ko master* may take back at once, as one who has all the threats; a fight that the master
loses is lost whatever threats there are. Without a master nobody has a threat, and a ko is not
taken back at once. An answer that differs between one master and the other depends on a ko.

Repetition: when a position on the way comes back, the attacker has got nowhere and fails. But a
master who has taken back at once meanwhile fails, since no threats last for ever. What rests on a
repetition holds only for the ways with the same positions before it, and is kept under their hash
(the problem of graph history interaction; after Kishimoto and Müller 2004).

Searches with different masters share one table, and the proofs that hold whoever wins the kos
(`anymaster.pxd`).

Several threads may solve a fight together: `dfpn_team.pxd`.

Not done: superko beyond that; kos worth a certain number of threats.
"""

from board_ext.board cimport Board
from board_ext.solvers.fights.fight cimport Fight
from board_ext.solvers.proofs.dfpn_team cimport Team
from board_ext.solvers.proofs.replies cimport Solver
from board_ext.lowlevel.types cimport uint32_t, uint64_t

cdef enum:
    PROVED = 1 << 24          # infinity of proof numbers


cdef enum Verdict:
    UNDECIDED = 0
    FIRST_WINS = 1
    FIRST_LOSES = 2


cdef size_t solver_bytes(int bits) noexcept nogil
cdef Solver* solver_in(void* memory, int bits) noexcept nogil
cdef size_t solver_beside_bytes() noexcept nogil
cdef Solver* solver_beside(void* memory, const Solver* first) noexcept nogil
cdef void solver_join(Solver* s, Team* team, bint together) noexcept nogil
cdef Verdict solver_run(Solver* s, const Board* b, const Fight* fight, int first, int master,
                        bint eyes, uint64_t nodes, int* move) noexcept nogil
cdef void solver_numbers(const Solver* s, uint32_t* phi, uint32_t* delta) noexcept nogil
cdef int solver_line(Solver* s, int first, int* moves, int most) noexcept nogil
