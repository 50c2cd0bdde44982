"""Attaching techniques to a search; see doors.pxd."""

from collections.abc import Callable
from typing import Any

class TechniqueDoor:
    name: str
    def __init__(self, name: str, is_on: Callable[[Any], bool]) -> None: ...
    def on(self, params: Any) -> bool: ...
