"""Several books as one: what adds up, what is backed up, and what is refused."""

from __future__ import annotations

import dataclasses

import pytest
from gtpengine.books.bookfile import BookError, Entry, Header, Move
from gtpengine.books.canonical import board_frame
from gtpengine.books.merging import merge
from gtpengine.books.table import Table
from gtpengine.books.textform import from_text, to_text
from gtpengine.books.walk import position_after

from board_ext.coords import vertices_to_points

from .games import NINE

FIVE = Header("board", (5,), decides="search")


def test_merging_adds_up() -> None:
    one = Table(NINE, {7: Entry(1, [Move(3, 10, 11, 100, 0.5), Move(4, 1, 2)])})
    two = Table(NINE, {7: Entry(2, [Move(3, 5, 1, 300, 0.7)]), 8: Entry(1, [Move(0, 1, 0)])})
    both = merge([one.noting({"a": 1}), two.noting({"b": 2}), Table(NINE).noting({"a": 1})])
    assert both.entries[7].movers == 3
    joined = both.entries[7].moves[0]
    assert (joined.point, joined.games, joined.half_wins, joined.visits) == (3, 15, 12, 400)
    assert joined.value == pytest.approx(0.65)
    assert both.entries[8].moves == [Move(0, 1, 0)]
    assert both.header.provenance == ({"a": 1}, {"b": 2})
    assert one.entries[7].moves[0].games == 10
    with pytest.raises(BookError, match=r"different komi cannot be merged: 7\.5 and 6\.5"):
        merge([one, Table(dataclasses.replace(NINE, komi=6.5))])
    # What bounds the use of one bounds that of all, the number of moves only if all have one.
    short = Table(dataclasses.replace(NINE, moves=10, komi_tolerance=0.0))
    longer = Table(dataclasses.replace(NINE, moves=30))
    together = merge([short, longer]).header
    assert (together.moves, together.komi_tolerance) == (30, 0.0)
    assert merge([short, Table(NINE)]).header.moves == 0


def test_games_of_positions_add_up() -> None:
    counted = Table(NINE, {7: Entry(1, [Move(3, 10, 11)], 14, 15)})
    also = Table(NINE, {7: Entry(2, [Move(3, 5, 1)], 8, 2), 8: Entry(1, [Move(0, 1, 0)], 3, 2)})
    both = merge([counted, also])
    assert both.entries[7] == Entry(3, [Move(3, 15, 12)], 22, 17)
    assert both.entries[8] == Entry(1, [Move(0, 1, 0)], 3, 2)
    # Where one book did not count them, its moves' games are what is known.
    old = Table(NINE, {7: Entry(1, [Move(3, 6, 6), Move(4, 1, 2)])})
    for tables in ([counted, old], [old, counted]):
        assert merge(tables).entries[7].met == (21, 23)
    assert merge([old, Table(NINE)]).entries[7].games == 0


def test_games_never_count_twice() -> None:
    build = {"command": "gtpengine book build games.txt", "date": "2026-01-01"}
    one = Table(NINE, {7: Entry(1, [Move(3, 10, 11)])}).noting(build)
    part = Table(NINE, {7: Entry(1, [Move(3, 9, 9)])}).noting(build)
    with pytest.raises(BookError, match="same build, and its games .*games.txt.*build one book of"):
        merge([one, Table(NINE), part.noting({"command": "gtpengine book verify"})])
    with pytest.raises(BookError, match="are the same one, and would count twice"):
        merge([one, Table(NINE), Table(NINE, one.entries)])
    # Grown books may well have asked the same records.
    grown = dataclasses.replace(NINE, decides="search", provenance=(build,))
    tables = [
        Table(grown, {7: Entry(1, [Move(3, games, games, visits, 0.5)])})
        for games, visits in ((10, 100), (9, 300))
    ]
    assert merge(tables).entries[7].moves == [Move(3, 10, 10, 400, 0.5)]


def built(games: int, *records: str, output: str = "x.book") -> Table:
    """A book of so many games, all of which began with the same move."""
    command = f"gtpengine book build {' '.join(records)} --output {output}"
    step = {"command": command, "records": sorted(records), "games": games}
    return Table(NINE, {7: Entry(1, [Move(3, games, games)])}).noting(step)


def test_the_same_records_never_count_twice() -> None:
    told: list[str] = []
    one = built(10, "a.txt", "b.txt", output="one.book")
    # Another filter makes another book of the same games.
    again = built(10, "a.txt", "b.txt", output="two.book")
    again.entries[8] = Entry(1, [Move(0, 1, 0)])
    for tables in ([one, again], [merge([one, built(4, "c.txt")]), again]):
        with pytest.raises(
            BookError, match=r"count 10 games of a\.txt, b\.txt, which would count twi"
        ):
            merge(tables, told.append)
    assert told == []
    for other in (built(4, "b.txt"), built(4, "b.txt:d,p", "c.txt")):
        assert merge([one, other], told.append).entries[7].moves[0].games == 14
        assert "two of these books are of games in b.txt: if these are the same" in told.pop()
    merge([one, built(11, "c.txt"), Table(NINE)], told.append)
    assert told == []


def grown_book(*rows: str) -> Table:
    """Lines of the text form; tabs are written as bars."""
    return from_text(to_text(Table(FIVE)) + "".join(row.replace("|", "\t") + "\n" for row in rows))


def values(table: Table, line: str) -> dict[int, float | None]:
    position = position_after(FIVE, vertices_to_points(line, 5))
    frame = board_frame(position, position.to_play)
    return {frame.to_board(m.point): m.value for m in table.moves(frame.key)}


def test_what_refutes_a_move_in_one_book_refutes_it_in_all() -> None:
    """The second book knows a better reply to C3, so that C3 is worth 30 % in both together."""
    one = grown_book("-|b|C3 0 0 900 0.6", "C3|w|C2 0 0 900 0.4")
    two = grown_book("-|b|C3 0 0 900 0.3", "C3|w|B2 0 0 900 0.7", "C3 B2|b|D4 0 0 900 0.3")
    [c3] = vertices_to_points("C3", 5)
    for books in ([one, two], [two, one]):
        both = merge(books)
        assert values(both, "") == {c3: pytest.approx(0.3)}
        assert sorted(v for v in values(both, "C3").values() if v) == pytest.approx([0.4, 0.7])
    # Values of a move that nothing follows are averaged by visits.
    three = grown_book("-|b|C3 0 0 900 0.6", "C3|w|C2 0 0 300 0.6")
    [reply] = values(merge([one, three]), "C3").values()
    assert reply == pytest.approx(0.45)
    assert values(merge([one, three]), "") == {c3: pytest.approx(0.55)}
