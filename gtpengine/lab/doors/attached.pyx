"""The techniques that parameters switch on, as a search has them; see attached.pxd."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from board_ext.lowlevel.types cimport uint64_t
from gtpengine.lab.doors.asking cimport hooks_of_all
from gtpengine.lab.doors.door cimport Learned, TechniqueDoor
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.tree.tree cimport SLOTS, tree_reserve

from gtpengine.mcts.params.families import exported
from gtpengine.mcts.params.rule_table import rules_in_order
from gtpengine.mcts.params.switches import readers_of, switched_on


def _found(params):
    """Return (door, its module) of the techniques that are on, as they are asked: by place, then by
    file name."""
    found = [(exported(name, "DOOR"), name) for name in switched_on(params)]
    return sorted(found, key=lambda one: (one[0].place, one[1].rpartition(".")[2]))


cdef class AttachedTechniques(Techniques):
    """The techniques that ``params`` switch on, with the memory that all workers share."""

    def __init__(self, params):
        cdef TechniqueDoor door
        cdef Door* one
        found = _found(params)
        rules = [row.module for row in rules_in_order(params)]
        self.doors = [found_door for found_door, _ in found]
        if sum([door.hooks.node_bytes > 0 for door in self.doors]) > SLOTS - 1:
            raise ValueError(f"at most {SLOTS - 1} techniques may have memory beside the nodes")
        self.first = <Door*>calloc(len(found) + 1, sizeof(Door))
        if self.first == NULL:
            raise MemoryError
        for door, module in found:
            one = &self.first[self.n]
            one.technique = &door.hooks
            one.readers = readers_of(module).value
            one.rule = rules.index(module) if module in rules else -1
            self.n += 1
            if not _share(one, door.hooks.shared_bytes):
                raise MemoryError

    def __dealloc__(self):
        cdef int i
        for i in range(self.n):
            free(self.first[i].shared)
        free(self.first)

    cdef void attach(self, Search* s) noexcept:
        s.hooks = hooks_of_all()
        s.techniques = self.first

    cdef void meet(self, Search* s) noexcept:
        cdef const Door* one
        cdef int i
        s.weighs = False
        s.shares = False
        for i in range(self.n):
            one = &self.first[i]
            if one.readers & s.player.reader:
                s.weighs = (s.weighs or one.technique.evidence != NULL
                            or one.technique.score != NULL or one.technique.reach != NULL)
                s.shares = s.shares or one.technique.same_position != NULL

    cdef list learned(self, params, int size, list notices):
        cdef TechniqueDoor door
        return [door.learned(params, size, notices) for door in self.doors]

    cdef void teach(self, list learned) noexcept:
        cdef Learned what
        cdef int i
        for i in range(self.n):
            what = learned[i]
            self.first[i].learned = NULL if what is None else what.data

    cdef tuple layout(self):
        cdef int i
        return tuple([self.first[i].technique.node_bytes
                      + (self.first[i].technique.table_bytes != NULL) for i in range(self.n)])

    cdef bint reserve(self, Search* s, uint64_t* limit) noexcept nogil:
        cdef uint64_t tree_bytes = limit[0]
        cdef Door* one
        cdef int i
        for i in range(self.n):
            one = &self.first[i]
            if one.technique.node_bytes:
                one.slot = tree_reserve(&s.tree, one.technique.node_bytes)
            if one.technique.table_bytes != NULL:
                if not _share(one, one.technique.table_bytes(tree_bytes)):
                    return False
                limit[0] -= one.shared_bytes
        return True

    cdef uint64_t table_bytes(self) noexcept nogil:
        cdef uint64_t total = 0
        cdef int i
        for i in range(self.n):
            if self.first[i].technique.table_bytes != NULL:
                total += self.first[i].shared_bytes
        return total

    cdef void begin_search(self) noexcept nogil:
        cdef int i
        for i in range(self.n):
            if self.first[i].shared != NULL and self.first[i].technique.table_bytes == NULL:
                memset(self.first[i].shared, 0, self.first[i].shared_bytes)


cdef bint _share(Door* one, uint64_t size) noexcept nogil:
    """Give the workers zeroed memory to share; False when the system refuses."""
    free(one.shared)
    one.shared = calloc(1, size) if size else NULL
    one.shared_bytes = size
    return one.shared != NULL or size == 0
