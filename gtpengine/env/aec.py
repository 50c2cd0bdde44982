"""Go in PettingZoo's AEC API: agents act in turn."""

from __future__ import annotations

from typing import Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gtpengine.env.state import AGENTS, RENDER_MODES, GoSettings, GoState, Observation
from gtpengine.library.positions.position import Position


class GoEnv(AECEnv[str, Observation, int | None]):
    """A game of Go between ``black_0`` and ``white_0``, who act in turn.

    An action is ``row * size + column`` with A1 = 0, or ``size * size`` for a pass. The observation
    is an ``Observation``. At the end the winner's reward is 1 and the loser's -1; all stones on the
    board count as alive. Environments can be copied (``copy.deepcopy``) and pickled.

    :param settings: see ``GoSettings``.
    :raises ValueError: when a setting is out of range, or is no name of rules, ko or render mode.
    :raises TypeError: when there is no such setting.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "gtpengine_go_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, **settings: Unpack[GoSettings]) -> None:
        super().__init__()
        self._state = GoState(**settings)
        self.possible_agents = list(AGENTS)
        self.render_mode = self._state.render_mode
        self.state_space: spaces.Space[Any] = self._state.spaces[AGENTS[0]]["observation"]
        self.reset()

    @property
    def position(self) -> Position:
        """A copy of the position, for a search, an evaluation or a picture."""
        return self._state.position.copy()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        :param seed: of the random moves that open it; their random numbers go on when left out.
        :param options: ``{"position": a gtpengine.Position}`` begins there, under its rules and
            komi. Other options are ignored.
        :raises ValueError: when that position has another size, its game is over, or the seed is
            negative.
        """
        self._state.begin(seed, options)
        self.agents = list(AGENTS)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self._told()

    def step(self, action: int | None) -> None:
        """Play the action of ``agent_selection``; None once the game is over.

        :raises IllegalMoveError: when the rules forbid the move; the environment stays as it was.
            In ``env()`` an illegal action ends the game instead, with reward -1.
        :raises ValueError: when there is no such action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._state.play(-1 if action is None else action)
        self._cumulative_rewards[agent] = 0.0
        self._told()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; the agent that waits may only pass.

        :raises KeyError: when there is no such agent.
        """
        return self._state.observe(agent)

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
        """Return the board as ``render_mode`` says: text or SVG; None where that is None.

        ``human`` prints the board and returns None.
        """
        return self._state.render()

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _told(self) -> None:
        """Take over what the state says after a move."""
        state = self._state
        self.agent_selection = state.to_play
        self.rewards = state.rewards()
        self.terminations = dict.fromkeys(AGENTS, state.terminated)
        self.truncations = dict.fromkeys(AGENTS, state.truncated)
        self.infos = state.infos()


def raw_env(**settings: Unpack[GoSettings]) -> GoEnv:
    """Return the environment; an illegal action raises ``IllegalMoveError``.

    :raises ValueError: when a setting is out of range; TypeError when there is no such setting.
    """
    return GoEnv(**settings)


def env(**settings: Unpack[GoSettings]) -> AECEnv[str, Observation, int | None]:
    """Return the environment in the wrappers of PettingZoo's games.

    An illegal action ends the game with reward -1, and calls in a wrong order raise an error.

    :raises ValueError: when a setting is out of range; TypeError when there is no such setting.
    """
    wrapped = wrappers.TerminateIllegalWrapper(GoEnv(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
