"""Books from records, against a plain count of the same games."""

from __future__ import annotations

from collections import Counter

import pytest
from gtpengine.books.bookfile import Header
from gtpengine.books.building import Filter, build
from gtpengine.books.canonical import ELSEWHERE, board_frame, corner_frame
from gtpengine.books.table import reachable
from gtpengine.books.walk import position_after, walk

from board_ext.coords import BLACK, PASS, WHITE, vertices_to_points
from board_ext.position import Position

from .games import KEEP_ALL, NINE, Game, game, mirrored, random_game, sorted_entries

CORNER = Header("corner", (9,), 4)


def counted(records: list[Game], size: int) -> dict[int, Counter[int]]:
    """Games by key and point, from fresh positions."""
    found: dict[int, Counter[int]] = {}
    for record in records:
        position = Position(size)
        for point in record.points.tolist():
            frame = board_frame(position, position.to_play)
            found.setdefault(frame.key, Counter())[frame.to_key(point)] += 1
            position.play(point)
    return found


def test_counts_are_those_of_the_games() -> None:
    records = [random_game(5, 30, seed % 30) for seed in range(90)]
    records = [mirrored(r, 5, n % 8) for n, r in enumerate(records)]
    table = build(records, 5, Header("board", (5,)), KEEP_ALL)
    assert {k: {m.point: m.games for m in e.moves} for k, e in table.entries.items()} == {
        key: dict(moves) for key, moves in counted(records, 5).items()
    }


def test_wins_movers_and_colours() -> None:
    first, second = vertices_to_points("E5 C3", 9)
    records = [
        game(first, second, winner=BLACK),
        game(first, second, winner=WHITE),
        game(first, second),
        game(first, second, winner=BLACK, colors=WHITE),
    ]
    table = build(records, 9, NINE, KEEP_ALL)
    root = board_frame(Position(9), BLACK)
    [move] = table.entries[root.key].moves
    assert (move.games, move.half_wins) == (3, 3)
    assert table.entries[root.key].movers == 1
    after = position_after(NINE, [first])
    [reply] = table.moves(board_frame(after, WHITE).key)
    assert (reply.games, reply.half_wins) == (4, 3)


def test_the_games_of_a_position_count_whatever_is_kept() -> None:
    common, rare = vertices_to_points("E5 C3", 9), vertices_to_points("C4 G7", 9)
    records = [game(*common, winner=BLACK)] * 6 + [game(*rare, winner=WHITE)] * 4
    table = build(records, 9, NINE, Filter(moves=2, support=1, games=5, share=0.0))
    root = table.entry(board_frame(Position(9), BLACK).key)
    assert [(m.games, m.half_wins) for m in root.moves] == [(6, 12)]
    assert (root.games, root.half_wins) == (10, 12)


def test_support_share_and_reach() -> None:
    common, rare = vertices_to_points("E5 C3 G7", 9), vertices_to_points("C4 G7 G3", 9)
    records = [game(*common)] * 8 + [game(*rare)] * 2
    table = build(records, 9, NINE, Filter(moves=3, support=2, games=3, share=0.0))
    # C4 was played too rarely, and what follows it is out of reach.
    assert len(table.entries) == 3
    assert len(build(records, 9, NINE, Filter(3, 2, 1, 0.0)).entries) == 5
    assert len(build(records, 9, NINE, Filter(3, 2, 1, 0.5)).entries) == 3
    assert len(build(records, 9, NINE, Filter(2, 1, 1, 0.0)).entries) == 3
    assert build([], 9, NINE, KEEP_ALL).entries == {}
    with pytest.raises(ValueError, match="positive"):
        Filter(support=0)


def test_records_end_at_a_pass_or_an_illegal_move() -> None:
    first, second = vertices_to_points("E5 C3", 9)
    root, after = Position(9), position_after(NINE, [first])
    sound = game(first, second, winner=BLACK)
    for record in (game(first, PASS, second), game(first, first, second)):
        table = build([record, sound], 9, NINE, KEEP_ALL)
        assert [e.met for e in table.entries.values()] == [(2, 3), (1, 0)]
        [reply] = table.moves(board_frame(after, WHITE).key)
        assert reply.games == 1
        alone = build([record], 9, NINE, KEEP_ALL)
        assert list(alone.entries) == [board_frame(root, BLACK).key]
    # A corner that a game came back to by an illegal move was not met in it.
    corner = corner_frame(position_after(CORNER, [second]), WHITE, 0, 4)
    records = [game(second, second), game(second, first)]
    table = build(records, 9, CORNER, KEEP_ALL)
    assert table.entry(corner.key).met == (1, 1)


def test_corners_count_replies_and_moves_elsewhere() -> None:
    here, reply, far, back = vertices_to_points("C3 D3 F8 C4", 9)
    records = [game(here, reply), game(here, far), game(here, far, back)]
    table = build(records, 9, CORNER, KEEP_ALL)
    position = Position(9)
    position.play(here)
    frame = corner_frame(position, WHITE, 0, 4)
    replies = {m.point: m.games for m in table.moves(frame.key)}
    assert replies == {frame.to_key(reply): 1, ELSEWHERE: 2}
    # White left, Black came back: found with Black to move.
    again = corner_frame(position, BLACK, 0, 4)
    assert {m.point: m.games for m in table.moves(again.key)} == {again.to_key(back): 1}


def test_corners_of_mirrored_games_are_the_same() -> None:
    records = [random_game(9, 20, seed) for seed in range(40)]
    images = [mirrored(r, 9, n % 8) for n, r in enumerate(records)]
    tables = [build(some, 9, CORNER, KEEP_ALL) for some in (records, images)]
    assert sorted_entries(tables[0]) == sorted_entries(tables[1])


def test_every_entry_of_a_walk_has_its_position() -> None:
    table = build(
        [random_game(5, 12, seed) for seed in range(20)], 5, Header("board", (5,)), KEEP_ALL
    )
    visits = list(walk(table))
    assert {v.frame.key for v in visits} == set(table.entries)
    for visit in visits:
        position = position_after(table.header, visit.line)
        assert position == visit.position
        assert all(position.is_legal(point) for point, _ in visit.moves)
    assert sorted_entries(reachable(table)) == sorted_entries(table)
    assert [len(v.line) for v in visits] == sorted(len(v.line) for v in visits)
    assert max(len(v.line) for v in walk(table, 3)) == 3
    with pytest.raises(ValueError, match="outside the corner of 4 lines"):
        position_after(CORNER, vertices_to_points("E5", 9))
