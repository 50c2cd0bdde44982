"""Local fights are read by proof-number search, and a move that decides one gets the better prior.

Proof-number search: Allis, van der Meulen and van den Herik 1994; here its depth-first form over
the life and death of a group (`board_ext/solvers/proofs/dfpn.pxd`,
`board_ext/solvers/fights/fight.pxd`). At the root, each time its simulations have doubled, the
groups whose owner the playouts do not agree on are read, for ``fight_nodes`` nodes a simulation. A
move wins a fight for good when it does so even if the opponent wins every ko. When the opponent
might win the fight by moving first, the move is urgent: its prior becomes as many wins as a share
of the root's simulations, less for small groups.

Reading goes on where it was left, and what was read is kept from move to move: the table belongs to
the tree's memory. With several threads one reads at a time, and the others go on.

Not done: nodes below the root; trees of less than some sixteen megabytes; kos; moves that decide
two fights at once.
"""

from libc.math cimport fabs

from board_ext.board cimport Board
from board_ext.lowlevel.atomics cimport load_i32, load_u32, store_release_u32, swap_if_u32
from board_ext.lowlevel.bits cimport bits_has, bits_set, bits_zero
from board_ext.lowlevel.bitsets cimport bits_first, bits_next
from board_ext.lowlevel.types cimport BLACK, WHITE, WORDS, int64_t, opponent, uint32_t, uint64_t
from board_ext.solvers.fights.fight cimport WEAK_LIBERTIES, Fight, fight_find
from board_ext.solvers.proofs.dfpn cimport (
    FIRST_LOSES, FIRST_WINS, UNDECIDED, Verdict, solver_bytes, solver_in, solver_run,
)
from board_ext.solvers.proofs.replies cimport Solver
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.evaluation.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.node cimport node_probability, node_set_prior
from gtpengine.mcts.tree.tree cimport tree_find_child

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "fight_nodes"
PARAMS = (
    ParamSpec(
        "fight_nodes", float, 0.0, 0.0, 100.0,
        doc="nodes of proof-number search over local fights for each simulation; 0 is off",
        source="df-pn, Nagai 2002; not tuned",
    ),
    ParamSpec(
        "fight_prior", float, 0.5, 0.0, 4.0,
        doc="wins in the prior of a move that decides a large fight, as a share of the root's "
        "simulations",
        source="ours; not tuned",
    ),
    ParamSpec(
        "fight_stones", int, 4, 1, 100,
        doc="a fight over fewer stones is not read; a fight over twice as many has the full prior",
        source="ours; not tuned",
    ),
)

cdef enum:
    MAX_FIGHTS = 8
    FIRST_LOOK = 128          # simulations of the root
    TABLE_BITS = 16

cdef double SETTLED = 0.9     # mean ownership of a group that is not read


cdef struct Reading:
    Fight fight
    double doubt              # 1 minus the certainty of its owner
    Verdict moving            # what is known when the side to move at the root begins
    Verdict waiting           # when its opponent begins
    int move


cdef struct FightReadings:
    # Shared. The reader's memory follows it.
    uint32_t busy
    uint32_t next_look        # at so many visits of the root
    uint64_t era              # of the root that the readings are for
    uint32_t n
    uint32_t padding
    Reading readings[MAX_FIGHTS]


cdef double _certainty(const Door* door, const Fight* fight) noexcept nogil:
    """Return how sure the worker's playouts are of the target's owner, 0 to 1."""
    cdef int v = bits_first(fight.target)
    cdef int64_t sum = 0
    cdef uint64_t simulations = max(<uint64_t>1, door.worker.simulations)
    while v:
        sum += load_i32(&door.worker.owner[v])
        v = bits_next(fight.target, v)
    return fabs(<double>sum) / (<double>simulations * fight.n_target)


cdef void _find_fights(Door* door, FightReadings* shared) noexcept nogil:
    """List the fights at the root that are worth reading, those in most doubt first."""
    cdef const Search* s = door.worker.search
    cdef const Board* b = s.root
    cdef uint64_t seen[WORDS]
    cdef Reading reading
    cdef int color, v, i
    cdef uint32_t place
    shared.n = 0
    bits_zero(seen)
    for color in range(BLACK, WHITE + 1):
        v = bits_first(b.points[color])
        while v:
            if not bits_has(seen, v):
                if fight_find(b, v, False, WEAK_LIBERTIES, &reading.fight):
                    reading.doubt = 1.0 - _certainty(door, &reading.fight)
                    if (reading.doubt >= 1.0 - SETTLED
                            and reading.fight.n_target >= values_of(&s.params).fight_stones):
                        reading.moving = UNDECIDED
                        reading.waiting = UNDECIDED
                        reading.move = 0
                        place = shared.n if shared.n < MAX_FIGHTS else MAX_FIGHTS - 1
                        while place and shared.readings[place - 1].doubt < reading.doubt:
                            shared.readings[place] = shared.readings[place - 1]
                            place -= 1
                        shared.readings[place] = reading
                        shared.n += shared.n < MAX_FIGHTS
                for i in range(WORDS):
                    seen[i] |= reading.fight.target[i]
                bits_set(seen, v)
            v = bits_next(b.points[color], v)


cdef void _favour(Door* door, const Reading* reading, uint32_t visits) noexcept nogil:
    """Give the move that decides a fight its prior."""
    cdef Search* s = door.worker.search
    cdef uint32_t child = tree_find_child(&s.tree, s.tree.root, reading.move)
    cdef double size = min(1.0, reading.fight.n_target / (2.0 * values_of(&s.params).fight_stones))
    if child:
        node_set_prior(&s.tree.nodes[child], 1.0, values_of(&s.params).fight_prior * visits * size,
                       node_probability(&s.tree.nodes[child]))


cdef uint64_t _read(Solver* solver, const Search* s, Reading* reading,
                    uint64_t nodes) noexcept nogil:
    """Go on reading a fight; return how many nodes that took."""
    cdef int move, side = s.root.to_play
    cdef uint64_t spent = 0
    if reading.moving == UNDECIDED:
        reading.moving = solver_run(solver, s.root, &reading.fight, side, opponent(side), False,
                                    nodes, &reading.move)
        spent = solver.nodes
    if reading.moving == FIRST_WINS and reading.waiting == UNDECIDED and spent < nodes:
        reading.waiting = solver_run(solver, s.root, &reading.fight, opponent(side), side, False,
                                     nodes - spent, &move)
        spent += solver.nodes
    return spent


cdef void _look(Door* door, FightReadings* shared, uint32_t visits) noexcept nogil:
    """Read for as many nodes as the simulations since the last look allow."""
    cdef Search* s = door.worker.search
    cdef Solver* solver = solver_in(<char*>shared + sizeof(FightReadings), TABLE_BITS)
    cdef uint64_t budget = <uint64_t>(values_of(&s.params).fight_nodes * visits / 2.0), share, spent
    cdef Reading* reading
    cdef uint32_t i
    if shared.era != s.root_era:
        shared.era = s.root_era
        _find_fights(door, shared)
        budget *= 2
    for i in range(shared.n):
        reading = &shared.readings[i]
        share = budget // (shared.n - i)
        spent = _read(solver, s, reading, share) if share else 0
        budget -= min(budget, spent)
        if reading.moving == FIRST_WINS and reading.waiting != FIRST_LOSES:
            _favour(door, reading, visits)


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    """Read at the root each time that its visits have doubled; no opinion about the child."""
    cdef FightReadings* shared = <FightReadings*>door.shared
    cdef uint32_t visits, free = 0
    if d.depth or door.shared_bytes == sizeof(FightReadings):
        return 0
    visits = load_u32(&d.search.tree.nodes[node].visits)
    if shared.era == d.search.root_era and visits < load_u32(&shared.next_look):
        return 0
    if visits < FIRST_LOOK or not swap_if_u32(&shared.busy, &free, 1):
        return 0
    if shared.era != d.search.root_era or visits >= shared.next_look:
        _look(door, shared, visits)
        shared.next_look = 2 * visits
    store_release_u32(&shared.busy, 0)
    return 0


cdef uint64_t _table_bytes(uint64_t tree_bytes) noexcept nogil:
    """Return the memory of the readings and of a solver, which a small tree leaves no room for."""
    cdef size_t solver = solver_bytes(TABLE_BITS)
    return sizeof(FightReadings) + (solver if 4 * solver <= tree_bytes else 0)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.table_bytes = _table_bytes
DOOR = _door
