"""From the table of parameters to the C struct."""

from struct import pack_into

from gtpengine.mcts.params.search_params import PLACES


cdef CParams cparams_from(object params) except *:
    """Return the values of a `SearchParams` as the kernel's struct."""
    cdef CParams p
    values = {}
    blocks = bytearray(sizeof(p.blocks))
    for spec, value in params:
        number = spec.choices.index(value) if spec.choices else value or 0
        if spec.name in PLACES:
            pack_into(block_form(spec), blocks, PLACES[spec.name], number)
        else:
            # The struct ignores values without a field, such as the name of a file.
            values[spec.name] = number
    values["blocks"] = blocks
    p = values
    return p


def block_form(spec):
    """Return the form of a technique's value in its block."""
    return "=d" if spec.kind is float else "=q"
