"""From the table of parameters to the C struct and back."""

from gtpengine.mcts.learned import local_weights
from gtpengine.mcts.params import PLAYOUT_RULES, SearchParams, rules_in_order


cdef CParams cparams_from(object params) except *:
    """Return the values of a `SearchParams` as the kernel's struct; ValueError names a field that
    the table lacks."""
    values = {}
    for spec, value in params:
        if spec.reads is not None:
            continue
        values[spec.name] = spec.choices.index(value) if spec.choices else value
    if local_weights()[0] is None:
        values["playout_patterns"] = PATTERNS_HANDMADE
    values["playout_order"] = _packed(rules_in_order(params))
    return values


def _packed(list rules):
    """Return the numbers of these rules, from 1 on, four bits each."""
    numbers = {rule: number for number, rule in enumerate(PLAYOUT_RULES, 1)}
    return sum(numbers[rule] << 4 * i for i, rule in enumerate(rules))


def cparams_fields(params: SearchParams) -> dict[str, int | float]:
    """Return what the kernel would read, field by field; for tests and debugging."""
    return cparams_from(params)
