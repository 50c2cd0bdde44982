"""Go in PettingZoo's parallel API: all agents act at once, and the action of one counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from board_ext.legality import IllegalMoveError
from gtpengine.env.aec import GoEnv
from gtpengine.env.state import AGENTS, GoSettings, GoState, Observation
from gtpengine.library.positions.position import Position
from gtpengine.library.values.checks import mapping

StepResult = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]
"""Observations, rewards, terminations, truncations and infos by agent."""


class ParallelGoEnv(ParallelEnv[str, Observation, int]):
    """A game of Go in which both agents give an action at each step.

    The action of the agent to move is played, and that of the other is ignored: the mask of the
    agent that waits has the pass alone. Observations, actions and rewards are those of ``GoEnv``.
    An illegal action ends the game with reward -1 for its agent.

    :param settings: see ``GoSettings``.
    :raises ValueError: when a setting is out of range, or is no name of rules, ko or render mode.
    :raises TypeError: when there is no such setting.
    """

    metadata: ClassVar[dict[str, Any]] = GoEnv.metadata

    def __init__(self, **settings: Unpack[GoSettings]) -> None:
        self._state = GoState(**settings)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.render_mode = self._state.render_mode
        self.state_space: spaces.Space[Any] = self._state.spaces[AGENTS[0]]["observation"]

    @property
    def position(self) -> Position:
        """A copy of the position, for a search, an evaluation or a picture."""
        return self._state.position.copy()

    @property
    def to_play(self) -> str:
        """The agent whose action the next step plays."""
        return self._state.to_play

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game, as ``GoEnv.reset``; return observations and infos by agent.

        :raises ValueError: as for ``GoEnv.reset``.
        """
        self._state.begin(seed, options)
        self.agents = list(AGENTS)
        return self._observations(), self._state.infos()

    def step(self, actions: Mapping[str, int]) -> StepResult:
        """Play the action of the agent to move.

        Once the game is over ``agents`` is empty, and all that a step returns is empty.

        :raises ValueError: when that agent has no action, or there is no such action.
        """
        state = self._state
        if not self.agents:
            return {}, {}, {}, {}, {}
        if state.to_play not in mapping("actions", actions, "give a dict of agents and actions"):
            raise ValueError(f"no action for {state.to_play}, who is to move")
        try:
            state.play(actions[state.to_play])
        except IllegalMoveError:
            state.forfeit()
        if state.terminated or state.truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            state.rewards(),
            dict.fromkeys(AGENTS, state.terminated),
            dict.fromkeys(AGENTS, state.truncated),
            state.infos(),
        )

    def state(self) -> npt.NDArray[np.bool_]:
        """Return the board for critics that see all: the planes of an observation, with
        Black's stones first. The last plane: ones where Black is to move.

        The shape is that of an observation, (2 * history + 1, size, size).
        """
        return self._state.state()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of ``Observation``.

        :raises KeyError: when there is no such agent.
        """
        return self._state.spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the actions: the points by number, then the pass.

        :raises KeyError: when there is no such agent.
        """
        return self._state.actions[agent]

    def render(self) -> str | None:
        """Return the board as ``GoEnv.render`` does."""
        return self._state.render()

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._state.observe(agent) for agent in AGENTS}


def parallel_env(**settings: Unpack[GoSettings]) -> ParallelGoEnv:
    """Return the environment in the parallel API.

    :raises ValueError: when a setting is out of range; TypeError when there is no such setting.
    """
    return ParallelGoEnv(**settings)
