"""Patterns of the common fate graph around a move, hashed distance by distance."""

from board_ext.position import Position
from gtpengine.prediction.movemodel import OtherShapes

SHAPES: OtherShapes

def keys_around(position: Position, point: int, size: int) -> list[tuple[int, int]]: ...
