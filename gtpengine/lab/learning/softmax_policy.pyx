"""Softmax playouts that begin with the weights of a file and whose log-gammas may be changed."""

import numpy as np

from gtpengine.lab.learning.softmax_learner cimport ROW_PATTERN, PlayoutLearner

from gtpengine.lab.weights.playoutfile import FACTORS, PlayoutWeights


cdef class SoftmaxPolicy(PlayoutLearner):
    """The policy of a softmax playout.

    Its log-gammas are ``state["rows"][:, 0]`` and may be changed between calls.
    """

    def __init__(self, weights):
        super().__init__()
        self.start = weights
        rows = self.state["rows"]
        for i, name in enumerate(FACTORS[:ROW_PATTERN]):
            rows[i, 0] = np.log(weights.factors[name])
        rows[ROW_PATTERN:, 0] = np.log(weights.factors["other"])
        places = {int(code): i + ROW_PATTERN for i, code in enumerate(self.classes)}
        for code, gamma in weights.patterns.items():
            rows[places[code], 0] = np.log(gamma)

    def weights_now(self):
        """Return the present gammas of the patterns that the weights had at the start."""
        rows = self.state["rows"][:, 0].astype(np.float64)
        factors = {name: float(np.exp(rows[i])) for i, name in enumerate(FACTORS[:ROW_PATTERN])}
        places = {int(code): i + ROW_PATTERN for i, code in enumerate(self.classes)}
        return PlayoutWeights(
            factors | {"other": self.start.factors["other"]},
            {code: float(np.exp(rows[places[code]])) for code in self.start.patterns},
        )
