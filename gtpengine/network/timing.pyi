from collections.abc import Sequence

from board_ext.position import Position
from gtpengine.network.net import Network
from gtpengine.prediction.movemodel import MoveModel

PARTS: tuple[str, ...]

def seconds(
    network: Network, model: MoveModel, positions: Sequence[Position], rounds: int
) -> dict[str, float]: ...
