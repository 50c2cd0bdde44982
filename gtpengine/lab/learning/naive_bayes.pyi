"""A naive Bayes classifier of moves: was it played, or not?"""

import numpy as np
import numpy.typing as npt

from gtpengine.learning.learner import Learner
from gtpengine.prediction.movemodel import MoveModel

class BayesLearner(Learner):
    def __init__(self, model: MoveModel) -> None: ...
    def weights(self) -> npt.NDArray[np.float64]: ...
