"""Problems of tables with a frame around."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.tools.regression.frame import framed
from gtpengine.tools.regression.suites import Expectation, SuiteBlock, SuiteStep
from gtpengine.tools.regression.topics import position_of

from tests.lifedeath.test_frame import CORNER


def test_blocks_of_tables() -> None:
    question = SuiteStep("reg_genmove b", "s:1", Expectation("B2"), "a note")
    start = [SuiteStep("boardsize 19"), SuiteStep("clear_board")]
    stones = [
        SuiteStep(f"play {name} {vertex}")
        for name, vertices in zip("bw", CORNER, strict=True)
        for vertex in vertices
    ]
    block = SuiteBlock((*start, *stones, question))
    found = framed(block)
    assert found.steps[: len(start) + len(stones)] == block.steps[:-1]
    assert found.steps[-1] == question and SuiteStep("komi 0") in found.steps
    assert np.count_nonzero(position_of(found).stones()) > 150
    small = SuiteBlock((SuiteStep("boardsize 7"), *block.steps[1:]))
    assert framed(small) == small
    with pytest.raises(ValueError, match="loadsgf"):
        framed(SuiteBlock((SuiteStep("loadsgf a.sgf"), question)))
