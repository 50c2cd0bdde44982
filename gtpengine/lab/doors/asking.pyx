"""How a simulation asks all the techniques that are on, one after the other."""

from libc.stdlib cimport calloc, free

from board_ext.lowlevel.types cimport uint32_t
from gtpengine.lab.doors.door cimport Door
from gtpengine.mcts.doors.search_state cimport Descent, Outcome, Prior, Request, Search, Worker
from gtpengine.mcts.playout.playout cimport Playout
from gtpengine.mcts.tree.amaf cimport AmafMap
from gtpengine.mcts.tree.childview cimport ChildView
from gtpengine.mcts.tree.tree cimport tree_touch


cdef int _n_asked(const Search* s) noexcept nogil:
    """Return how many techniques the player asks."""
    cdef const Door* one = <const Door*>s.techniques
    cdef int n = 0
    while one.technique != NULL:
        n += (one.readers & s.player.reader) != 0
        one += 1
    return n


cdef bint _open(Worker* w) noexcept nogil:
    """Give a worker its doors for the techniques that the player asks; False when there is no
    memory."""
    cdef Search* s = w.search
    cdef const Door* one = <const Door*>s.techniques
    cdef int n = _n_asked(s)
    if n == 0:
        return True
    w.hooks = s.hooks
    w.doors = calloc(n + 1, sizeof(Door))
    w.rule_memory = <void**>calloc(max(1, s.order.n if s.order != NULL else 0), sizeof(void*))
    if w.doors == NULL or w.rule_memory == NULL:
        return False
    n = 0
    while one.technique != NULL:
        if one.readers & s.player.reader:
            if not _open_one(w, one, <Door*>w.doors + n):
                return False
            n += 1
        one += 1
    return True


cdef bint _open_one(Worker* w, const Door* one, Door* door) noexcept nogil:
    """Make the door of a worker from the search's; False when there is no memory."""
    cdef Search* s = w.search
    door[0] = one[0]
    door.worker = w
    if door.slot:
        tree_touch(&s.tree, door.slot)
    if door.technique.own_bytes:
        door.own = calloc(1, door.technique.own_bytes)
        if door.own == NULL:
            return False
    if door.rule >= 0 and s.order != NULL:
        w.rule_memory[door.rule] = door.own
    if door.technique.begin != NULL:
        door.technique.begin(door)
    return True


cdef void _close(Worker* w) noexcept nogil:
    """Free what a worker has of the techniques."""
    cdef Door* door = <Door*>w.doors
    while door != NULL and door.technique != NULL:
        free(door.own)
        door += 1
    free(w.doors)
    free(w.rule_memory)
    w.doors = NULL
    w.rule_memory = NULL


cdef uint32_t _choose(Descent* d, uint32_t node) noexcept nogil:
    """Return the child that a technique wants to follow, or 0."""
    cdef Door* door = <Door*>d.worker.doors
    cdef uint32_t child, chosen = 0
    while door.technique != NULL:
        if door.technique.choose != NULL:
            # All are asked: some only look.
            child = door.technique.choose(door, d, node)
            chosen = chosen if chosen else child
        door += 1
    return chosen


cdef void _evidence(const Descent* d, ChildView* view) noexcept nogil:
    """Let the techniques change the statistics of a child before its score is computed."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.evidence != NULL:
            door.technique.evidence(door, d, view)
        door += 1


cdef void _score(const Descent* d, ChildView* view) noexcept nogil:
    """Let the techniques change the score of a child."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.score != NULL:
            door.technique.score(door, d, view)
        door += 1


cdef void _reach(const Descent* d, uint32_t node, double* reach) noexcept nogil:
    """Let the techniques change how far the moves of a node reach."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.reach != NULL:
            door.technique.reach(door, d, node, reach)
        door += 1


cdef void _question(const Descent* d, uint32_t node, Request* request) noexcept nogil:
    """Let the techniques change what the network is asked about a node."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.question != NULL:
            door.technique.question(door, d, node, request)
        door += 1


cdef void _prior(const Descent* d, int move, Prior* prior) noexcept nogil:
    """Let the techniques add to the prior of a new child."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.prior != NULL:
            door.technique.prior(door, d, move, prior)
        door += 1


cdef uint32_t _same_position(Descent* d, uint32_t node) noexcept nogil:
    """Return the node whose children a technique wants to share with a leaf, or 0."""
    cdef Door* door = <Door*>d.worker.doors
    cdef uint32_t other
    while door.technique != NULL:
        if door.technique.same_position != NULL:
            other = door.technique.same_position(door, d, node)
            if other:
                return other
        door += 1
    return 0


cdef bint _stops(Descent* d, int move) noexcept nogil:
    """Return whether a technique wants the descent to end before a move."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.stops != NULL and door.technique.stops(door, d, move):
            return True
        door += 1
    return False


cdef void _expanded(const Descent* d, uint32_t node) noexcept nogil:
    """Tell the techniques of a node that has got its first children."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.expanded != NULL:
            door.technique.expanded(door, d, node)
        door += 1


cdef bint _value(Descent* d, Outcome* outcome) noexcept nogil:
    """Return whether a technique knows the outcome at a leaf, which it then has filled in."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.value != NULL and door.technique.value(door, d, outcome):
            return True
        door += 1
    return False


cdef void _playout(Descent* d, Playout* playout) noexcept nogil:
    """Let the techniques prepare a playout; their rules find their memory as `Playout.own`."""
    cdef Door* door = <Door*>d.worker.doors
    playout.memory = d.worker.rule_memory
    while door.technique != NULL:
        if door.technique.playout != NULL:
            door.technique.playout(door, d, playout)
        door += 1


cdef void _reward(const Descent* d, Outcome* outcome) noexcept nogil:
    """Let the techniques change what a simulation counts for."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.reward != NULL:
            door.technique.reward(door, d, outcome)
        door += 1


cdef bint _credit(const Descent* d, AmafMap* amaf) noexcept nogil:
    """Let the techniques say which moves of a simulation count for RAVE; False for none."""
    cdef Door* door = <Door*>d.worker.doors
    cdef bint counts = True
    while door.technique != NULL:
        if door.technique.credit != NULL and not door.technique.credit(door, d, amaf):
            counts = False
        door += 1
    return counts


cdef void _learn(const Descent* d, const Outcome* outcome) noexcept nogil:
    """Let the techniques learn from a simulation."""
    cdef Door* door = <Door*>d.worker.doors
    while door.technique != NULL:
        if door.technique.learn != NULL:
            door.technique.learn(door, d, outcome)
        door += 1


cdef Hooks _hooks
_hooks.open = _open
_hooks.close = _close
_hooks.choose = _choose
_hooks.evidence = _evidence
_hooks.score = _score
_hooks.reach = _reach
_hooks.question = _question
_hooks.prior = _prior
_hooks.same_position = _same_position
_hooks.stops = _stops
_hooks.expanded = _expanded
_hooks.value = _value
_hooks.playout = _playout
_hooks.reward = _reward
_hooks.credit = _credit
_hooks.learn = _learn


cdef const Hooks* hooks_of_all() noexcept nogil:
    """Return the hooks that ask all techniques."""
    return &_hooks
