"""The learner of the gammas of softmax playouts, from games."""

from gtpengine.lab.weights.playoutfile import PlayoutWeights
from gtpengine.learning.learner import ChoiceLearner

PATTERN_ROW: int

class PlayoutLearner(ChoiceLearner):
    def __init__(self) -> None: ...
    def weights(self, least_seen: int) -> PlayoutWeights: ...
