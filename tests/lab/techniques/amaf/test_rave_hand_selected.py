"""The hand-selected schedule of RAVE: the share is sqrt(k / (3 n + k))."""

import math

import pytest

from tests.lab.techniques.amaf.rave_shares import share


def test_the_share_is_a_half_at_k_visits() -> None:
    # sqrt(k / (3 n + k)): a half at n = k by definition.
    assert share("hand-selected", 1000.0, 1000, 50) == pytest.approx(0.5)
    assert share("hand-selected", 1000.0, 10, 1) == pytest.approx(math.sqrt(1000 / 1030))
