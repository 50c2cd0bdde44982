from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.network.netshape import Arrays, NetShape
from gtpengine.prediction.movemodel import MoveModel

@dataclass(frozen=True, slots=True)
class Judgement:
    policy: npt.NDArray[np.float32]
    value: float
    score: float
    ownership: npt.NDArray[np.float32]

class Network:
    shape: NetShape
    provenance: dict[str, Any]
    path: str

    def __init__(
        self,
        shape: NetShape,
        found: Arrays,
        provenance: Mapping[str, Any] | None = None,
        path: str | None = None,
    ) -> None: ...
    def evaluate(self, position: Position, model: MoveModel, symmetry: int = 0) -> Judgement: ...

def check_symmetry(symmetry: int) -> None: ...
