"""From the table of parameters to the C struct and back."""

from gtpengine.mcts.param_rows import PLAYOUT_RULES, rules_in_order
from gtpengine.mcts.params import SearchParams


cdef CParams cparams_from(object params) except *:
    """Return the values of a `SearchParams` as the kernel's struct."""
    values = {}
    for spec, value in params:
        # What has no field here, such as the name of a file, the struct does not take.
        values[spec.name] = spec.choices.index(value) if spec.choices else value or 0
    values["playout_order"] = _packed(rules_in_order(params))
    return values


def _packed(list rules):
    """Return the numbers of these rules, from 1 on, four bits each."""
    numbers = {rule: number for number, rule in enumerate(PLAYOUT_RULES, 1)}
    return sum(numbers[rule] << 4 * i for i, rule in enumerate(rules))


def cparams_fields(params: SearchParams) -> dict[str, int | float]:
    """Return what the kernel would read, field by field; for tests and debugging."""
    return cparams_from(params)
