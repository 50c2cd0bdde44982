"""Ladders against the annotated answers of GNU Go's regression suite: what we capture must be
capturable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE, vertex_to_point
from board_ext.tactics.probe import Probe
from gtpengine.game.sgf import SetUp, SgfMove, read_file
from gtpengine.sgf.error import SgfError

SUITE = Path(__file__).parents[4] / "shared" / "data" / "suites" / "gnugo" / "regression"

pytestmark = pytest.mark.skipif(
    not SUITE.is_dir(), reason=f"GNU Go's regression suite is not at {SUITE}"
)


def attacks() -> Iterator[tuple[str, int | None, str, str]]:
    """(game file, stop before this move, vertex, annotated answer) of the plain attack tests."""
    for path in sorted(SUITE.glob("*.tst")):
        game, before, vertex = "", None, ""
        for line in path.read_text(encoding="latin-1").splitlines():
            if match := re.match(r"loadsgf\s+(\S+)(?:\s+(\d+))?\s*$", line):
                game, before = match[1], int(match[2]) if match[2] else None
            elif match := re.match(r"\d+\s+attack\s+([A-Z]\d+)\s*$", line):
                vertex = match[1]
            elif vertex and (match := re.match(r"#\? \[(!?.*)\]", line)):
                yield game, before, vertex, match[1]
                vertex = ""


def load(game: str, before: int | None) -> Probe | None:
    """The position, None for a file that the plain board cannot take."""
    try:
        record = read_file(str(SUITE / game))
    except SgfError:
        return None
    probe = Probe(record.size)
    for step in record.before(before):
        if isinstance(step, SetUp):
            colors = probe.colors()
            for color, points in ((BLACK, step.black), (WHITE, step.white), (EMPTY, step.empty)):
                for point in points:
                    colors[point] = color
            black, white = ([p for p, c in enumerate(colors) if c == k] for k in (BLACK, WHITE))
            probe = Probe(record.size, black, white)
        elif isinstance(step, SgfMove) and step.point >= 0:
            if not probe.is_legal(step.point, step.color):
                return None
            probe.play(step.point, step.color)
    return probe


def test_attacks() -> None:
    found = asked = 0
    for game, before, vertex, answer in attacks():
        probe = load(game, before)
        if probe is None:
            continue
        point = vertex_to_point(vertex, probe.size)
        if not probe.colors()[point]:
            continue
        asked += 1
        moves = probe.ladder_attack_moves(point)
        if moves:
            found += 1
            # GNU Go answers 0 for "cannot be attacked".
            assert not re.fullmatch(r"0.*", answer), (game, before, vertex)
    assert asked > 100
    assert found > 10
