from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.network.net import Network

@dataclass(frozen=True, slots=True)
class Raw:
    policy: npt.NDArray[np.float32]
    passes: float
    value: float
    score: float
    ownership: npt.NDArray[np.float32]

def raw_outputs(
    network: Network,
    planes: npt.NDArray[np.uint8],
    numbers: npt.NDArray[np.float32],
    symmetry: int = 0,
) -> Raw: ...
