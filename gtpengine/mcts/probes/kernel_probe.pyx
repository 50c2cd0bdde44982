"""A searcher and its parameters as the kernel has them; used by the tests alone."""

from board_ext.lowlevel.atomics cimport load_u16
from board_ext.lowlevel.types cimport uint64_t
from gtpengine.mcts.doors.search_state cimport Search
from gtpengine.mcts.params.cparams cimport CParams, cparams_from
from gtpengine.mcts.searcher cimport Searcher
from gtpengine.mcts.tree.tree cimport ORIGIN

from gtpengine.mcts.params.search_params import PARAMS, PLACES


def virtual_losses(Searcher searcher not None):
    """Return the sum of the virtual losses in the tree: 0 while no search runs."""
    cdef const Search* s = searcher.memory.search
    cdef uint64_t i, total = 0
    # Chunks are used from the front; what is not used yet is zero.
    for i in range(ORIGIN, s.tree.used):
        total += load_u16(&s.tree.nodes[i].virtual_losses)
    return total


def cparams_fields(params):
    """Return what the kernel would read, field by field."""
    cdef CParams p = cparams_from(params)
    cdef int place
    fields = {}
    for name, place in PLACES.items():
        of_float = PARAMS[name].kind is float
        fields[name] = p.blocks[place].number if of_float else p.blocks[place].whole
    return fields
