"""Identities: equal programs have the same, others are refused with a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.cluster.identity import identity
from gtpengine.mcts.params.search_params import SearchParams

DEFAULTS: dict[str, object] = {spec.name: value for spec, value in SearchParams()}


def test_the_same_program_has_the_same_identity() -> None:
    assert identity(DEFAULTS) == identity(dict(DEFAULTS))
    assert identity(DEFAULTS).difference(identity({})) == ""


@pytest.mark.lab
def test_parameters_change_it() -> None:
    changed = identity(DEFAULTS | {"playout_policy": "uniform"})
    assert "signature" in changed.difference(identity(DEFAULTS))
    with pytest.raises(ParamError, match="unknown parameter"):
        identity({"of_tomorrow": 1})


def test_what_differs_is_said() -> None:
    head = identity({})
    assert "install the same" in replace(head, version="0.0").difference(head)
    assert "order of bytes" in replace(head, byteorder="big?").difference(head)
