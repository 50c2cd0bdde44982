"""Tables of diagrams for the tactics: every row is tested in all its 16 symmetric forms."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import pytest
from _pytest.mark import ParameterSet

from board_ext.benches.tactics_probe import TacticsProbe
from board_ext.coords import BLACK, EMPTY, opponent
from board_ext.diagram import format_diagram, parse_diagram


def named(rows: Iterable[tuple[object, ...]]) -> list[ParameterSet]:
    """The rows of a table, (answer ..., name, diagram), with the name as the test's id."""
    return [pytest.param(*row[:-2], row[-1], id=str(row[-2])) for row in rows]


@dataclass(frozen=True)
class Case:
    """One form of a diagram.

    ``#`` is a marked black stone and ``@`` a marked white one; both count as marks.
    """

    probe: TacticsProbe
    marks: Mapping[str, list[int]]
    swapped: bool

    def color(self, color: int) -> int:
        """The colour that plays the part of *color* of the diagram."""
        return opponent(color) if self.swapped else color

    @property
    def target(self) -> int:
        """The first marked stone."""
        return self.marked("#@")[0]

    def marked(self, letters: str) -> list[int]:
        """The points marked with any of the letters, in rising order."""
        return sorted(point for letter in letters for point in self.marks.get(letter, ()))

    def __str__(self) -> str:
        return f"marks {dict(self.marks)}\n{format_diagram(self.probe.size, self.probe.colors())}"


def image(point: int, size: int, symmetry: int) -> int:
    """Where a point goes in one of the eight symmetries."""
    row, column = divmod(point, size)
    if symmetry & 1:
        row = size - 1 - row
    if symmetry & 2:
        column = size - 1 - column
    if symmetry & 4:
        row, column = column, row
    return row * size + column


def symmetric_cases(text: str) -> Iterator[Case]:
    """All rotations and reflections of a diagram, with the colours as drawn and swapped."""
    plain = parse_diagram(text.replace("#", "X").replace("@", "O"))
    drawn = {"#": "X", "@": "O"}
    stones = {
        symbol: parse_diagram(
            "".join("z" if c == symbol else "." if c in "XO#@" else c for c in text)
        ).marks.get("z", ())
        for symbol in drawn
        if symbol in text
    }
    for symmetry in range(8):

        def images(points: tuple[int, ...], symmetry: int = symmetry) -> list[int]:
            return [image(point, plain.size, symmetry) for point in points]

        marks = {mark: images(points) for mark, points in {**plain.marks, **stones}.items()}
        black, white = images(plain.black), images(plain.white)
        yield Case(TacticsProbe(plain.size, black, white), marks, False)
        yield Case(TacticsProbe(plain.size, white, black), marks, True)


class PlainBoard:
    """Go the slow way, from nothing but a list of colours: the reference of the random tests."""

    def __init__(self, size: int, colors: list[int], ko: int | None = None) -> None:
        self.size = size
        self.colors = colors
        self.ko = ko

    def copy(self) -> PlainBoard:
        return PlainBoard(self.size, self.colors.copy(), self.ko)

    def neighbours(self, point: int) -> list[int]:
        size = self.size
        row, column = divmod(point, size)
        return [
            *([point - size] if row else []),
            *([point - 1] if column else []),
            *([point + 1] if column < size - 1 else []),
            *([point + size] if row < size - 1 else []),
        ]

    def chain(self, point: int) -> set[int]:
        found, todo = {point}, [point]
        while todo:
            for n in self.neighbours(todo.pop()):
                if n not in found and self.colors[n] == self.colors[point]:
                    found.add(n)
                    todo.append(n)
        return found

    def liberties(self, point: int) -> set[int]:
        return {n for s in self.chain(point) for n in self.neighbours(s) if self.colors[n] == EMPTY}

    def around(self, chain: set[int]) -> set[int]:
        """The points beside a set of points."""
        return {n for s in chain for n in self.neighbours(s)} - chain

    def play(self, point: int, color: int) -> bool:
        """Play if the rules (simple ko, no suicide) allow it; it is spoilt if they do not."""
        if self.colors[point] != EMPTY or point == self.ko:
            return False
        self.colors[point] = color
        captured: set[int] = set()
        for n in self.neighbours(point):
            if self.colors[n] == opponent(color) and not self.liberties(n):
                captured |= self.chain(n)
        for n in captured:
            self.colors[n] = EMPTY
        liberties = self.liberties(point)
        lone = len(captured) == 1 and len(self.chain(point)) == 1 and len(liberties) == 1
        self.ko = captured.pop() if lone else None
        return bool(liberties)


class PlainReader:
    """Ladders by trying everything that the definition in ladder.pxd allows."""

    def __init__(self) -> None:
        self.known: dict[tuple[tuple[int, ...], int | None, int], bool] = {}
        self.nodes = 0

    def moves(self, board: PlainBoard, target: int) -> list[int]:
        """What the runner in atari may try."""
        runner = board.colors[target]
        chain = board.chain(target)
        found = board.liberties(target)
        for n in board.around(chain):
            if board.colors[n] == opponent(runner) and len(board.liberties(n)) == 1:
                found |= board.liberties(n)
        return sorted(found)

    def captured(self, board: PlainBoard, target: int, to_play: int) -> bool:
        key = (tuple(board.colors), board.ko, to_play)
        if key not in self.known:
            self.nodes += 1
            # A repetition is no capture.
            self.known[key] = False
            self.known[key] = self.read(board, target, to_play)
        return self.known[key]

    def read(self, board: PlainBoard, target: int, to_play: int) -> bool:
        runner = board.colors[target]
        liberties = board.liberties(target)
        if to_play == runner:
            return not any(
                self.captured(after, target, opponent(runner)) is False
                for move in self.moves(board, target)
                if (after := board.copy()).play(move, runner)
            )
        if len(liberties) > 2:
            return False
        for move in liberties:
            after = board.copy()
            if after.play(move, to_play) and (
                len(liberties) == 1 or self.captured(after, target, runner)
            ):
                return True
        return False


def random_probes(
    size: int, games: int, seed: int, every: int = 1, passes: bool = False
) -> Iterator[TacticsProbe]:
    """Positions of random games without own eyes filled, each ``every`` moves.

    The colour to play is not part of them: ask for both. With *passes*, one move in eight is left
    out, which makes the positions less balanced.
    """
    chance = random.Random(f"{size} {seed}")
    for _ in range(games):
        probe = TacticsProbe(size)
        color = BLACK
        for move in range(2 * size * size):
            if not passes or chance.random() > 0.125:
                points = [p for p, c in enumerate(probe.colors()) if c == EMPTY]
                chance.shuffle(points)
                for point in points:
                    board = PlainBoard(size, probe.colors())
                    own_eye = all(probe.colors()[n] == color for n in board.neighbours(point))
                    if not own_eye and probe.is_legal(point, color):
                        probe.play(point, color)
                        break
                else:
                    break
            color = opponent(color)
            if move % every == every - 1:
                yield probe
