"""The techniques of a search: none, or the laboratory's that are on; see doors.pxd."""

from gtpengine.base.arguments import laboratory
from gtpengine.mcts.params.switches import switched_on


cdef class Techniques:
    """No technique. The laboratory has a subclass for those that are on."""

    def __cinit__(self, *_):
        self.doors = []

    cdef void attach(self, Search* s) noexcept:
        """Let a search have them. Workers must be opened anew."""
        s.hooks = NULL
        s.techniques = NULL

    cdef void meet(self, Search* s) noexcept:
        """Note what those do that the player asks, which is another one than before."""
        s.weighs = False
        s.shares = False

    cdef list learned(self, params, int size, list notices):
        """Return what each has learned for boards of a size, for `teach`; add notices."""
        return []

    cdef void teach(self, list learned) noexcept:
        """Tell them what they have learned; it must outlive the search."""

    cdef tuple layout(self):
        """Return what each wants of the memory limit: another tuple needs another tree."""
        return ()

    cdef bint reserve(self, Search* s, uint64_t* limit) noexcept nogil:
        """Reserve memory beside the nodes of a tree, which is opened next, and make the tables that
        go with it; they are taken off ``limit``. False when the system refuses."""
        return True

    cdef uint64_t table_bytes(self) noexcept nogil:
        """Return the memory of the tables that go with the tree."""
        return 0

    cdef void begin_search(self) noexcept nogil:
        """Clear what the workers share; none is at work."""


cdef Techniques techniques_of(params):
    """Return the techniques that parameters switch on.

    :raises LaboratoryError: when the laboratory, which has them, is not there.
    """
    if not switched_on(params):
        return Techniques()
    return laboratory.module("doors.attached", "a technique").AttachedTechniques(params)


cdef bint doors_open(Worker* w) noexcept nogil:
    """Let the techniques that the player asks into a worker; False when there is no memory."""
    doors_close(w)
    return w.search.hooks == NULL or w.search.hooks.open(w)


cdef void doors_close(Worker* w) noexcept nogil:
    """Free what a worker has of the techniques."""
    if w.hooks != NULL:
        w.hooks.close(w)
    w.hooks = NULL
