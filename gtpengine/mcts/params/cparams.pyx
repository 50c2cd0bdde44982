"""From the table of parameters to the C struct and back."""

from struct import pack_into, unpack_from

from gtpengine.mcts.params.search_params import PARAMS, PLACES, SearchParams


cdef CParams cparams_from(object params) except *:
    """Return the values of a `SearchParams` as the kernel's struct."""
    cdef CParams p
    values = {}
    blocks = bytearray(sizeof(p.blocks))
    for spec, value in params:
        number = spec.choices.index(value) if spec.choices else value or 0
        if spec.name in PLACES:
            pack_into(_form(spec), blocks, PLACES[spec.name], number)
        else:
            # The struct ignores values without a field, such as the name of a file.
            values[spec.name] = number
    values["blocks"] = blocks
    p = values
    return p


def _form(spec):
    """Return the form of a technique's value in its block."""
    return "=d" if spec.kind is float else "=q"


def cparams_fields(params: SearchParams) -> dict[str, int | float]:
    """Return what the kernel would read, field by field; for tests and debugging."""
    cdef CParams p = cparams_from(params)
    cdef dict fields = p
    blocks = (<char*>p.blocks)[:sizeof(p.blocks)]
    del fields["blocks"]
    for name, place in PLACES.items():
        [fields[name]] = unpack_from(_form(PARAMS[name]), blocks, place)
    return fields
