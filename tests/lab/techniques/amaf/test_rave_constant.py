"""Alpha-AMAF: the share of the AMAF mean is constant."""

import pytest

from tests.lab.techniques.amaf.rave_shares import share


def test_the_share_does_not_depend_on_visits() -> None:
    for visits in (1, 10, 10_000):
        assert share("constant", 200.0, visits, 1, amaf_share=0.3) == pytest.approx(0.3)
