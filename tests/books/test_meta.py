"""A book that grows by games: what it plays, and for whom a result counts."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from gtpengine.books.bookfile import Book, Header
from gtpengine.books.canonical import board_frame
from gtpengine.books.meta import BETA_SAMPLING, QUASI_BEST_FIRST, Count, MetaBook, MetaPolicy

from board_ext.coords import BLACK, PASS, WHITE, vertices_to_points
from board_ext.legality import IllegalMoveError

FIVE = Header("board", (5,), moves=30)
CHANCE = random.Random(1)


def points(text: str) -> list[int]:
    return vertices_to_points(text, 5)


def images(text: str) -> set[int | None]:
    """Return points that are equal by symmetry, to find a move of the book among them."""
    return set(points(text))


def meta(games: dict[str, str], choice: str = QUASI_BEST_FIRST, above: float = 0.4) -> MetaBook:
    """Return a book of games: moves, and for each game ``B``, ``W`` or ``D`` (a draw)."""
    book = MetaBook(FIVE, MetaPolicy(choice, above))
    for moves, results in games.items():
        for result in results:
            book.add(points(moves), {"B": BLACK, "W": WHITE, "D": 0}[result])
    return book


def chosen(book: MetaBook, line: str = "", chance: random.Random = CHANCE) -> int | None:
    """Return what the book plays after a line."""
    position = book.empty_board()
    for point in points(line):
        position.play(point)
    return book.choose(position, chance)


def known(book: MetaBook, line: str) -> dict[int, tuple[int, int]]:
    """Return games and half wins of the moves after a line, by their points of the board."""
    position = book.empty_board()
    for point in points(line):
        position.play(point)
    frame = board_frame(position, position.to_play)
    moves = book.table().moves(frame.key)
    return {frame.to_board(m.point): (m.games, m.half_wins) for m in moves}


def test_a_result_counts_for_the_side_that_won() -> None:
    book = meta({"C3 C2 D2": "BBW", "C3 B2": "D"})
    [centre] = points("C3")
    assert known(book, "") == {centre: (4, 5)}
    # Symmetric moves are one, so the two replies are told apart by their counts.
    replies = sorted(known(book, "C3").values())
    assert replies == [(1, 1), (3, 2)]
    assert list(known(book, "C3 C2").values()) == [(3, 4)]
    assert known(book, "C3 C2 D2") == {}
    assert book.games == 4
    assert book.win_rate() == pytest.approx(2.5 / 4)
    line = book.most_played()
    assert (line[0], len(line)) == (centre, 3)


def test_quasi_best_first_plays_the_best_win_rate_above_the_threshold() -> None:
    games = {"C3 C2": "BBWWW", "B2 C3": "BW", "A1 C3": "WWW"}
    for above in (0.0, 0.4, 0.49):
        assert chosen(meta(games, above=above)) in images("B2 B4 D2 D4")
    assert chosen(meta(games, above=0.5)) is None
    # White's moves are judged by White's wins: after C3 its reply won three of five.
    assert chosen(meta(games, above=0.5), "C3") in images("C2 B3 D3 C4")
    assert chosen(meta(games, above=0.5), "B2") is None
    assert chosen(meta(games), "C3 C2") is None


def test_beta_sampling_draws_by_wins_and_losses() -> None:
    """Beta(3, 1) is the greatest of three uniform draws, Beta(1, 3) the least of three.

    The former is above the latter with a chance of 19 / 20: of all orders of six draws, those
    where the greatest three-draw maximum is below the other three's least are 3! 3! / 6!.
    """
    book = meta({"C3": "BB", "B2": "WW"}, BETA_SAMPLING, 0.0)
    chance = random.Random(5)
    played = Counter(chosen(book, chance=chance) for _ in range(4000))
    assert sum(played.values()) == 4000
    centre = played[points("C3")[0]] / 4000
    assert centre == pytest.approx(0.95, abs=0.015)
    assert sum(played[p] for p in points("B2 B4 D2 D4")) == 4000 - played[points("C3")[0]]


def test_a_draw_below_the_threshold_lets_a_search_propose() -> None:
    # Beta(2, 1) has the distribution function x^2, Beta(1, 2) has 1 - (1 - x)^2.
    for result, expected in (("B", 0.16), ("W", 0.64)):
        book = meta({"C3": result}, BETA_SAMPLING, 0.4)
        chance = random.Random(7)
        searched = sum(chosen(book, chance=chance) is None for _ in range(4000))
        assert searched / 4000 == pytest.approx(expected, abs=0.03)


def test_draws_have_the_mean_of_their_distribution() -> None:
    chance = random.Random(3)
    count = Count(12, 8, 13)  # six wins and a draw of eight
    mean = sum(count.drawn(chance) for _ in range(4000)) / 4000
    assert mean == pytest.approx(7.5 / 10, abs=0.01)


@pytest.mark.parametrize("choice", [QUASI_BEST_FIRST, BETA_SAMPLING])
def test_where_nothing_is_known_a_search_proposes(choice: str) -> None:
    assert chosen(meta({}, choice, 0.0)) is None
    book = MetaBook(FIVE, MetaPolicy(choice, 0.0, depth=2))
    book.add([*points("C3 C2 D2"), PASS, PASS], BLACK)
    book.add([points("C3")[0], PASS, points("A1")[0], PASS, PASS], WHITE)
    assert chosen(book) == points("C3")[0]
    assert known(book, "C3 C2") == {}  # too deep
    position = book.empty_board()
    for point in (PASS, PASS):
        position.play(point)
    assert book.choose(position, CHANCE) is None  # after a pass
    assert [e.games for e in book.table().entries.values()] == [2, 1]


def test_orders_and_images_of_moves_meet() -> None:
    book = meta({"B2 C3 D2": "B", "D2 C3 B2": "B", "B4 C3 B2": "W"})
    assert sorted(known(book, "B2 C3").values()) == [(3, 4)]
    assert book.positions == 3
    assert chosen(book, "D4 C3") in images("D2 B4")


def test_a_game_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(IllegalMoveError):
        meta({"C3 C3": "B"})


def test_the_book_is_one_of_games() -> None:
    table = meta({"C3 C2": "BW"}).table()
    again = Book(table.encode(), "again")
    root = next(key for key, entry in table.entries.items() if entry.movers == BLACK)
    assert again.entry(root).met == (2, 2)
    assert again.header.decides == "games"


@pytest.mark.parametrize(
    "wrong", [("best", 0.4, 30), (BETA_SAMPLING, 1.1, 30), (BETA_SAMPLING, 0.4, 0)]
)
def test_policies_that_make_no_sense_are_refused(wrong: tuple[str, float, int]) -> None:
    with pytest.raises(ValueError, match="give"):
        MetaPolicy(*wrong)
