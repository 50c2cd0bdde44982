"""Growing: which position is next, and how values come back; with a search that is a table."""

from __future__ import annotations

import random

import pytest
from gtpengine.books.bookfile import BookEntry, EntryMove, Header
from gtpengine.books.canonical import board_frame
from gtpengine.books.table import BookTable
from gtpengine.books.walk import position_after
from gtpengine.tools.books.growth import Growth, Policy, SearchedMove

from board_ext.coords import PASS, vertex_to_point, vertices_to_points

FIVE = Header("board", (5,), decides="search")


def points(text: str) -> list[int]:
    return vertices_to_points(text, 5)


def found(**values: tuple[int, float]) -> list[SearchedMove]:
    return [
        SearchedMove(vertex_to_point(v, 5), visits, value) for v, (visits, value) in values.items()
    ]


def key_of(line: list[int]) -> int:
    position = position_after(FIVE, line)
    return board_frame(position, position.to_play).key


def pseudo_search(line: tuple[int, ...], seed: int) -> list[SearchedMove]:
    """Some moves with values that depend on the position alone, as points of the line's board."""
    position = position_after(FIVE, line)
    frame = board_frame(position, position.to_play)
    chance = random.Random(f"{seed} {frame.key}")
    legal = sorted({frame.to_key(p) for p in position.legal_moves()})
    chosen = chance.sample(legal, min(4, len(legal)))
    return [
        SearchedMove(frame.to_board(p), chance.randint(100, 999), chance.random()) for p in chosen
    ]


def grown(growth: Growth, count: int, seed: int) -> list[tuple[int, ...]]:
    lines = []
    for _ in range(count):
        chosen = growth.next_line()
        assert chosen is not None
        growth.add(chosen[1], pseudo_search(chosen[1], seed), 1000)
        lines.append(chosen[1])
    return lines


def values_along(growth: Growth, line: list[int]) -> list[float]:
    """What the positions are worth that a line leads through, to those to move there."""
    keys = [key_of(line[:n]) for n in range(len(line) + 1)]
    return [growth.nodes[key].value for key in keys if key in growth.nodes]


def test_the_first_position_is_the_empty_board() -> None:
    growth = Growth(FIVE, Policy())
    assert growth.next_line() == (key_of([]), ())
    assert growth.next_line({key_of([])}) is None


def test_the_best_move_is_next_unless_it_is_taken() -> None:
    growth = Growth(FIVE, Policy())
    growth.add((), found(C3=(900, 0.6), B2=(500, 0.58), A1=(100, 0.2)), 1500)
    assert growth.next_line() == (key_of(points("C3")), tuple(points("C3")))
    taken = {key_of(points("C3"))}
    assert growth.next_line(taken) == (key_of(points("B2")), tuple(points("B2")))
    # The longer line of good moves is cheaper than the bad move.
    growth.add(tuple(points("C3")), found(C2=(900, 0.45)), 1000)
    growth.add(tuple(points("B2")), found(C3=(900, 0.45)), 1000)
    chosen = growth.next_line()
    assert chosen is not None and len(chosen[1]) == 2


def test_values_are_backed_up_by_negamax() -> None:
    growth = Growth(FIVE, Policy())
    growth.add((), found(C3=(900, 0.6), B2=(500, 0.55)), 1500)
    root = growth.nodes[growth.root]
    assert root.value == 0.6
    growth.add(tuple(points("C3")), found(C2=(900, 0.7), B2=(10, 0.99)), 1000)
    assert root.value == pytest.approx(0.3)  # a reply of ten visits is not believed
    growth.add(tuple(points("B2")), found(C3=(900, 0.45)), 1000)
    assert root.value == 0.55
    assert growth.best_line() == points("B2 C3")
    growth.add(tuple(points("C3 C2")), found(D2=(900, 0.9)), 1000)
    assert root.value == pytest.approx(0.9)
    line = growth.best_line()
    assert line[0] == points("C3")[0] and len(line) == 3


def test_an_even_position_is_backed_up_as_well() -> None:
    growth = Growth(FIVE, Policy())
    growth.add((), found(C3=(900, 0.6), B2=(500, 0.55)), 1500)
    growth.add(tuple(points("C3")), found(C2=(900, 0.5)), 1000)
    assert growth.nodes[growth.root].value == 0.5


def test_what_a_search_says_of_its_own_moves_counts_for_its_favourite_alone() -> None:
    growth = Growth(FIVE, Policy())
    growth.add((), found(C3=(900, 0.6), B2=(500, 0.62), A1=(5, 0.9)), 1500)
    root = key_of([])
    assert [m.point for m in growth.table().moves(root)] == points("C3")
    assert growth.nodes[root].value == 0.6
    # B2 was called better by a search that is not as deep as what is now known of C3.
    growth.add(tuple(points("C3")), found(C2=(900, 0.42)), 1000)
    assert [m.point for m in growth.table().moves(root)] == points("C3")
    assert growth.nodes[root].value == pytest.approx(0.58)
    growth.add(tuple(points("B2")), found(C3=(900, 0.41)), 1000)
    assert len(growth.table().moves(root)) == 2
    assert growth.nodes[root].value == pytest.approx(0.59)


def test_a_move_that_may_be_the_best_is_followed_at_once() -> None:
    growth = Growth(FIVE, Policy(loss_weight=1000))
    growth.add((), found(C3=(9000, 0.6), B2=(5000, 0.58), A1=(90, 0.6)), 15000)
    growth.add(tuple(points("C3")), found(C2=(9000, 0.42)), 10000)
    chosen = growth.next_line()
    assert chosen is not None and len(chosen[1]) == 2  # 0.58 is not surely more than 0.58
    growth.add(chosen[1], found(D2=(9000, 0.55)), 10000)
    assert growth.nodes[growth.root].value == pytest.approx(0.55)
    # The line of C3 is long by now; the standard error of 5000 visits is 0.7 %, of 90 it is 5 %.
    assert growth.next_line() == (key_of(points("B2")), tuple(points("B2")))
    growth.add(tuple(points("B2")), found(C3=(900, 0.45)), 1000)
    chosen = growth.next_line()
    assert chosen is not None and len(chosen[1]) > 1


def test_visits_are_those_of_the_own_search() -> None:
    growth = Growth(FIVE, Policy())
    growth.add((), found(C3=(900, 0.6), B2=(500, 0.55)), 1400)
    growth.add(tuple(points("C3")), found(C2=(900, 0.45)), 20_000)
    growth.add(tuple(points("B2")), found(C3=(900, 0.45)), 20_000)
    assert sorted(m.visits for m in growth.table().moves(key_of([]))) == [500, 900]


def test_images_of_a_move_are_joined_before_moves_are_left_out() -> None:
    growth = Growth(FIVE, Policy())
    corners, sides = points("A1 A5 E1 E5"), points("B1 A2 D1 E2 B5 A4 D5 E4")
    several = [SearchedMove(p, 100 - i, 0.5) for i, p in enumerate([*corners, *sides])]
    growth.add((), [*several, *found(C3=(50, 0.6), B2=(10, 0.4), D4=(30, 0.2))], 1500)
    edges = {min(e.board_point, e.point): e for e in growth.nodes[growth.root].edges}
    assert sorted(e.visits for e in edges.values()) == [40, 50, 394, 740]
    [joined] = [e for e in edges.values() if e.visits == 40]
    assert joined.value == pytest.approx(0.25)


def test_a_loss_is_weighed_against_length() -> None:
    narrow, broad = Growth(FIVE, Policy(loss_weight=1000)), Growth(FIVE, Policy(loss_weight=1))
    for growth in (narrow, broad):
        growth.add((), found(C3=(900, 0.6), B2=(500, 0.55)), 1500)
        growth.add(tuple(points("C3")), found(C2=(900, 0.4)), 1500)
    deep, wide = narrow.next_line(), broad.next_line()
    assert deep is not None and len(deep[1]) == 2
    assert wide is not None and wide[1] == tuple(points("B2"))


def test_what_people_play_gets_an_answer() -> None:
    root = key_of([])
    corner = points("A1")[0]
    seed = BookTable(
        FIVE,
        {
            root: BookEntry(
                1, [EntryMove(corner, 600, 500), EntryMove(7, 400, 400), EntryMove(3, 2)]
            )
        },
    )
    growth = Growth(FIVE, Policy(loss_weight=1000), seed)
    growth.add((), found(C3=(900, 0.9), A1=(5, 0.1)), 1500)
    growth.add(tuple(points("C3")), found(C2=(900, 0.2)), 1000)
    growth.add(tuple(points("C3 C2")), found(D2=(900, 0.8)), 1000)
    chosen = growth.next_line()
    assert chosen is not None and key_of(list(chosen[1])) == key_of([corner])
    # What is not known to be good is no reason to play it.
    table = growth.table()
    assert {m.point for m in table.moves(root)} == {points("C3")[0]}
    growth.add(chosen[1], found(C3=(900, 0.95)), 1000)
    [move] = [m for m in growth.table().moves(root) if m.point == corner]
    assert (move.games, move.half_wins) == (600, 500)
    assert move.value == pytest.approx(0.05)


def test_orders_of_moves_meet_in_one_node() -> None:
    growth = Growth(FIVE, Policy())
    growth.add((), found(B2=(500, 0.5), D4=(400, 0.5)), 1000)  # one move, by symmetry
    assert len(growth.nodes[growth.root].edges) == 1
    growth.add(tuple(points("B2")), found(C3=(500, 0.5)), 1000)
    growth.add(tuple(points("D4")), found(C3=(1, 0.0)), 1000)  # known already
    assert len(growth.nodes) == 2
    assert growth.nodes[growth.root].value == 0.5


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_results_does_not_matter(seed: int) -> None:
    first = Growth(FIVE, Policy(loss_weight=3))
    lines = grown(first, 60, seed)
    for node in first.nodes.values():
        values = [v for e in node.edges if (v := first.value_of(node, e)) is not None]
        assert node.value == pytest.approx(max(values))
    other = Growth(FIVE, Policy(loss_weight=3))
    random.Random(seed).shuffle(lines)
    for line in lines:
        other.add(line, pseudo_search(line, seed), 1000)
    assert {k: n.value for k, n in other.nodes.items()} == pytest.approx(
        {k: n.value for k, n in first.nodes.items()}
    )
    # Moves as good as each other may be named in another order; what the lines are worth is not.
    assert values_along(other, other.best_line()) == pytest.approx(
        values_along(first, first.best_line())
    )


def test_depth_and_passes_end_lines() -> None:
    growth = Growth(FIVE, Policy(depth=2))
    while (chosen := growth.next_line()) is not None:
        assert len(chosen[1]) <= 2
        growth.add(chosen[1], pseudo_search(chosen[1], 1), 1000)
    assert len(growth.nodes) > 4
    passing = Growth(FIVE, Policy())
    passing.add((), [SearchedMove(PASS, 900, 0.5)], 1000)
    assert passing.next_line() is None
    assert passing.table().entries == {}
    assert passing.best_line() == []
