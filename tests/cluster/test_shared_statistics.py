"""Shared statistics: everybody is told everything once, and nothing that they told."""

from __future__ import annotations

import numpy as np
import pytest

from gtpengine.cluster import shared_statistics as module
from gtpengine.cluster.digests.exchange import ENTRY, Digest, Origin
from gtpengine.cluster.shared_statistics import SharedStatistics

ORIGIN = Origin(1, 0, 9, 7.5)
LATER = Origin(2, 2, 9, 7.5)
Told = dict[tuple[int, ...], int]


def digest(visits: Told, origin: Origin = ORIGIN) -> Digest:
    """A digest of nodes by their moves; rewards and the rest follow from the visits."""
    paths = sorted({path[:n] for path in visits for n in range(len(path) + 1)}, key=len)
    table = np.zeros(len(paths), ENTRY)
    for i, path in enumerate(paths):
        count = visits.get(path, 0)
        parent = paths.index(path[:-1]) if path else -1
        table[i] = (
            count * 3,
            -count,
            count * 5,
            count,
            2 * count,
            parent,
            path[-1] if path else -1,
        )
    return Digest(origin, table.tobytes())


def told(news: Digest) -> Told:
    """The visits of the nodes that news is of."""
    changes = news.changes()
    for change in changes.values():
        count = change.visits
        assert change == (count, 3 * count, 5 * count, 2 * count, -count)
    return {path: change.visits for path, change in changes.items() if change.visits}


def parties(*names: str) -> SharedStatistics:
    made = SharedStatistics(ORIGIN)
    for name in names:
        made.join(name)
    return made


def test_each_is_told_what_the_others_told_and_once() -> None:
    book = parties("a", "b", "c")
    assert book.heard("a", digest({(): 5, (3,): 2, (3, 4): 1})) == 3
    book.heard("b", digest({(): 7, (3,): 4, (8,): 1}))
    assert told(book.news("a")) == {(): 7, (3,): 4, (8,): 1}
    assert told(book.news("b")) == {(): 5, (3,): 2, (3, 4): 1}
    assert told(book.news("c")) == {(): 12, (3,): 6, (3, 4): 1, (8,): 1}
    for name in "abc":
        assert len(book.news(name)) == 0
    book.heard("c", digest({(3, 4): 10}))
    assert told(book.news("a")) == {(3, 4): 10}
    assert book.sums()[3, 4] == (11, 33, 55, 22, -11)
    assert book.visits == 12


def test_what_found_no_place_is_told_again() -> None:
    book = parties("a", "b")
    book.heard("a", digest({(): 5, (3,): 2, (3, 4): 1}))
    book.news("b")
    book.returned("b", digest({(3, 4): 1}))
    book.heard("a", digest({(3, 4): 2}))
    assert told(book.news("b")) == {(3, 4): 3}


def test_one_that_comes_back_is_told_everything_also_its_own() -> None:
    book = parties("a", "b")
    book.heard("a", digest({(): 5}))
    book.heard("b", digest({(): 3, (1,): 1}))
    book.leave("a")
    with pytest.raises(KeyError):
        book.news("a")
    book.join("a")
    assert told(book.news("a")) == {(): 8, (1,): 1}


def test_it_follows_a_game() -> None:
    book = parties("a", "b")
    book.heard("a", digest({(): 9, (3,): 6, (4,): 2, (3, 5): 4, (3, 5, 3): 2, (3, 6): 1}))
    book.heard("b", digest({(3, 5, 7): 1}))
    book.follow((3, 5), LATER)
    assert book.sums() == {(): (4, 12, 20, 8, -4), (3,): (2, 6, 10, 4, -2), (7,): (1, 3, 5, 2, -1)}
    news = book.news("b")
    assert news.origin == LATER
    assert told(news) == {(): 4, (3,): 2}
    # What was under way when the moves were played; what it tells of other moves is dropped.
    late = digest({(): 8, (3,): 8, (3, 5): 7, (3, 5, 7): 6, (3, 6): 5, (4,): 3})
    assert book.heard("b", late, (3, 5)) == 2
    assert told(book.news("a")) == {(): 7, (7,): 7}
    assert book.heard("b", digest({(9,): 1}), (3, 5)) == 0
    # A move that nobody searched.
    book.follow((80,), ORIGIN)
    assert book.sums() == {(): (0, 0, 0, 0, 0)}
    assert len(book.news("a")) == 0


def test_it_grows_and_forgets_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    book = parties("a", "b")
    many: Told = {(i, j): 1 for i in range(30) for j in range(30)}
    assert book.heard("a", digest(many)) == 931
    assert book.nodes == 931
    assert told(book.news("b")) == many
    monkeypatch.setattr(module, "MOST_NODES", 1000)
    book.heard("a", digest(dict.fromkeys(((40, j) for j in range(80)), 1)))
    assert book.nodes == 82
    assert len(told(book.news("b"))) == 80


def test_no_more_is_told_than_a_node_holds() -> None:
    book = parties("a", "b")
    for _ in range(3):
        book.heard("a", digest({(): 1 << 29, (1,): 7}))
    assert told(book.news("b")) == {(1,): 21}


def test_a_damaged_digest_is_refused_and_changes_nothing() -> None:
    book = parties("a", "b")
    good = digest({(): 5, (3,): 2, (3, 4): 1})
    for field, row, value in (
        ("parent", 0, 0),
        ("parent", 2, 2),
        ("parent", 1, -1),
        ("point", 1, 5000),
    ):
        table = good.table().copy()
        table[field][row] = value
        with pytest.raises(ValueError, match="damaged"):
            book.heard("a", Digest(ORIGIN, table.tobytes()))
    with pytest.raises(ValueError, match="damaged"):
        book.heard("a", Digest(ORIGIN, good.entries[:-1]))
    assert book.visits == 0
    assert book.nodes == 1
