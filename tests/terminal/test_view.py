"""What is said of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.play.session import PlaySession
from gtpengine.terminal.view import saved_line


@pytest.mark.parametrize(
    ("terms", "reviewed"),
    [("", True), ("RU[capture-1]", False), ("GTPE[analysis=off][rank=25k][person=b]", False)],
)
def test_a_review_is_offered_where_there_is_one(terms: str, reviewed: bool) -> None:
    session = PlaySession.from_sgf(f"(;SZ[5]{terms};B[cc];W[cb])")
    assert "play over.sgf" in saved_line(session, Path("over.sgf"))
    session.resign()
    assert ("review over.sgf" in saved_line(session, Path("over.sgf"))) == reviewed
    session.close()
