"""Multi-agent playouts: several playout policies, the same rules in other orders, take turns.

Marcolino and Matsubara, Multi-agent Monte Carlo Go, AAMAS 2011: agents are Fuego's playout policy
with its heuristics in permuted priorities; a varied team is stronger than its best member if the
right agents are in it. Here each playout is played by one of ``playout_agents`` agents, drawn
anew: the first asks the rules in their order, each other in an order of its own, the same in every
search.

Ours: an agent plays a whole playout; there each move is another agent's.
"""

from board_ext.lowlevel.rng cimport Rng, rng_below, rng_seed
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.playouts.values cimport values_of
from gtpengine.mcts.doors.search_state cimport Descent
from gtpengine.mcts.playout.playout cimport Playout, Rule, RuleOrder

from gtpengine.base.arguments.paramspec import ParamSpec

SWITCH = "playout_agents"
PARAMS = (
    ParamSpec(
        "playout_agents", int, 0, 0, 1000,
        doc="orders of the playout rules of which each playout draws one: playout_order's, "
        "and random ones; 0 is off",
        source="Marcolino and Matsubara 2011; not tuned",
    ),
)

cdef enum:
    MOST_RULES = 64
    ORDERS_SEED = 2011        # of the orders of the agents


cdef struct Agent:
    # The rules in the order of the playout that is played, and the memory of each.
    RuleOrder order
    Rule rules[MOST_RULES]
    void* memory[MOST_RULES]


cdef void _playout(Door* door, Descent* d, Playout* playout) noexcept nogil:
    """Draw an agent, and let the playout ask the rules in its order."""
    cdef Agent* agent = <Agent*>door.own
    cdef int number = rng_below(&d.rng, values_of(&d.search.params).playout_agents)
    cdef int i, j, n = playout.order.n
    cdef Rng rng
    if number == 0 or n > MOST_RULES:
        return
    rng_seed(&rng, ORDERS_SEED, number)
    for i in range(n):
        # The rule goes where one of those so far was, which goes to the end.
        j = rng_below(&rng, i + 1)
        agent.rules[i] = agent.rules[j]
        agent.memory[i] = agent.memory[j]
        agent.rules[j] = playout.order.rules[i]
        agent.memory[j] = playout.memory[i]
    agent.order.n = n
    agent.order.rules = agent.rules
    playout.order = &agent.order
    playout.memory = agent.memory


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.playout = _playout
_door.hooks.own_bytes = sizeof(Agent)
DOOR = _door
