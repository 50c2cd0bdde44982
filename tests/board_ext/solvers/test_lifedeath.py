"""Reading life and death: known shapes, and the answers of an exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE, neighbours, opponent, vertices_to_points
from board_ext.position import Position
from board_ext.solvers.lifedeath import Reader

SIZE = 9
NODES = 300_000


def points(text: str) -> list[int]:
    return vertices_to_points(text, SIZE)


def enclosed(space: str, black: str = "") -> tuple[Position, int]:
    """Return White around an eye space, amid Black who lives, and one of White's stones."""
    inside = points(space)
    ring = {
        p + step
        for p in inside
        for step in (-10, -9, -8, -1, 1, 8, 9, 10)
        if p + step not in inside
    }
    holes = {*inside, *points("A1 J9 A9 J1")}
    others = {p for p in range(SIZE * SIZE) if p not in holes and p not in ring}
    position = Position(SIZE)
    position.set_up([*others, *points(black)], sorted(ring))
    return position, min(ring)


@pytest.mark.parametrize(
    ("space", "first", "second"),
    [
        pytest.param("D5 E5", True, True, id="two points"),
        pytest.param("D5 E5 F5", True, False, id="three in a row"),
        pytest.param("D5 E5 E6", True, False, id="bent three"),
        pytest.param("D5 E5 D6 E6", True, True, id="square four"),
        pytest.param("D5 E5 F5 E6", True, False, id="pyramid four"),
        pytest.param("C5 D5 E5 F5", False, False, id="four in a row"),
        pytest.param("C5 D5 E5 E6", False, False, id="bent four"),
        pytest.param("D5 E5 F5 D6 E6", True, False, id="bulky five"),
        pytest.param("D5 E5 F5 E4 E6", True, False, id="cross"),
        pytest.param("D5 E5 F5 E4 E6 D6", True, False, id="rabbity six"),
        pytest.param("D5 E5 F5 D6 E6 F6", False, False, id="two by three"),
    ],
)
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


class Oracle:
    """The game of a fight by its rules, all positions listed and solved backwards."""

    MOST = 700

    def __init__(self, position: Position, fight: tuple[list[int], list[int]], master: int) -> None:
        self.size = position.size
        self.target, self.points = fight
        self.defender = position.color_at(self.target[0])
        self.needed = len(self.target) // 2 + 1
        self.master = master
        self.start = tuple(position.color_at(p) for p in range(self.size**2))

    def chain(self, stones: list[int], point: int) -> tuple[set[int], set[int]]:
        found, free, todo = {point}, set[int](), [point]
        while todo:
            for q in neighbours(todo.pop(), self.size):
                if stones[q] == EMPTY:
                    free.add(q)
                elif stones[q] == stones[point] and q not in found:
                    found.add(q)
                    todo.append(q)
        return found, free

    def play(self, state: State, point: int) -> State | None:
        before, side, ko = state
        if before[point] != EMPTY or point == ko:
            return None
        stones, taken = list(before), set[int]()
        stones[point] = side
        for q in neighbours(point, self.size):
            if stones[q] == opponent(side):
                chain, free = self.chain(stones, q)
                if not free:
                    taken |= chain
                    for p in chain:
                        stones[p] = EMPTY
        chain, free = self.chain(stones, point)
        if not free:
            return None
        new = min(taken) if len(taken) == len(chain) == len(free) == 1 else -1
        if self.master == opponent(side):
            new = -1
        return tuple(stones), opponent(side), new

    def moves(self, state: State) -> Iterator[State]:
        for point in self.points:
            after = self.play(state, point)
            if after is not None:
                yield after
        if state[1] == self.defender:
            yield state[0], opponent(state[1]), -1

    def lost(self, state: State) -> bool:
        return sum(state[0][p] == self.defender for p in self.target) < self.needed

    def attacker_wins(self, first: int) -> bool | None:
        """Return whether the attacker forces the capture; None when there are too many states."""
        root = self.start, first, -1
        after: dict[State, list[State]] = {}
        todo = [root]
        while todo:
            state = todo.pop()
            if state not in after:
                after[state] = [] if self.lost(state) else list(self.moves(state))
                todo += after[state]
                if len(after) > self.MOST:
                    return None
        won = {state for state in after if self.lost(state)}
        grown = True
        while grown:
            grown = False
            for state, nexts in after.items():
                if state not in won and nexts:
                    rule = all if state[1] == self.defender else any
                    if rule(each in won for each in nexts):
                        won.add(state)
                        grown = True
        return root in won


def corner(rng: random.Random) -> Position | None:
    """Return stones by chance in a corner that Black, who lives, encloses."""
    living = [*range(7 * 4, 7 * 7), *(7 * row + column for row in range(4) for column in (5, 6))]
    eyes = {7 * 5 + 1, 7 * 5 + 3, 7 * 1 + 6, 7 * 5 + 5}
    black, white = [p for p in living if p not in eyes], []
    for point in (7 * row + column for row in range(4) for column in range(5)):
        kind = rng.random()
        if kind < 0.47:
            white.append(point)
        elif kind < 0.66:
            black.append(point)
    position = Position(7)
    try:
        position.set_up(black, white)
    except ValueError:
        return None
    return position


def closed_fights(position: Position, reader: Reader) -> Iterator[tuple[int, list[int], list[int]]]:
    """Return (stone, target, points) of the fights that no empty point leads out of."""
    size, seen = position.size, set[int]()
    for stone in range(size * size):
        if position.color_at(stone) == EMPTY or stone in seen:
            continue
        fight = reader.fight(position, stone)
        if fight is None:
            continue
        target, inside, _ = fight
        seen.update(target)
        around = {q for p in inside for q in neighbours(p, size)} - {*inside}
        if all(position.color_at(p) != EMPTY for p in around):
            yield stone, target, inside


def test_an_exhaustive_search_says_the_same() -> None:
    """Random fights in a corner, whoever begins and whoever wins the kos."""
    rng, reader = random.Random(5), Reader(14)
    asked, kos = 0, 0
    while asked < 40:
        position = corner(rng)
        if position is None:
            continue
        for stone, target, inside in closed_fights(position, reader):
            defender = position.color_at(stone)
            for first in (BLACK, WHITE):
                answers = []
                for master in (EMPTY, BLACK, WHITE):
                    oracle = Oracle(position, (target, inside), master)
                    expected = oracle.attacker_wins(first)
                    if expected is None:
                        break
                    won, _ = reader.read(position, stone, first, master, NODES)
                    assert won is (expected == (first != defender)), (
                        f"{position.to_diagram()} {stone=} {first=} {master=}"
                    )
                    answers.append(won)
                asked += len(answers) == 3
                kos += len(set(answers)) > 1
    assert kos >= 2


def test_a_table_full_of_other_fights_decides_what_an_empty_one_does() -> None:
    rng, used = random.Random(11), Reader(14)
    asked = 0
    while asked < 300:
        position = corner(rng)
        if position is None:
            continue
        for stone, _, _ in closed_fights(position, used):
            for first in (BLACK, WHITE):
                expected = Reader(14).read(position, stone, first, nodes=10_000)[0]
                found = used.read(position, stone, first, nodes=40_000)[0]
                assert expected is None or found is expected
                asked += 1
