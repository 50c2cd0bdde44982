"""A game between two agents: what each sees, may do, and gets."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypedDict, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.rules import Ko, Rules
from gtpengine.library.pictures.svg import board_svg
from gtpengine.library.positions.position import Position
from gtpengine.library.positions.stoneplanes import stone_planes
from gtpengine.library.values.checks import mapping, one, whole
from gtpengine.library.values.points import rules_of

AGENTS: Final = ("black_0", "white_0")
"""The agents; Black begins."""

_COLORS: Final = dict(zip(AGENTS, (BLACK, WHITE), strict=True))
SMALLEST: Final = 5
LARGEST: Final = 19
MOST_HISTORY: Final = 64
RENDER_MODES: Final = ("human", "ansi", "svg")


class GoSettings(TypedDict, total=False):
    """The keywords of an environment; each may be left out."""

    size: int
    """Lines of the board, 5 to 19; 9 when left out."""
    komi: float | None
    """Points that White gets; those usual under the rules when left out."""
    rules: Rules | str
    """A name of ``gtpengine.RULES``, or a ``gtpengine.Rules``; ``"cgos"`` when left out."""
    ko: Ko | str | None
    """``"simple"``, ``"positional"`` or ``"situational"`` (superko); the rules' own when left out.
    """
    history: int
    """Boards that an observation has, the newest first, 1 to 64; 8 when left out."""
    max_moves: int | None
    """Moves of the agents after which a game is truncated; 3 * size * size when left out."""
    random_moves: int
    """Random moves that open each game, drawn with the seed of ``reset``; 0 when left out."""
    render_mode: str | None
    """``"ansi"``: ``render`` returns text; ``"svg"``: a picture; ``"human"``: each move is printed.
    """


class Observation(TypedDict):
    """What an agent sees."""

    observation: npt.NDArray[np.bool_]
    """Planes of shape (2 * history + 1, size, size), row 0 at the bottom. Plane 2 * n has the
    agent's own stones n moves ago, plane 2 * n + 1 the opponent's. The last plane is ones for Black
    and zeros for White."""
    action_mask: npt.NDArray[np.int8]
    """Shape (size * size + 1,): 1 for an action that is allowed. The agent that waits, and both
    after the end, have the pass alone."""


class GoState:
    """A game that agents play by actions: row * size + column with A1 = 0, size * size is a pass.

    :raises ValueError: when a setting is out of range, or is no name of rules, ko or render mode.
    :raises TypeError: when there is no such setting.
    """

    def __init__(
        self,
        size: int = 9,
        komi: float | None = None,
        rules: Rules | str = "cgos",
        ko: Ko | str | None = None,
        history: int = 8,
        max_moves: int | None = None,
        random_moves: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.size = whole("size", size, SMALLEST, LARGEST)
        points = self.size**2
        self.max_moves = 3 * points if max_moves is None else whole("max_moves", max_moves, 1)
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode {render_mode!r}: give {', '.join(RENDER_MODES)} or None")
        self.render_mode = render_mode
        self._first = Position(self.size, _rules_with(rules, ko), komi)
        self._history = whole("history", history, 1, MOST_HISTORY)
        self._random_moves = whole("random_moves", random_moves, 0, points)
        self._rng = np.random.default_rng()
        shape = 2 * self._history + 1, self.size, self.size
        self.spaces = {agent: _space(shape) for agent in AGENTS}
        self.actions = {agent: spaces.Discrete(points + 1) for agent in AGENTS}
        self.begin(None, None)

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin a game.

        :param seed: of the random moves; the random numbers go on when it is None.
        :param options: ``position``, a ``gtpengine.Position`` of this size to begin from, whose
            rules and komi hold. Other options are ignored.
        :raises ValueError: when the position has another size, its game is over, or the seed is
            out of range.
        """
        given = mapping("options", options or {}, "give a dict, such as {'position': position}")
        first: Position = one(Position, given.get("position", self._first))
        if first.size != self.size:
            raise ValueError(f"a position of size {first.size}: size {self.size} is wanted")
        if first.is_over:
            raise ValueError("the game of this position is over: give one that goes on")
        if seed is not None:
            self._rng = np.random.default_rng(whole("seed", seed, 0))
        self.position = first.copy()
        self.moves = 0
        self.illegal: str | None = None
        self._boards = deque([self.position.stones()], self._history)
        for _ in range(self._random_moves):
            free = np.flatnonzero(self.position.legal_mask()[:-1])
            if len(free) and not self.position.is_over:
                self._move(int(self._rng.choice(free)))

    @property
    def to_play(self) -> str:
        """The agent to move."""
        return AGENTS[self.position.to_play == "white"]

    @property
    def terminated(self) -> bool:
        """Whether the game has ended: by two passes, by captures, or by an illegal action."""
        return self.illegal is not None or self.position.is_over

    @property
    def truncated(self) -> bool:
        """Whether the limit of moves has ended the game."""
        return not self.terminated and self.moves >= self.max_moves

    def play(self, action: int) -> None:
        """Play an action of the agent to move.

        :raises IllegalMoveError: when the rules forbid the move.
        :raises ValueError: when there is no such action.
        """
        number = whole("action", action, 0, self.size**2)
        self._move(PASS if number == self.size**2 else number)
        self.moves += 1

    def forfeit(self) -> None:
        """End the game because the agent to move gave an illegal action."""
        self.illegal = self.to_play

    def rewards(self) -> dict[str, float]:
        """Return what the last move gave: 1 to the winner, -1 to the loser, once a game has ended.

        A draw, a game that goes on, and a truncated game give 0. An illegal action costs its agent
        1 and gives the other 0.
        """
        if self.illegal is not None:
            return {agent: -1.0 if agent == self.illegal else 0.0 for agent in AGENTS}
        black = float(np.sign(self.position.score())) if self.terminated else 0.0
        return dict(zip(AGENTS, (black, 0.0 - black), strict=True))

    def infos(self) -> dict[str, dict[str, Any]]:
        """Return for each agent ``score``, Black's points minus White's, once a game is over.

        All stones count as alive.
        """
        over = (self.terminated or self.truncated) and self.illegal is None
        return {agent: {"score": self.position.score()} if over else {} for agent in AGENTS}

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees.

        :raises KeyError: when there is no such agent.
        """
        planes = stone_planes(self._boards, _COLORS[agent], self._history)
        return {"observation": planes, "action_mask": self._mask(agent)}

    def state(self) -> npt.NDArray[np.bool_]:
        """Return the planes of an observation, Black's first; the last says if Black is to move."""
        planes = stone_planes(self._boards, BLACK, self._history)
        planes[-1] = self.to_play == AGENTS[0]
        return planes

    def render(self) -> str | None:
        """Return the board as text or as a picture, as ``render_mode`` says; ``human`` prints."""
        if self.render_mode == "svg":
            return board_svg(self.position)
        if self.render_mode == "human":
            print(self.position, flush=True)
        return str(self.position) if self.render_mode == "ansi" else None

    def _move(self, move: int) -> None:
        self.position.play(move)
        self._boards.append(self.position.stones())

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        if agent == self.to_play and not (self.terminated or self.truncated):
            return np.asarray(self.position.legal_mask(), np.int8)
        mask = np.zeros(self.size**2 + 1, np.int8)
        mask[-1] = 1
        return mask


def _rules_with(rules: Rules | str, ko: Ko | str | None) -> Rules:
    """Return rules with another ko rule, if one is given."""
    found = rules_of(rules)
    if ko is None:
        return found
    try:
        return replace(found, ko=Ko(ko))
    except ValueError:
        names = ", ".join(kind.value for kind in Ko)
        raise ValueError(f"ko {ko!r}: give {names} or None") from None


def _space(shape: tuple[int, int, int]) -> spaces.Dict:
    mask = (shape[1] * shape[2] + 1,)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, shape, cast("Any", np.bool_)),
            "action_mask": spaces.Box(0, 1, mask, np.int8),
        }
    )
