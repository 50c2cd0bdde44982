"""The weights of a policy that may be changed."""

import numpy as np
import pytest

from gtpengine.lab.learning.softmax_learner import PATTERN_ROW
from gtpengine.lab.learning.softmax_policy import SoftmaxPolicy
from gtpengine.lab.weights.playoutfile import load_shipped

SHIPPED = load_shipped(9)


def test_weights_survive_as_they_were() -> None:
    policy = SoftmaxPolicy(SHIPPED)
    assert policy.weights_now().factors == pytest.approx(dict(SHIPPED.factors), rel=1e-5)
    assert policy.weights_now().patterns == pytest.approx(dict(SHIPPED.patterns), rel=1e-5)


def test_a_changed_log_gamma_is_a_changed_weight() -> None:
    policy = SoftmaxPolicy(SHIPPED)
    policy.state["rows"][:PATTERN_ROW, 0] += np.log(2.0)
    changed = policy.weights_now()
    for name, gamma in SHIPPED.factors.items():
        twice = gamma if name == "other" else 2.0 * gamma
        assert changed.factors[name] == pytest.approx(twice, rel=1e-5)
    assert changed.patterns == pytest.approx(dict(SHIPPED.patterns), rel=1e-5)
