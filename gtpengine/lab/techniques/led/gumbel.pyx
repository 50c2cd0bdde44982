"""Gumbel search: sequential halving at the root, and the improved policy below.

Danihelka, Guez, Schrittwieser and Silver, Policy improvement by planning with Gumbel, ICLR 2022, as
mctx has it (seq_halving.py, action_selection.py). A move a of the root has the score g(a) + ln p(a)
+ sigma(q(a)), with sigma(q) = (``VISITS`` + most visits of a child) * ``gumbel_scale`` * q. The
``gumbel_moves`` moves of the best g + ln p share the budget: again and again each of them is
simulated, and the half of the worse scores leaves. Below the root the child is chosen that is
farthest behind the improved policy, softmax(ln p + sigma(completed q)). Children without visits
have the completed value, which mixes the node's judgement with the values of its children.

Ours: g is ``gumbel_noise`` times a Gumbel number, 0 by default, because g serves exploration in
self-play. Counts are the search's, values the tree's, which may be kept of earlier
searches. The engine plays the most visited move, so in the last round the better of the last two
is simulated until that is this move. A search without a limit in simulations has no budget to
halve: its root chooses as the nodes below. Where bounds on the score are known PUCT chooses.

Races: the threads deal out simulations by an atomic addition; one that finds no move with the count
that is due takes the best of all.
"""

from libc.math cimport exp, log

from board_ext.lowlevel.atomics cimport (
    add_u32, load_acquire_u32, load_i64, load_u8, load_u16, load_u32, store_release_u32,
    swap_if_u32,
)
from board_ext.lowlevel.rng cimport rng_float
from board_ext.lowlevel.types cimport BLACK, uint32_t, uint64_t
from gtpengine.lab.doors.door cimport Door, TechniqueDoor
from gtpengine.lab.techniques.led.values cimport values_of
from gtpengine.mcts.by_network.judging cimport judgement_worth
from gtpengine.mcts.doors.judgement cimport is_judged, judgement_at
from gtpengine.mcts.doors.search_state cimport Descent, Search
from gtpengine.mcts.tree.node cimport NODE_BOUNDED, Node, REWARD_ONE, node_probability
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of

from gtpengine.base.arguments.paramspec import ParamSpec, Player

SWITCH = "gumbel_moves"
PARAMS = (
    ParamSpec(
        "gumbel_moves", int, 0, 0, 64,
        doc="where a network leads, moves of the root among which the simulations of a search are "
        "halved; nodes below follow the improved policy. 0 is off",
        source="Danihelka et al. 2022, 16 for Go there",
        player=Player.LEADS,
    ),
    ParamSpec(
        "gumbel_noise", float, 0.0, 0.0, 10.0,
        doc="factor on the Gumbel numbers that are added to the logits of the root's moves",
        source="ours: none where it is to play well; 1 there",
        player=Player.LEADS,
    ),
    ParamSpec(
        "gumbel_scale", float, 0.1, 0.0, 100.0,
        doc="how much values weigh beside logits: by this * (50 + most visits of a move)",
        source="value_scale of mctx; not tuned; 1 in Danihelka et al. 2022 for Go",
        player=Player.LEADS,
    ),
)

cdef enum:
    MOST_MOVES = 64
    MOST_CHILDREN = 420
    # A larger limit is no budget: the search ends by time, or not at all.
    MOST_SIMULATIONS = 100000000
    NONE = 64                 # no place of a move
    MANY = 0x7FFFFFFF
    LISTING = 1               # values of `listed`
    LISTED = 2

cdef double VISITS = 50.0     # c_visit of the paper
cdef double TINY = 1e-9


cdef struct Race:
    # The moves that share the budget, in the memory of all threads.
    uint32_t listed           # released when the list is complete
    uint32_t begun            # simulations dealt out
    uint32_t n
    uint32_t moves[MOST_MOVES]
    uint32_t dealt[MOST_MOVES]
    double logits[MOST_MOVES]  # g + ln p


cdef inline double _value(const Node* child) noexcept nogil:
    """Return the mean of a child with visits, a virtual loss being a visit without a win."""
    cdef double n = <double>load_u32(&child.visits) + load_u16(&child.virtual_losses)
    return load_i64(&child.reward) / (<double>REWARD_ONE * n)


cdef inline double _logit(const Node* child) noexcept nogil:
    return log(max(TINY, node_probability(child)))


cdef void _list(Race* race, Descent* d, uint32_t root, uint32_t most) noexcept nogil:
    """List the moves of the best logits, the best first."""
    cdef const Tree* tree = &d.search.tree
    cdef Children children = children_of(&tree.nodes[root])
    cdef double logit, noise = values_of(&d.search.params).gumbel_noise
    cdef uint32_t place
    race.n = 0
    while children_next(tree, &children):
        logit = _logit(&tree.nodes[children.index])
        if noise > 0.0:
            logit -= noise * log(-log(max(TINY, rng_float(&d.rng))))
        if race.n == most:
            if logit <= race.logits[most - 1]:
                continue
            race.n -= 1
        place = race.n
        while place and race.logits[place - 1] < logit:
            race.logits[place] = race.logits[place - 1]
            race.moves[place] = race.moves[place - 1]
            place -= 1
        race.logits[place] = logit
        race.moves[place] = children.index
        race.n += 1


cdef uint32_t _due(uint32_t n, uint64_t budget, uint64_t number, bint* last) noexcept nogil:
    """Return how many simulations a move has had that is due for simulation ``number``: mctx's
    table of considered visits for ``n`` moves and a budget, without the table.

    In the ``last`` round it is how many each of the last two had when the round began.
    """
    cdef uint32_t rounds = 0, left = n, visits = 0, each
    while (<uint64_t>1 << rounds) < n:
        rounds += 1
    while True:
        last[0] = left <= 2
        if last[0]:
            return visits
        each = <uint32_t>max(<uint64_t>1, budget // (max(1, rounds) * <uint64_t>left))
        if number < <uint64_t>each * left:
            return visits + <uint32_t>(number // left)
        number -= <uint64_t>each * left
        visits += each
        left = max(2, left // 2)


cdef bint _is_ahead(const Race* race, const Tree* tree, uint32_t best) noexcept nogil:
    """Return whether a move has more visits than the others; earlier searches count, too."""
    cdef uint32_t i, visits = load_u32(&tree.nodes[race.moves[best]].visits)
    for i in range(race.n):
        if i != best and load_u32(&tree.nodes[race.moves[i]].visits) >= visits:
            return False
    return True


cdef double _score(const Race* race, const Tree* tree, uint32_t i, double weight) noexcept nogil:
    """Return g + ln p of a move, and ``weight`` times its value where it has one."""
    cdef const Node* child = &tree.nodes[race.moves[i]]
    return race.logits[i] + (weight * _value(child) if load_u32(&child.visits) else 0.0)


cdef uint32_t _best(const Race* race, const Tree* tree, double weight, uint32_t least,
                    uint32_t most, uint32_t but) noexcept nogil:
    """Return the move of the best score that was dealt ``least`` to ``most``, not ``but``; NONE
    when no move fits."""
    cdef uint32_t i, dealt, chosen = NONE
    cdef double score, best = -1e30
    for i in range(race.n):
        dealt = load_u32(&race.dealt[i])
        if i == but or dealt < least or dealt > most:
            continue
        score = _score(race, tree, i, weight)
        if chosen == NONE or score > best:
            best = score
            chosen = i
    return chosen


cdef uint32_t _of_the_last_two(const Race* race, const Tree* tree, double weight,
                               uint32_t due) noexcept nogil:
    """Return the better of the last two until it is the most visited, then that with fewer turns.
    """
    cdef uint32_t first = _best(race, tree, weight, due + 1, MANY, NONE), second = NONE
    if first != NONE:
        second = _best(race, tree, weight, due + 1, MANY, first)
    if second == NONE:
        # The round begins: they are still among those that are left of the round before.
        first = _best(race, tree, weight, due, MANY, NONE)
        second = _best(race, tree, weight, due, MANY, first)
    if (second == NONE or not _is_ahead(race, tree, first)
            or load_u32(&race.dealt[first]) <= load_u32(&race.dealt[second])):
        return first
    return second


cdef uint32_t _choose_at_root(Race* race, Descent* d, uint32_t root,
                              uint64_t budget) noexcept nogil:
    """Return the move of the best score among those whose turn it is."""
    cdef const Tree* tree = &d.search.tree
    cdef uint32_t i, due, chosen, most = 0, seen = 0
    cdef bint last
    cdef double weight
    if load_acquire_u32(&race.listed) != LISTED:
        if not swap_if_u32(&race.listed, &seen, LISTING):
            return 0
        _list(race, d, root, min(
            <uint32_t>values_of(&d.search.params).gumbel_moves, <uint32_t>MOST_MOVES))
        store_release_u32(&race.listed, LISTED)
    due = _due(race.n, budget, add_u32(&race.begun, 1), &last)
    for i in range(race.n):
        most = max(most, load_u32(&tree.nodes[race.moves[i]].visits))
    weight = (VISITS + most) * values_of(&d.search.params).gumbel_scale
    if last:
        chosen = _of_the_last_two(race, tree, weight, due)
    else:
        chosen = _best(race, tree, weight, due, due, NONE)
    if chosen == NONE:
        chosen = _best(race, tree, weight, 0, MANY, NONE)
    add_u32(&race.dealt[chosen], 1)
    return race.moves[chosen]


cdef double _completed(const Descent* d, uint32_t node, double visits, double seen,
                       double weighed) noexcept nogil:
    """Return the value of the children without visits, the paper's v_mix.

    ``visits`` is the sum of the children's, ``seen`` the sum of the probabilities of the children
    that have some, ``weighed`` the sum of probability times value.
    """
    cdef const Search* s = d.search
    cdef double own = 0.5
    if is_judged(s, node):
        own = judgement_worth(s, load_u32(judgement_at(s, node)))
        own = own if d.board.to_play == BLACK else 1.0 - own
    return own if seen <= 0.0 else (own + visits * weighed / seen) / (1.0 + visits)


cdef uint32_t _choose_below(const Descent* d, uint32_t node) noexcept nogil:
    """Return the child that is farthest behind the improved policy; 0 where bounds are known."""
    cdef const Tree* tree = &d.search.tree
    cdef const Node* child
    cdef double[MOST_CHILDREN] share
    cdef double visits = 0.0, most = 0.0, seen = 0.0, weighed = 0.0, n, p, other, total = 0.0
    cdef double scale, highest = -1e30, best = -1e30
    cdef uint32_t chosen = 0
    cdef int i = 0
    cdef Children children = children_of(&tree.nodes[node])
    # 1. What the children have in common.
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        if load_u8(&child.flags) & NODE_BOUNDED:
            return 0
        n = <double>load_u32(&child.visits) + load_u16(&child.virtual_losses)
        if n > 0.0:
            p = node_probability(child)
            visits += n
            most = max(most, n)
            seen += p
            weighed += p * _value(child)
    other = _completed(d, node, visits, seen, weighed)
    scale = (VISITS + most) * values_of(&d.search.params).gumbel_scale
    # 2. The improved policy; the largest logit is taken off before the exponential.
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        n = <double>load_u32(&child.visits) + load_u16(&child.virtual_losses)
        share[i] = _logit(child) + scale * (_value(child) if n > 0.0 else other)
        highest = max(highest, share[i])
        i += 1
    while i:
        i -= 1
        share[i] = exp(share[i] - highest)
        total += share[i]
    # 3. The child whose share of the visits is most behind.
    children = children_of(&tree.nodes[node])
    while children_next(tree, &children):
        child = &tree.nodes[children.index]
        n = <double>load_u32(&child.visits) + load_u16(&child.virtual_losses)
        p = share[i] / total - n / (1.0 + visits)
        if p > best:
            best = p
            chosen = children.index
        i += 1
    return chosen


cdef uint32_t _choose(Door* door, Descent* d, uint32_t node) noexcept nogil:
    cdef uint64_t budget = d.search.end_simulation - d.search.begin_simulation
    if d.depth == 0 and budget <= MOST_SIMULATIONS:
        return _choose_at_root(<Race*>door.shared, d, node, budget)
    return _choose_below(d, node)


cdef TechniqueDoor _door = TechniqueDoor()
_door.hooks.choose = _choose
_door.hooks.shared_bytes = sizeof(Race)
DOOR = _door
