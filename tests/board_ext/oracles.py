"""Boards by other authors, wrapped so that ours can play in lockstep with them.

- ``SgfmillOracle``: captures, simple-ko point and area score by sgfmill's ``boards.Board``, which
  knows no rules of legality. Superko is checked here by remembering whole boards.
- ``OpenSpielOracle``: legality by OpenSpiel's Go (optional: ``pip install open_spiel``). Its rules:
  sizes 2 to 19, suicide of any size forbidden, simple ko. A play that repeats any earlier board
  is allowed, but ends the game, so it is an oracle for positional superko as well. Colours
  alternate, two passes end the game, and there are no set-up stones.
"""

from __future__ import annotations

from typing import Any

from sgfmill import boards

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, neighbours, opponent
from board_ext.rules import Ko

try:
    import pyspiel
except ImportError:  # an optional dependency of the tests
    pyspiel = None
HAS_OPENSPIEL = pyspiel is not None

_SGFMILL_COLOR = {BLACK: "b", WHITE: "w"}
_OUR_COLOR = {None: EMPTY, "b": BLACK, "w": WHITE}


class SgfmillOracle:
    """sgfmill's board, with the history of boards that superko needs."""

    def __init__(self, size: int, to_play: int = BLACK) -> None:
        self.size = size
        self.board = boards.Board(size)
        self.stones = [EMPTY] * (size * size)
        self._around = [neighbours(point, size) for point in range(size * size)]
        self.ko_point: int | None = None
        self.repeated_board = False
        self.repeated_situation = False
        self._boards = {bytes(self.stones)}
        self._situations = {(bytes(self.stones), to_play)}

    def play(self, point: int, color: int) -> int:
        """Play, legal or not (suicide included); the number of stones it took off the board.

        ``repeated_board`` and ``repeated_situation`` say afterwards whether this play made a board
        (with the same side to move) that had been there before.
        """
        self._situations.add((bytes(self.stones), color))
        taken = 0
        self.ko_point = None
        self.repeated_board = self.repeated_situation = False
        if point != PASS:
            row, column = divmod(point, self.size)
            ko = self.board.play(row, column, _SGFMILL_COLOR[color])
            if ko is not None:
                self.ko_point = ko[0] * self.size + ko[1]
            before = len(self.stones) - self.stones.count(EMPTY)
            self.stones = stones_of(self.board)
            taken = before + 1 - (len(self.stones) - self.stones.count(EMPTY))
            self.repeated_board = bytes(self.stones) in self._boards
            self.repeated_situation = (bytes(self.stones), opponent(color)) in self._situations
            self._boards.add(bytes(self.stones))
        self._situations.add((bytes(self.stones), opponent(color)))
        return taken

    def repeats(self, point: int, color: int, ko: Ko) -> bool:
        """Whether the play would repeat a board (or a situation) of this game."""
        after = self.board_after(point, color)
        if ko is Ko.POSITIONAL:
            return bytes(after) in self._boards
        return (bytes(after), opponent(color)) in self._situations

    def suicides(self, color: int) -> list[int]:
        """The points where a play would take its own stone off, by the chains beside each point.

        sgfmill plays in milliseconds on a full board; this asks for all points at once.
        """
        liberties = self._liberties()
        return [
            point
            for point, stone in enumerate(self.stones)
            if stone == EMPTY
            and all(
                self.stones[q] != EMPTY
                # A chain of its own lives by another liberty, one of the enemy is not taken.
                and (len(liberties[q]) == 1) == (self.stones[q] == color)
                for q in self._around[point]
            )
        ]

    def _liberties(self) -> list[set[int]]:
        """For each point the liberties of the chain on it."""
        found: list[set[int]] = [set() for _ in self.stones]
        seen = [stone == EMPTY for stone in self.stones]
        for start in range(len(self.stones)):
            todo = [] if seen[start] else [start]
            seen[start] = True
            while todo:
                point = todo.pop()
                found[point] = found[start]
                for q in self._around[point]:
                    if self.stones[q] == EMPTY:
                        found[start].add(q)
                    elif self.stones[q] == self.stones[point] and not seen[q]:
                        seen[q] = True
                        todo.append(q)
        return found

    def is_suicide(self, point: int, color: int) -> bool:
        """Whether the play would take its own stone off the board, by sgfmill."""
        return self.board_after(point, color)[point] == EMPTY

    def board_after(self, point: int, color: int) -> list[int]:
        """The stones after the play, which is not kept."""
        copy = self.board.copy()
        copy.play(*divmod(point, self.size), _SGFMILL_COLOR[color])
        return stones_of(copy)

    def area_score(self) -> int:
        """Black minus White, all stones alive, without komi."""
        return int(self.board.area_score())


def stones_of(board: Any) -> list[int]:
    """EMPTY, BLACK or WHITE for each point of a sgfmill board, from A1 on."""
    return [_OUR_COLOR[color] for row in board.board for color in row]


class OpenSpielOracle:
    """OpenSpiel's Go; out of use (``ended``) once it has stopped the game."""

    def __init__(self, size: int) -> None:
        # The default length limit of two moves a point would end most random games.
        game = pyspiel.load_game(
            "go", {"board_size": size, "komi": 0.5, "max_game_length": 1_000_000}
        )
        self._pass = size * size
        self._state = game.new_initial_state()
        self._to_play = BLACK
        self.ended = False

    def legal_moves(self, color: int) -> list[int] | None:
        """Points where *color* may play (no suicide, simple ko, repetitions included).

        None when the game has ended, be it by giving the turn to *color*.
        """
        self._give_turn(color)
        if self.ended:
            return None
        return [action for action in self._state.legal_actions() if action != self._pass]

    def repeats(self, point: int) -> bool:
        """Whether the play, which is not kept, would repeat an earlier board."""
        return bool(self._state.child(point).is_terminal())

    def play(self, point: int, color: int) -> bool:
        """Play; whether the game ended by it because it repeated a board."""
        self._give_turn(color)
        if self.ended:
            return False
        self._apply(self._pass if point == PASS else point)
        return bool(self._state.is_terminal()) and point != PASS

    def _give_turn(self, color: int) -> None:
        """A second move of one colour in a row is a pass of the other in between."""
        if color != self._to_play and not self.ended:
            self._apply(self._pass)

    def _apply(self, action: int) -> None:
        self._state.apply_action(action)
        self._to_play = opponent(self._to_play)
        self.ended = bool(self._state.is_terminal())
