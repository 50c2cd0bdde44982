"""The look at the machine that comes before any extension is loaded."""

from __future__ import annotations

import platform
import sys

import pytest

from board_ext.lowlevel import cpu


def test_this_machine_has_every_required_feature() -> None:
    assert cpu.missing_feature() == ""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the baseline is one of x86-64")
def test_baseline_is_x86_64_v2() -> None:
    assert {"sse4.2", "popcnt"} <= set(cpu.required_features())


def test_missing_feature_is_refused_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu, "missing_feature", lambda: "popcnt")
    monkeypatch.delitem(sys.modules, "board_ext")
    with pytest.raises(ImportError, match=r"lacks popcnt.*GTPENGINE_NATIVE=1"):
        __import__("board_ext")
