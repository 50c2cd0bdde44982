"""Every parameter reaches the kernel, under its name and with its value."""

from __future__ import annotations

import pytest

from gtpengine.base.arguments.paramspec import ParamValue
from gtpengine.mcts.params.search_params import PARAMS, NetworkRole, SearchParams
from gtpengine.mcts.probes.kernel_probe import cparams_fields

NUMBERS = [name for name, spec in PARAMS.items() if spec.reads is None and not spec.parts]
"""Files, and the order of the playout rules, are read outside the kernel."""


def test_the_kernel_has_a_field_for_each_parameter() -> None:
    fields = cparams_fields(SearchParams(network_role="beside", expand_visits=9))
    assert set(fields) == set(NUMBERS)
    assert fields["network_role"] == list(NetworkRole).index(NetworkRole.BESIDE) > 0
    assert fields["expand_visits"] == 9


@pytest.mark.lab
def test_the_kernel_reads_what_was_set() -> None:
    """Each parameter in turn at another value than its default: that field differs, no other."""
    default = cparams_fields(SearchParams())
    for name in NUMBERS:
        spec = PARAMS[name]
        values: tuple[ParamValue, ...] = spec.choices or (
            (False, True) if spec.kind is bool else (spec.low, spec.high)
        )
        other = values[-1] if spec.default != values[-1] else values[0]
        assert other is not None, name
        changed = cparams_fields(SearchParams(**{name: other}))
        assert {field for field in default if default[field] != changed[field]} == {name}
        assert changed[name] == (spec.choices.index(str(other)) if spec.choices else other), name
