"""The learner of the gammas of softmax playouts, from games."""

from gtpengine.learning.learner import ChoiceLearner
from gtpengine.patterns.playoutfile import PlayoutWeights

PATTERN_ROW: int

class PlayoutLearner(ChoiceLearner):
    def __init__(self) -> None: ...
    def weights(self, least_seen: int) -> PlayoutWeights: ...
