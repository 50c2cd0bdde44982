"""A problem of a table with a frame around (`gtpengine/lifedeath/frame.py`)."""

from __future__ import annotations

from board_ext.coords import BLACK, WHITE, point_to_vertex, vertex_to_point
from gtpengine.lifedeath.frame import frame

from .suites import SuiteBlock, SuiteStep


def framed(block: SuiteBlock) -> SuiteBlock:
    """Return the problem of a table's block with a frame, or as it is where a frame has no room.

    :raises ValueError: when the block has other commands than tables give.
    """
    *set_up, question = block.steps
    size, stones = 0, {BLACK: set[int](), WHITE: set[int]()}
    for step in set_up:
        name, *words = step.command.split()
        if name == "boardsize":
            size = int(words[0])
        elif name == "play":
            stones[BLACK if words[0] == "b" else WHITE].add(vertex_to_point(words[1], size))
        elif name != "clear_board":
            raise ValueError(f"{step.command!r} in a problem")
    more = frame(size, stones[BLACK], stones[WHITE])
    if more is None:
        return block
    steps = [
        SuiteStep(f"play {letter} {point_to_vertex(point, size)}")
        for letter, color in (("b", BLACK), ("w", WHITE))
        for point in sorted(more[color])
    ]
    return SuiteBlock((*set_up, *steps, SuiteStep("komi 0"), question))
