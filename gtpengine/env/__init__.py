"""Go as an environment of PettingZoo, for learning by reinforcement.

::

    from gtpengine import env

    game = env.env(size=9, komi=7.0)
    game.reset(seed=1)
    for agent in game.agent_iter():
        seen, reward, terminated, truncated, info = game.last()
        over = terminated or truncated
        move = None if over else game.action_space(agent).sample(seen["action_mask"])
        game.step(move)

``env`` and ``raw_env`` are of PettingZoo's AEC API, ``parallel_env`` of the parallel one. All take
the keywords of ``GoSettings``. The extra ``rl`` installs what they need.
"""

from gtpengine.base.arguments.extras import lacking

try:
    import pettingzoo as _pettingzoo  # noqa: F401
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        lacking(f"gtpengine.env needs {_error.name}", "rl"), name=_error.name
    ) from None

from gtpengine.env.aec import GoEnv as GoEnv
from gtpengine.env.aec import env as env
from gtpengine.env.aec import raw_env as raw_env
from gtpengine.env.parallel import ParallelGoEnv as ParallelGoEnv
from gtpengine.env.parallel import parallel_env as parallel_env
from gtpengine.env.state import AGENTS as AGENTS
from gtpengine.env.state import GoSettings as GoSettings
from gtpengine.env.state import Observation as Observation

__all__ = [
    "AGENTS",
    "GoEnv",
    "GoSettings",
    "Observation",
    "ParallelGoEnv",
    "env",
    "parallel_env",
    "raw_env",
]
