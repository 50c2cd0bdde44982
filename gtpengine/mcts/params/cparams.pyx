"""From the table of parameters to the C struct and back."""

from gtpengine.mcts.params.search_params import SearchParams


cdef CParams cparams_from(object params) except *:
    """Return the values of a `SearchParams` as the kernel's struct."""
    values = {}
    for spec, value in params:
        # The struct ignores values without a field, such as the name of a file.
        values[spec.name] = spec.choices.index(value) if spec.choices else value or 0
    return values


def cparams_fields(params: SearchParams) -> dict[str, int | float]:
    """Return what the kernel would read, field by field; for tests and debugging."""
    return cparams_from(params)
