"""The numbers that protocols want of a report."""

from __future__ import annotations

import pytest

from gtpengine.mcts.report.estimates import lower_bound


def test_the_lower_bound() -> None:
    # Wilson 1927; 0.5 over 100 trials gives 0.404.
    assert lower_bound(0.5, 100) == pytest.approx(0.4038, abs=1e-4)
    assert lower_bound(0.5, 0) == 0
    assert lower_bound(1.02, 50) == lower_bound(1.0, 50)  # read while it changes
    assert lower_bound(0.0, 10) == 0
    assert lower_bound(1.0, 10**9) == pytest.approx(1.0, abs=1e-6)
