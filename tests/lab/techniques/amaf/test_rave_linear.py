"""The linear schedule of RAVE: the share falls to 0 until k visits."""

import pytest

from tests.lab.techniques.amaf.rave_shares import share


def test_the_share_falls_to_nothing() -> None:
    assert share("linear", 200.0, 50, 1) == pytest.approx(0.75)
    assert share("linear", 200.0, 500, 1) == 0.0
