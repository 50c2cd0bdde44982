"""How many threads search where nobody says."""

from __future__ import annotations

import dataclasses

import pytest

from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.base.system.machine import THREADS_VARIABLE
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.config.threads import usual_count, usual_threads


def test_free_cores_or_one_with_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ENGINE_PARAMS["threads"]
    monkeypatch.setitem(ENGINE_PARAMS, "threads", dataclasses.replace(row, auto=lambda: 6))
    monkeypatch.delenv(THREADS_VARIABLE, raising=False)
    assert usual_threads(seeded=False) == "auto"
    assert (usual_count(seeded=False), usual_count(seeded=True)) == (6, 1)


def test_the_environment_decides_for_engines_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(THREADS_VARIABLE, " 3 ")
    assert (usual_count(seeded=False), usual_count(seeded=True)) == (3, 1)
    monkeypatch.setenv(THREADS_VARIABLE, "")
    assert usual_threads(seeded=False) == "auto"
    monkeypatch.setenv(THREADS_VARIABLE, "0")
    with pytest.raises(ParamError, match="threads cannot be 0"):
        usual_count(seeded=False)
