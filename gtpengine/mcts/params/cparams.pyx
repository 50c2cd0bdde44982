"""From the table of parameters to the C struct."""

from libc.string cimport memset

from gtpengine.mcts.params.search_params import PLACES


cdef CParams cparams_from(object params) except *:
    """Return the values of a `SearchParams` as the kernel's struct."""
    cdef CParams p
    cdef int place
    memset(&p, 0, sizeof(p))
    for spec, value in params:
        # What is read outside the kernel, such as the name of a file, has no place.
        if spec.name in PLACES:
            place = PLACES[spec.name]
            if spec.kind is float:
                p.blocks[place].number = value or 0.0
            else:
                p.blocks[place].whole = spec.choices.index(value) if spec.choices else value or 0
    return p
