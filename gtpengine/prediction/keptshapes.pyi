"""Rows of shapes that are kept."""

class ShapeMemory:
    def __init__(self) -> None: ...
