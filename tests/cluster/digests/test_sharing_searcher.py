"""Digests as a searcher gives and takes them: what is refused, and what they cost."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.cluster.digests.exchange import ENTRY, Digest
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.mcts.report.stoppers import Limits
from tests.cluster.digests.test_digest import searcher


def test_a_digest_of_another_game_is_refused() -> None:
    a, b = searcher(1), searcher(2)
    a.search(Limits(simulations=100))
    told = a.digest()
    position = Position(7)
    position.komi = 5.5
    japanese = Position(7, rules_named("japanese"), komi=told.origin.komi)
    for other in (Position(9), position, japanese):
        b.set_position(other)
        with pytest.raises(ValueError, match="another position or other rules"):
            b.absorb(told)
    moved = Position(7)
    moved.play(10)
    b.set_position(moved)
    with pytest.raises(ValueError, match="another position"):
        b.absorb(told)
    assert b.snapshot().visits == 0


def test_a_damaged_digest_is_refused() -> None:
    a, b = searcher(1), searcher(2)
    a.search(Limits(simulations=100))
    told = a.digest(0.0)
    table = told.table()
    wrong = []
    for field, value in (("parent", 2), ("parent", -1), ("point", 49), ("point", -2)):
        changed = table.copy()
        changed[field][2] = value
        wrong.append(changed.tobytes())
    changed = table.copy()
    changed["parent"][0] = 0
    for entries in (*wrong, changed.tobytes(), told.entries[:-1]):
        with pytest.raises(ValueError, match="damaged"):
            b.absorb(Digest(told.origin, entries))
    assert b.snapshot().visits == 0
    assert ENTRY.itemsize * len(told) == len(told.entries)


def test_a_node_takes_in_no_more_than_its_counters_hold() -> None:
    a, b = searcher(1), searcher(2)
    a.search(Limits(simulations=100))
    told = a.digest(0.0, max_depth=1)
    table = told.table().copy()
    table["visits"][0] = 1 << 30
    table["amaf_visits"][1] = (1 << 31) + 1
    huge = Digest(told.origin, table.tobytes())
    b.search(Limits(simulations=10))
    left = b.absorb(huge).changes()
    assert set(left) == {(), next(path for path in told.changes() if path)}
    assert b.snapshot().visits == 10


def test_digests_must_be_asked_for() -> None:
    plain = SharingSearcher(memory_mb=8)
    with pytest.raises(RuntimeError, match="set_position"):
        plain.digest()
    plain.set_position(Position(7))
    with pytest.raises(ValueError, match="keep_digests asked for 0"):
        plain.digest()
    with pytest.raises(ValueError, match="give 0 to 8"):
        plain.keep_digests(9)
    plain.keep_digests(1)
    plain.set_position(Position(7))
    for share in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="give 0 to 1"):
            plain.digest(share)
    assert len(plain.digest()) == 0


def test_digests_count_towards_the_memory_limit() -> None:
    """Those of two receivers, 64 bytes a node, leave room for fewer nodes."""
    nodes = []
    for receivers in (0, 2):
        full = SharingSearcher(memory_mb=1)
        full.keep_digests(receivers)
        full.set_position(Position(13))
        report = full.search(Limits(simulations=20_000))
        assert report.tree_full
        nodes.append(report.nodes)
        if receivers:
            full.digest(0.0)
        assert full.snapshot().memory_bytes <= 1 << 20
    assert nodes[1] < 0.6 * nodes[0]
