"""A node of the search tree: 48 bytes, shared by all threads.

Races: every thread that passes through a node adds to its counters with relaxed atomics, so no
update is lost. A reader may see the visits of a simulation before its wins, which shifts a mean by
at most the number of threads over the visits. ``children`` is stored with release order after the
block of children is complete, and loaded with acquire order. ``move`` is written before the node
can be reached and never changes. The prior changes where a node is judged after it has got
children: it is stored in three parts, and a reader may once see the new value with the old weight.
Flags are set and cleared with atomic operations.

Nothing here knows the game: a move is a number.
"""

from libc.math cimport log2

from board_ext.lowlevel.atomics cimport (
    add_i64, add_u16, add_u32, load_acquire_u32, load_i64, load_u8, load_u16, load_u32, or_u8,
    store_release_u32, store_u8, store_u16,
)
from board_ext.lowlevel.types cimport int64_t, uint8_t, uint16_t, uint32_t

cdef extern from * nogil:
    """
    /* 2 ** (-i / 16) and 2 ** -i. Their products are exact, so no exponential is computed while the
     * tree is searched. */
    static const double gtpe_sixteenths[16] __attribute__((unused)) = {
        0x1p+0, 0x1.ea4afa2a490dap-1, 0x1.d5818dcfba487p-1, 0x1.c199bdd85529cp-1,
        0x1.ae89f995ad3adp-1, 0x1.9c49182a3f09p-1, 0x1.8ace5422aa0dbp-1, 0x1.7a11473eb0187p-1,
        0x1.6a09e667f3bcdp-1, 0x1.5ab07dd485429p-1, 0x1.4bfdad5362a27p-1, 0x1.3dea64c123422p-1,
        0x1.306fe0a31b715p-1, 0x1.2387a6e756238p-1, 0x1.172b83c7d517bp-1, 0x1.0b5586cf9890fp-1};
    static const double gtpe_halvings[16] __attribute__((unused)) = {
        0x1p-0, 0x1p-1, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7,
        0x1p-8, 0x1p-9, 0x1p-10, 0x1p-11, 0x1p-12, 0x1p-13, 0x1p-14, 0x1p-15};
    """
    const double[16] SIXTEENTHS "gtpe_sixteenths"
    const double[16] HALVINGS "gtpe_halvings"

cdef enum:
    # A sure win in the fixed point of the sums.
    REWARD_ONE = 65536
    # Prior weights are kept in 1/16 of a simulation, prior values in 1/65535.
    PRIOR_WEIGHT_ONE = 16
    PRIOR_VALUE_ONE = 65535
    # Probabilities are kept as their logarithm, in steps of a sixteenth of a halving.
    PROBABILITY_STEPS = 16
    # The move of a node that only leads to further children of the same parent.
    LINK_MOVE = 65535


cdef enum NodeFlag:
    NODE_EXPANDING = 1        # one thread has claimed the work of making (further) children
    NODE_MORE = 2             # behind the last child stands a link to further ones
    NODE_BOUNDED = 4          # the score is bounded (bounds.pxd)
    NODE_NOTED = 8            # only during a reroot: its block is on the list of those to keep


cdef struct Node:
    int64_t reward           # sum of rewards, for the side that made the move into this node
    # The same over simulations in which that side played the move later; by playouts alone.
    int64_t amaf_reward
    int64_t score            # sum of scores in half points, for Black
    uint32_t visits          # simulations
    uint32_t amaf_visits     # likewise; weighted by distance, see params.rave_distance_levels
    uint32_t children        # index of the first child, 0 for a leaf; may serve several nodes
    uint16_t n_children
    uint16_t move
    uint16_t prior_value
    uint16_t prior_weight
    uint16_t virtual_losses  # threads below, times params.virtual_loss
    uint8_t flags            # of NodeFlag
    uint8_t probability      # of the move by the policy, coded (node_probability)


cdef inline void node_set_prior(Node* node, double value, double weight,
                                double probability) noexcept nogil:
    """Store a prior; units and precision are as in ``node_init``."""
    cdef double units = weight * PRIOR_WEIGHT_ONE + 0.5
    cdef double code = 255.0
    if probability > 0.0:
        code = 0.5 - PROBABILITY_STEPS * log2(probability)
    store_u16(&node.prior_value, <uint16_t>(value * PRIOR_VALUE_ONE + 0.5))
    store_u16(&node.prior_weight, <uint16_t>units if units < 65535.0 else 65535)
    store_u8(&node.probability, <uint8_t>min(max(code, 0.0), 255.0))


cdef inline void node_init(Node* node, int move, double prior_value, double prior_weight,
                           double probability) noexcept nogil:
    """Make a node without simulations.

    ``prior_value`` lies in [0, 1], ``prior_weight`` is at most 4095 simulations, ``probability`` is
    kept to 4 % down to 2^-16.
    """
    node.reward = 0
    node.amaf_reward = 0
    node.score = 0
    node.visits = 0
    node.amaf_visits = 0
    node.children = 0
    node.n_children = 0
    node.move = move
    node.virtual_losses = 0
    node.flags = 0
    node_set_prior(node, prior_value, prior_weight, probability)


cdef inline void node_update(Node* node, int64_t reward, int score) noexcept nogil:
    """Add a simulation with ``reward`` (0 to REWARD_ONE) for the side that moved here."""
    add_u32(&node.visits, 1)
    add_i64(&node.reward, reward)
    add_i64(&node.score, score)


cdef inline void node_update_amaf(Node* node, int64_t reward, int weight) noexcept nogil:
    """Add a simulation, ``weight`` times, to the RAVE mean."""
    add_u32(&node.amaf_visits, weight)
    add_i64(&node.amaf_reward, reward * weight)


cdef inline bint node_share_children(Node* node, const Node* other) noexcept nogil:
    """Give a leaf the children of ``other``; return whether it has children now."""
    cdef uint32_t first = load_acquire_u32(&other.children)
    if first == 0:
        return False
    if or_u8(&node.flags, NODE_EXPANDING) & NODE_EXPANDING:
        return load_acquire_u32(&node.children) != 0
    node.n_children = other.n_children
    or_u8(&node.flags, load_u8(&other.flags) & NODE_MORE)
    store_release_u32(&node.children, first)
    return True


cdef inline double node_prior_weight(const Node* node) noexcept nogil:
    """Return the weight of the prior in simulations."""
    return load_u16(&node.prior_weight) * (1.0 / PRIOR_WEIGHT_ONE)


cdef inline double node_prior_value(const Node* node) noexcept nogil:
    """Return the value of the prior in [0, 1]."""
    return load_u16(&node.prior_value) * (1.0 / PRIOR_VALUE_ONE)


cdef inline double node_probability(const Node* node) noexcept nogil:
    """Return the probability of the move by the policy."""
    cdef uint32_t steps = load_u8(&node.probability)
    return SIXTEENTHS[steps % PROBABILITY_STEPS] * HALVINGS[steps // PROBABILITY_STEPS]


cdef inline double node_mean(const Node* node) noexcept nogil:
    """Return the mean reward in [0, 1] for the side that moved here, 0.5 without visits."""
    cdef uint32_t visits = load_u32(&node.visits)
    return load_i64(&node.reward) / (<double>REWARD_ONE * visits) if visits else 0.5
