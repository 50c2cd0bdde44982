"""Attaching techniques to a search and its workers, and asking them in turn."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from gtpengine.mcts.doors.search_state cimport Door
from gtpengine.mcts.tree.tree cimport SLOTS, tree_reserve, tree_touch

from gtpengine.mcts.params.families import exported
from gtpengine.mcts.params.rule_table import rules_in_order
from gtpengine.mcts.params.switches import readers_of, switched_on

cdef class Learned:
    """Learned numbers, in memory that hooks can read."""


cdef class TechniqueDoor:
    """The hooks of a technique, which its file fills in."""

    def __cinit__(self):
        self.hooks.place = 1

    @property
    def place(self):
        """Where it stands among the techniques that are asked."""
        return self.hooks.place

    cdef Learned learned(self, object params, int size, list notices):
        """Return what its files say for boards of a size, None for nothing; add notices for the
        user."""
        return None


def _found(params):
    """Return (door, its module) of the techniques that are on, as they are asked: by place, then by
    file name."""
    found = [(exported(name, "DOOR"), name) for name in switched_on(params)]
    return sorted(found, key=lambda one: (one[0].place, one[1].rpartition(".")[2]))


cdef list doors_learned(params, int size, list notices):
    """Return what each technique that is on has learned for boards of a size, for `doors_teach`."""
    cdef TechniqueDoor door
    return [door.learned(params, size, notices) for door, _ in _found(params)]


cdef void doors_teach(Search* s, list learned) noexcept:
    """Tell the techniques of a search what they have learned; it must outlive the search."""
    cdef Learned one
    cdef int i
    for i in range(s.n_techniques):
        one = learned[i]
        s.learned[i] = NULL if one is None else one.data


cdef list doors_attach(Search* s, params):
    """Let a search have the techniques that ``params`` switch on; return them. Workers must be
    opened anew."""
    cdef TechniqueDoor door
    cdef Technique* technique
    cdef int i
    found = _found(params)
    doors = [door for door, _ in found]
    modules = [name for _, name in found]
    rules = [row.module for row in rules_in_order(params)]
    doors_detach(s)
    if not doors:
        return doors
    if sum([door.hooks.node_bytes > 0 for door in doors]) > SLOTS - 1:
        raise ValueError(f"at most {SLOTS - 1} techniques may have memory beside the nodes")
    s.techniques = <Technique*>calloc(len(doors), sizeof(Technique))
    s.shared = <void**>calloc(len(doors), sizeof(void*))
    s.learned = <const void**>calloc(len(doors), sizeof(void*))
    s.slots = <int*>calloc(len(doors), sizeof(int))
    if s.techniques == NULL or s.shared == NULL or s.learned == NULL or s.slots == NULL:
        doors_detach(s)
        raise MemoryError
    for i, door in enumerate(doors):
        technique = &s.techniques[i]
        technique[0] = door.hooks
        technique.readers = readers_of(modules[i]).value
        technique.rule = rules.index(modules[i]) if modules[i] in rules else -1
        s.n_techniques = i + 1
        if technique.shared_bytes:
            s.shared[i] = calloc(1, technique.shared_bytes)
            if s.shared[i] == NULL:
                doors_detach(s)
                raise MemoryError
    return doors


cdef tuple doors_layout(const Search* s):
    """Return what each technique wants of the memory limit: another tuple needs another tree."""
    cdef int i
    return tuple([s.techniques[i].node_bytes + (s.techniques[i].table_bytes != NULL)
                  for i in range(s.n_techniques)])


cdef bint doors_reserve(Search* s, uint64_t* limit) noexcept nogil:
    """Reserve memory beside the nodes of a tree, which is opened next, and make the tables that go
    with it; they are taken off ``limit``. False when the system refuses."""
    cdef Technique* technique
    cdef uint64_t tree_bytes = limit[0]
    cdef int i
    for i in range(s.n_techniques):
        technique = &s.techniques[i]
        if technique.node_bytes:
            s.slots[i] = tree_reserve(&s.tree, technique.node_bytes)
        if technique.table_bytes != NULL:
            free(s.shared[i])
            technique.shared_bytes = technique.table_bytes(tree_bytes)
            s.shared[i] = calloc(1, technique.shared_bytes)
            if s.shared[i] == NULL:
                return False
            limit[0] -= technique.shared_bytes
    return True


cdef uint64_t doors_table_bytes(const Search* s) noexcept nogil:
    """Return the memory of the tables that go with the tree."""
    cdef uint64_t total = 0
    cdef int i
    for i in range(s.n_techniques):
        if s.techniques[i].table_bytes != NULL:
            total += s.techniques[i].shared_bytes
    return total


cdef void doors_detach(Search* s) noexcept:
    """Leave a search without techniques."""
    cdef int i
    if s.shared != NULL:
        for i in range(s.n_techniques):
            free(s.shared[i])
    free(s.shared)
    free(s.learned)
    free(s.techniques)
    free(s.slots)
    s.shared = NULL
    s.learned = NULL
    s.slots = NULL
    s.techniques = NULL
    s.n_techniques = 0
    s.weighs = False
    s.shares = False


cdef inline bint _is_asked(const Search* s, int i) noexcept nogil:
    """Return whether the player asks technique ``i``."""
    return (s.techniques[i].readers & s.player.reader) != 0


cdef void doors_meet(Search* s) noexcept nogil:
    """Note what the techniques do that the player asks, which is another one than before."""
    cdef const Technique* technique
    cdef int i
    s.weighs = False
    s.shares = False
    for i in range(s.n_techniques):
        technique = &s.techniques[i]
        if _is_asked(s, i):
            s.weighs = (s.weighs or technique.evidence != NULL or technique.score != NULL
                        or technique.reach != NULL)
            s.shares = s.shares or technique.same_position != NULL


cdef bint doors_open(Worker* w) noexcept nogil:
    """Give a worker its doors for the techniques that the player asks; False when there is no
    memory."""
    cdef Search* s = w.search
    cdef Door* door
    cdef int i
    doors_close(w)
    if s.n_techniques == 0:
        return True
    w.doors = <Door*>calloc(s.n_techniques, sizeof(Door))
    w.rule_memory = <void**>calloc(max(1, s.order.n if s.order != NULL else 0), sizeof(void*))
    if w.doors == NULL or w.rule_memory == NULL:
        return False
    for i in range(s.n_techniques):
        if not _is_asked(s, i):
            continue
        door = &w.doors[w.n_doors]
        w.n_doors += 1
        door.technique = &s.techniques[i]
        door.worker = w
        door.shared = s.shared[i]
        door.learned = s.learned[i]
        door.slot = s.slots[i]
        if door.slot:
            tree_touch(&s.tree, door.slot)
        if door.technique.own_bytes:
            door.own = calloc(1, door.technique.own_bytes)
            if door.own == NULL:
                return False
        if door.technique.rule >= 0 and s.order != NULL:
            w.rule_memory[door.technique.rule] = door.own
        if door.technique.begin != NULL:
            door.technique.begin(door)
    return True


cdef void doors_close(Worker* w) noexcept nogil:
    """Free what a worker has of the techniques."""
    cdef int i
    for i in range(w.n_doors):
        free(w.doors[i].own)
    free(w.doors)
    free(w.rule_memory)
    w.doors = NULL
    w.rule_memory = NULL
    w.n_doors = 0


cdef void doors_begin_search(Search* s) noexcept nogil:
    """Clear what the techniques share; no worker is at work."""
    cdef int i
    for i in range(s.n_techniques):
        if s.shared[i] != NULL and s.techniques[i].table_bytes == NULL:
            memset(s.shared[i], 0, s.techniques[i].shared_bytes)


cdef uint32_t doors_choose(Descent* d, uint32_t node) noexcept nogil:
    """Return the child that a technique wants to follow, or 0."""
    cdef Worker* w = d.worker
    cdef Door* door
    cdef int i
    cdef uint32_t child, chosen = 0
    for i in range(w.n_doors):
        door = &w.doors[i]
        if door.technique.choose != NULL:
            # All are asked: some only look.
            child = door.technique.choose(door, d, node)
            chosen = chosen if chosen else child
    return chosen


cdef void doors_evidence(const Descent* d, ChildView* view) noexcept nogil:
    """Let the techniques change the statistics of a child before its score is computed."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if w.doors[i].technique.evidence != NULL:
            w.doors[i].technique.evidence(&w.doors[i], d, view)


cdef void doors_score(const Descent* d, ChildView* view) noexcept nogil:
    """Let the techniques change the score of a child."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if w.doors[i].technique.score != NULL:
            w.doors[i].technique.score(&w.doors[i], d, view)


cdef void doors_reach(const Descent* d, uint32_t node, double* reach) noexcept nogil:
    """Let the techniques change how far the moves of a node reach."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if w.doors[i].technique.reach != NULL:
            w.doors[i].technique.reach(&w.doors[i], d, node, reach)


cdef void doors_question(const Descent* d, uint32_t node, Request* request) noexcept nogil:
    """Let the techniques change what the network is asked about a node."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if w.doors[i].technique.question != NULL:
            w.doors[i].technique.question(&w.doors[i], d, node, request)


cdef void doors_prior(const Descent* d, int move, Prior* prior) noexcept nogil:
    """Let the techniques add to the prior of a new child."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if w.doors[i].technique.prior != NULL:
            w.doors[i].technique.prior(&w.doors[i], d, move, prior)


cdef uint32_t doors_same_position(Descent* d, uint32_t node) noexcept nogil:
    """Return the node whose children a technique wants to share with a leaf, or 0."""
    cdef Worker* w = d.worker
    cdef uint32_t other
    cdef int i
    for i in range(w.n_doors):
        if w.doors[i].technique.same_position != NULL:
            other = w.doors[i].technique.same_position(&w.doors[i], d, node)
            if other:
                return other
    return 0


cdef bint doors_stop(Descent* d, int move) noexcept nogil:
    """Return whether a technique wants the descent to end before a move."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if (w.doors[i].technique.stops != NULL
                and w.doors[i].technique.stops(&w.doors[i], d, move)):
            return True
    return False


cdef void doors_expanded(const Descent* d, uint32_t node) noexcept nogil:
    """Tell the techniques of a node that has got its first children."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if w.doors[i].technique.expanded != NULL:
            w.doors[i].technique.expanded(&w.doors[i], d, node)


cdef bint doors_value(Descent* d, Outcome* outcome) noexcept nogil:
    """Return whether a technique knows the outcome at a leaf, which it then has filled in."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if (w.doors[i].technique.value != NULL
                and w.doors[i].technique.value(&w.doors[i], d, outcome)):
            return True
    return False


cdef void doors_playout(Descent* d, Playout* playout) noexcept nogil:
    """Let the techniques prepare a playout; their rules find their memory as `Playout.own`."""
    cdef Worker* w = d.worker
    cdef int i
    playout.memory = w.rule_memory
    for i in range(w.n_doors):
        if w.doors[i].technique.playout != NULL:
            w.doors[i].technique.playout(&w.doors[i], d, playout)


cdef void doors_reward(const Descent* d, Outcome* outcome) noexcept nogil:
    """Let the techniques change what a simulation counts for."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if w.doors[i].technique.reward != NULL:
            w.doors[i].technique.reward(&w.doors[i], d, outcome)


cdef bint doors_credit(const Descent* d, AmafMap* amaf) noexcept nogil:
    """Let the techniques say which moves of a simulation count for RAVE; False for none."""
    cdef Worker* w = d.worker
    cdef bint counts = True
    cdef int i
    for i in range(w.n_doors):
        if (w.doors[i].technique.credit != NULL
                and not w.doors[i].technique.credit(&w.doors[i], d, amaf)):
            counts = False
    return counts


cdef void doors_learn(const Descent* d, const Outcome* outcome) noexcept nogil:
    """Let the techniques learn from a simulation."""
    cdef Worker* w = d.worker
    cdef int i
    for i in range(w.n_doors):
        if w.doors[i].technique.learn != NULL:
            w.doors[i].technique.learn(&w.doors[i], d, outcome)
