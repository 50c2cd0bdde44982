"""Reading life and death: known shapes, and the answers of an exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property

import pytest

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, neighbours, opponent
from board_ext.position import Position
from board_ext.solvers.proofs.lifedeath import Reader
from tests.board_ext.solvers.eyespaces import EYE_SPACES, SIZE, points
from tests.board_ext.solvers.made_fights import NODES, below_black, corner, enclosed, random_fights


@pytest.mark.parametrize(("space", "first", "second"), EYE_SPACES)
def test_eye_spaces(space: str, first: bool, second: bool) -> None:
    """Whether Black kills when he plays first, and when White does."""
    position, stone = enclosed(space)
    reader = Reader(16)
    won, move = reader.read(position, stone, BLACK, nodes=NODES)
    assert won == first
    if first and not second:
        assert move is not None
        after = position.copy()
        after.play(move, BLACK)
        assert Reader(16).read(after, stone, WHITE, nodes=NODES)[0] is False
    won, move = reader.read(position, stone, WHITE, nodes=NODES)
    assert won != second
    if first and not second:
        assert move is not None
        after = position.copy()
        after.play(move, WHITE)
        # It may live by then without reading.
        assert Reader(16).read(after, stone, BLACK, nodes=NODES)[0] is not True


def test_a_group_that_lives_and_an_empty_point_are_no_fight() -> None:
    position, _ = enclosed("D5 E5")
    reader = Reader(10)
    assert reader.fight(position, points("B1")[0]) is None
    assert reader.read(position, points("B1")[0], WHITE) == (None, None)
    with pytest.raises(ValueError, match="is empty"):
        reader.fight(position, points("D5")[0])
    with pytest.raises(ValueError, match="colours"):
        reader.read(position, points("B1")[0], 3)
    with pytest.raises(ValueError, match="bits 7"):
        Reader(7)


def test_the_budget_ends_a_reading_and_the_next_goes_on() -> None:
    position, stone = enclosed("D5 E5 F5 D6 E6 F6")
    alone = Reader(16)
    assert alone.read(position, stone, BLACK, nodes=NODES)[0] is False
    needed = alone.nodes
    reader, asked = Reader(16), 0
    while reader.read(position, stone, BLACK, nodes=max(20, needed // 8))[0] is None:
        assert reader.nodes <= max(20, needed // 8)
        asked += 1
        assert asked < 100
    assert asked > 2


def test_equal_questions_take_equal_ways() -> None:
    position, stone = enclosed("D5 E5 F5 D6 E6")
    found = []
    for _ in range(2):
        reader = Reader(12)
        found.append((reader.read(position, stone, BLACK, nodes=NODES), reader.nodes))
    assert found[0] == found[1]


# --- exhaustive search ---

State = tuple[tuple[int, ...], int, int]

LATER = 10
"""Positions of a fight that are asked about beside the first one."""


class Oracle:
    """The game of a fight by its rules, all positions listed and solved backwards."""

    MOST = 1500

    def __init__(self, position: Position, fight: tuple[list[int], ...], master: int) -> None:
        self.size = position.size
        self.near = [neighbours(point, self.size) for point in range(self.size**2)]
        self.target, self.points, *border = fight
        self.border = border[0] if border else []
        self.defender = position.color_at(self.target[0])
        self.needed = len(self.target) // 2 + 1
        self.master = master
        self.start = tuple(position.color_at(p) for p in range(self.size**2))

    def chain(self, stones: list[int], point: int) -> tuple[set[int], set[int]]:
        found, free, todo = {point}, set[int](), [point]
        while todo:
            for q in self.near[todo.pop()]:
                if stones[q] == EMPTY:
                    free.add(q)
                elif stones[q] == stones[point] and q not in found:
                    found.add(q)
                    todo.append(q)
        return found, free

    def is_open(self, stones: list[int], point: int) -> bool:
        return any(stones[q] == EMPTY for q in self.near[point])

    def play(self, state: State, point: int) -> State | None:
        before, side, ko = state
        if before[point] != EMPTY or (point == ko and side != self.master):
            return None
        stones, taken = list(before), set[int]()
        stones[point] = side
        for q in self.near[point]:
            if stones[q] == opponent(side) and not self.is_open(stones, q):
                chain, free = self.chain(stones, q)
                if not free:
                    taken |= chain
                    for p in chain:
                        stones[p] = EMPTY
        if not taken and self.is_open(stones, point):
            return tuple(stones), opponent(side), -1
        chain, free = self.chain(stones, point)
        if not free:
            return None
        new = min(taken) if len(taken) == len(chain) == len(free) == 1 else -1
        return tuple(stones), opponent(side), new

    def moves(self, state: State) -> Iterator[tuple[State, bool]]:
        """What follows, and whether the defender took back at once what others may not."""
        for point in self.points + self.attacks(state):
            after = self.play(state, point)
            if after is not None:
                yield after, point == state[2] and state[1] == self.defender
        yield (state[0], opponent(state[1]), -1), False

    def attacks(self, state: State) -> list[int]:
        """The points of the border on which the side to move may play."""
        if state[1] == self.defender:
            return []
        return [
            point
            for point in self.border
            if any(state[0][q] == self.defender for q in self.near[point])
        ]

    def lost(self, state: State) -> bool:
        return sum(state[0][p] == self.defender for p in self.target) < self.needed

    def attacker_wins(self, first: int) -> bool | None:
        """Return whether the attacker forces the capture; None when there are too many states."""
        return None if self.won_from is None else (self.start, first, -1) in self.won_from

    @cached_property
    def graph(self) -> dict[State, list[tuple[State, bool]]] | None:
        """All states with what follows, whoever begins; None when there are too many."""
        after: dict[State, list[tuple[State, bool]]] = {}
        todo: list[State] = [(self.start, BLACK, -1)]  # both may pass at first
        while todo:
            state = todo.pop()
            if state not in after:
                after[state] = [] if self.lost(state) else list(self.moves(state))
                todo += [each for each, _ in after[state]]
                if len(after) > self.MOST:
                    return None
        return after

    @cached_property
    def won_from(self) -> set[State] | None:
        """From where the attacker forces the capture."""
        after = self.graph
        if after is None:
            return None
        # A game without end is the defender's, but not where threats without end are needed for it.
        endless = set(after)
        while True:
            won = self.won(after, endless)
            if won == endless:
                return won
            endless = won

    def won(self, after: dict[State, list[tuple[State, bool]]], endless: set[State]) -> set[State]:
        """Return from where the attacker captures, or makes the defender take back into
        ``endless``."""
        won = {state for state, nexts in after.items() if not nexts}  # captured
        grown = True
        while grown:
            grown = False
            for state, nexts in after.items():
                if state not in won and nexts:
                    rule = all if state[1] == self.defender else any
                    if rule(each in won or (taken and each in endless) for each, taken in nexts):
                        won.add(state)
                        grown = True
        return won


def later_positions(oracle: Oracle, rng: random.Random) -> Iterator[tuple[Position, bool]]:
    """Yield positions that the fight may come to, and whether the attacker wins them."""
    states = [state for state in sorted(oracle.graph or ()) if state[2] == -1]
    for state in rng.sample(states, min(LATER, len(states))):
        stones, first, _ = state
        position = Position(oracle.size)
        black, white = ([p for p, c in enumerate(stones) if c == one] for one in (BLACK, WHITE))
        position.set_up(black, white)
        position.to_play = first
        yield position, state in (oracle.won_from or ())


def test_an_exhaustive_search_says_the_same() -> None:
    """Random fights in a corner and what they come to, whoever begins and whoever wins the kos.

    Two readers with one table share their proofs.
    """
    reader = Reader(14, shared=True)
    beside = Reader(beside=reader)
    rng = random.Random(6)
    asked = 0
    for position, stone, target, inside in random_fights(random.Random(5), reader):
        if asked >= 24:
            break
        defender = position.color_at(stone)
        oracles = [Oracle(position, (target, inside), master) for master in (EMPTY, BLACK, WHITE)]
        if oracles[0].graph is None:
            continue
        for first in (BLACK, WHITE):
            answers = []
            for oracle in oracles:
                expected, master = oracle.attacker_wins(first), oracle.master
                if expected is None:
                    break
                won, _ = reader.read(position, stone, first, master, NODES)
                assert won is (expected == (first != defender)), (
                    f"{position.to_diagram()} {stone=} {first=} {master=}"
                )
                answers.append(won)
            asked += len(answers) == 3
        for oracle in oracles:
            for later, expected in later_positions(oracle, rng):
                first = later.to_play
                won, _ = beside.solve(
                    later, defender, (target, inside, []), first, oracle.master, nodes=NODES
                )
                assert won is (expected == (first != defender)), (
                    f"{later.to_diagram()} {target=} {first=} {oracle.master=}"
                )


def corner_below_black(rows: str) -> Position:
    """Return four rows of 7x7 below Black's stones, which live."""
    return Position.from_diagram("X X X X X X X\nX . X . X . X\nX X X X X X X\n" + rows)


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        pytest.param("O O O X O X X\nO . X O O X X\nO X . O . X .\nO O O O . X X", WHITE),
        pytest.param("O O O O O X X\nO O O . X X X\nX . O O X X .\nX . X O O X X", BLACK),
        pytest.param("O O O O X X X\nO O O O O X X\nO . X O . X .\nX . . O O X X", BLACK),
    ],
)
def test_stones_that_are_captured_apart_leave_an_eye_each(rows: str, first: int) -> None:
    """A small space holds several stones of Black."""
    position = corner_below_black(rows)
    target = [p for p in range(28) if position.color_at(p) == WHITE]
    inside = [p for p in range(28) if p % 7 < 5]
    for master in (EMPTY, BLACK, WHITE):
        expected = Oracle(position, (target, inside), master).attacker_wins(first)
        assert expected is not None
        won, _ = Reader(14).solve(position, WHITE, (target, inside, []), first, master)
        assert won is (expected == (first == BLACK)), f"{master=}"


def attacked_corner(rng: random.Random) -> tuple[Position, list[int], list[int]] | None:
    """Return a corner by chance, White's stones in the part that is played on, and the target.

    The target is one chain of these stones. Without stones the target is empty. Chance may make no
    position: then None.
    """
    position = corner(rng)
    if position is None:
        return None
    stones = [p for p in range(28) if p % 7 < 5 and position.color_at(p) == WHITE]
    return position, stones, position.chain_at(rng.choice(stones)) if stones else []


def test_an_exhaustive_search_says_the_same_of_fights_that_are_given() -> None:
    """The target is one chain, in a part of a corner by chance."""
    rng = random.Random(3)
    reader = Reader(14)
    asked = 0
    while asked < 8:
        made = attacked_corner(rng)
        if made is None:
            continue
        position, _, target = made
        inside = {
            p
            for p in range(28)
            if p % 7 < 5 and (position.color_at(p) == EMPTY or rng.random() < 0.75)
        }.union(target)
        for p in range(49):
            if position.color_at(p) and inside.issuperset(position.liberties_of(p)):
                inside.update(position.chain_at(p))
        if not target or sum(position.color_at(p) == EMPTY for p in inside) > 7:
            continue
        fight = target, sorted(inside)
        oracles = [Oracle(position, fight, master) for master in (EMPTY, BLACK, WHITE)]
        for first in (BLACK, WHITE):
            answers = 0
            for oracle in oracles:
                expected, master = oracle.attacker_wins(first), oracle.master
                if expected is None:
                    break
                won, _ = reader.solve(position, WHITE, (target, inside, []), first, master)
                assert won is (expected == (first == BLACK)), (
                    f"{position.to_diagram()} {target=} {first=} {master=}"
                )
                answers += 1
            asked += answers == 3


def border_beside(position: Position, inside: set[int]) -> list[int]:
    """Return the empty points beside these that have a chain of Black beside them which lives; add
    the others, and chains that may be captured."""
    while True:
        for p in range(49):
            if position.color_at(p) and inside.issuperset(position.liberties_of(p)):
                inside.update(position.chain_at(p))
        beside = {q for p in inside for q in neighbours(p, 7)} - inside
        found = {q for q in beside if position.color_at(q) == EMPTY}
        known = inside | found
        border = {
            point
            for point in found
            for q in neighbours(point, 7)
            if position.color_at(q) == BLACK and not known.issuperset(position.liberties_of(q))
        }
        if border == found:
            return sorted(border)
        inside |= found - border


def test_an_exhaustive_search_says_the_same_of_fights_with_a_border() -> None:
    """Black alone plays on some points beside the fight, where White has liberties."""
    rng = random.Random(9)
    reader = Reader(14)
    asked = different = 0
    while asked < 24:
        made = attacked_corner(rng)
        if made is None:
            continue
        position, stones, target = made
        inside = {p for p in range(28) if p % 7 < 5 and (p in stones or rng.random() < 0.6)}
        border = border_beside(position, inside)
        free = [p for p in [*inside, *border] if position.color_at(p) == EMPTY]
        if not target or not border or len(free) > 7:
            continue
        fight = target, sorted(inside), border
        reader_fight: tuple[list[int], ...] = target, sorted(inside), [], border
        board = reader.walled(position, WHITE, reader_fight)
        oracles = [Oracle(board, fight, master) for master in (EMPTY, BLACK, WHITE)]
        for first in (BLACK, WHITE):
            for oracle in oracles:
                expected, master = oracle.attacker_wins(first), oracle.master
                if expected is None:
                    break
                won, _ = reader.solve(position, WHITE, reader_fight, first, master)
                assert won is (expected == (first == BLACK)), (
                    f"{position.to_diagram()} {fight=} {first=} {master=}"
                )
                walled, _ = reader.solve(position, WHITE, reader_fight[:3], first, master)
                different += won is not walled
                asked += master == WHITE
    assert different


RECTANGLE = "A1 B1 C1 A2 B2 C2"


def rectangular_six(outside: str) -> tuple[Position, int]:
    """White around six points in the corner, with these liberties outside."""
    white = points("D1 D2 D3 C3 B3 A3")
    free = {*white, *points(f"{RECTANGLE} {outside} J9 G9 J7 G7")}
    position = Position(SIZE)
    position.set_up([p for p in range(SIZE * SIZE) if p not in free], white)
    return position, white[0]


@pytest.mark.parametrize(
    ("outside", "won"),
    [
        pytest.param("", {EMPTY: True, BLACK: True, WHITE: True}, id="dead"),
        pytest.param("E1", {EMPTY: True, BLACK: True, WHITE: False}, id="ko"),
        pytest.param("E1 E2", {EMPTY: False, BLACK: False, WHITE: False}, id="alive"),
    ],
)
def test_rectangular_six_in_the_corner(outside: str, won: dict[int, bool]) -> None:
    """Its outside liberties decide, as every book says; Black plays first."""
    position, stone = rectangular_six(outside)
    fight = Reader(8).fight(position, stone)
    assert fight is not None
    for master, expected in won.items():
        assert Reader(16).read(position, stone, BLACK, master, NODES)[0] is expected
        found, line = Reader(16).solve(position, WHITE, fight, BLACK, master, nodes=NODES)
        assert found is expected
        assert len(line) > 3
        assert play_line(position, line).to_play in (BLACK, WHITE)


def play_line(position: Position, line: list[int]) -> Position:
    """Play moves; the game refuses one that is not legal but for a ko."""
    after = position.copy()
    for point in line:
        if point == PASS or after.is_legal(point):
            after.play(point)
        else:
            break
    return after


def test_a_seki_is_a_life_but_not_with_two_eyes() -> None:
    """Whoever takes one of the two liberties loses: Black's four stones would leave two eyes."""
    position = below_black("""
        O O O O O O O X X
        . X X X X . O X .
    """)
    (stone,) = points("A2")
    fight = Reader(8).fight(position, stone)
    assert fight is not None
    reader = Reader(16)
    alive = reader.solve(position, WHITE, fight, BLACK, WHITE, nodes=NODES)[0] is False
    eyes = reader.solve(position, WHITE, fight, BLACK, WHITE, True, NODES)[0] is False
    assert (alive, eyes) == (True, False)


@pytest.mark.parametrize(
    ("rows", "stone", "first"),
    [
        pytest.param(
            "X O O O O X X\n. O O O X X X\nX O O O . X .\n. . X O O X X", 2, BLACK, id="atari"
        ),
        pytest.param(
            "O . X . . X X\n. O . O X X X\nX O X . . X .\nO O O O X X X",
            9,
            WHITE,
            id="two liberties",
        ),
    ],
)
def test_a_capture_that_nothing_prevents_is_seen(rows: str, stone: int, first: int) -> None:
    """The first position settles it, though Black's stone has room for two eyes."""
    reader = Reader(14)
    won, _ = reader.read(corner_below_black(rows), stone, first, nodes=NODES)
    assert (won, reader.nodes) == (first == WHITE, 1)


@pytest.mark.parametrize(
    ("rows", "stone", "first", "move"),
    [
        pytest.param(
            "O X O . . X X\nO . O X O X X\nX O X . . X .\n. O . X . X X", 18, WHITE, 24, id="B3"
        ),
        pytest.param(
            ". O X O . X X\nO X . O O X X\nX . O O O X .\nO O X . . X X", 2, BLACK, 8, id="C3"
        ),
    ],
)
def test_a_last_liberty_where_nobody_plays_is_not_taken(
    rows: str, stone: int, first: int, move: int
) -> None:
    """The stone joins a chain with a liberty that is no point of the fight."""
    position = corner_below_black(rows)
    assert Reader(14).read(position, stone, first, nodes=NODES) == (True, move)


def test_a_fight_without_a_target_is_refused() -> None:
    position, _ = rectangular_six("")
    with pytest.raises(ValueError, match="without a target"):
        Reader(8).solve(position, WHITE, ([], [0, 1], []), BLACK)


def test_a_table_full_of_other_fights_decides_what_an_empty_one_does() -> None:
    used = Reader(14)
    asked = 0
    for position, stone, _, _ in random_fights(random.Random(11), used):
        if asked >= 300:
            break
        for first in (BLACK, WHITE):
            expected = Reader(14).read(position, stone, first, nodes=10_000)[0]
            found = used.read(position, stone, first, nodes=40_000)[0]
            assert expected is None or found is expected
            asked += 1
