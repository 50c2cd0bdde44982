"""Every parameter reaches the kernel, under its name and with its value."""

from __future__ import annotations

import pytest

from gtpengine.mcts.cparams import cparams_fields
from gtpengine.mcts.param_rows import PLAYOUT_RULES
from gtpengine.mcts.params import PARAMS, SearchParams
from gtpengine.paramspec import ParamError, ParamValue

NUMBERS = [name for name, spec in PARAMS.items() if spec.reads is None]
"""Files are read outside the kernel."""


def test_the_kernel_has_a_field_for_each_parameter() -> None:
    fields = cparams_fields(SearchParams(rave_schedule="linear", expand_visits=9))
    assert set(fields) == set(NUMBERS)
    assert fields["rave_schedule"] == 2
    assert fields["expand_visits"] == 9


@pytest.mark.parametrize("name", sorted(NUMBERS))
def test_the_kernel_reads_what_was_set(name: str) -> None:
    """Each parameter in turn at another value than its default: that field differs, no other."""
    spec = PARAMS[name]
    if spec.parts:
        return  # see below
    values: tuple[ParamValue, ...] = spec.choices or (
        (False, True) if spec.kind is bool else (spec.low, spec.high)
    )
    other = values[-1] if spec.default != values[-1] else values[0]
    assert other is not None
    default, changed = cparams_fields(SearchParams()), cparams_fields(SearchParams(**{name: other}))
    differing = {field for field in default if default[field] != changed[field]}
    # A rule that is switched on, or off, comes into the order, or leaves it.
    assert differing - {"playout_order"} == {name}
    assert ("playout_order" in differing) == (
        name in PLAYOUT_RULES.values() and bool(spec.default) != bool(other)
    )
    assert changed[name] == (spec.choices.index(str(other)) if spec.choices else other)


def order_of(**values: float | str) -> list[str]:
    """The rules that the kernel asks, in order."""
    packed, names = int(cparams_fields(SearchParams(**values))["playout_order"]), []
    while packed:
        names.append(list(PLAYOUT_RULES)[packed % 16 - 1])
        packed >>= 4
    return names


def test_the_kernel_asks_the_rules_that_are_on_in_their_order() -> None:
    assert order_of() == ["atari", "two_liberties", "pattern"]
    everything = {name: 1.0 for name in PLAYOUT_RULES.values() if name != "playout_fill_tries"}
    assert order_of(**everything, playout_fill_tries=3) == list(PLAYOUT_RULES)
    assert order_of(playout_order="pattern:atari") == ["pattern", "atari"]
    assert order_of(playout_order=" Pattern : eye") == ["pattern"]
    assert order_of(playout_order="") == []


@pytest.mark.parametrize(
    ("order", "complaint"),
    [("atarri", "did you mean atari"), ("atari:atari", "occurs twice"), ("atari::eye", "unknown")],
)
def test_an_order_of_other_words_is_refused(order: str, complaint: str) -> None:
    with pytest.raises(ParamError, match=complaint):
        SearchParams(playout_order=order)
