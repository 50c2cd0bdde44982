"""The rank of a player, estimated from the results of games and remembered in a file.

The estimate is a normal distribution over ranks. A result changes it by Bayes' rule: the
probability that the player wins grows with the player's rank less the engine's, by the Elo model.
Players change, so that before each game the spread grows a little (Glickman 1999, "Parameter
estimation in large dynamic paired comparison experiments", has both ideas). Each class of boards
has its own estimate.

Not done: what happened in the game does not count, only who won.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np

from gtpengine.base.files.userpath import data_folder, read_regular
from gtpengine.base.files.wholefile import whole_file
from gtpengine.game.ranks import STRONGEST, WEAKEST

DRIFT: Final = 18.0
"""Standard deviation in Elo of what a player changes from one game to the next."""

LARGEST: Final = 1 << 20
"""Most bytes of a file that is read."""


@dataclass(frozen=True, slots=True)
class RankEstimate:
    """What is known of a player: mean and standard deviation of the rank after some games."""

    mean: float = -11.0
    spread: float = 8.0
    games: int = 0


def updated(
    estimate: RankEstimate, engine: float, advantage: float, won: bool, elo_per_rank: float
) -> RankEstimate:
    """Return the estimate after a game against the engine at the rank ``engine``.

    ``advantage`` is what handicap and komi gave the player, in ranks; ``won``:
    whether the player won.
    """
    spread = math.hypot(estimate.spread, DRIFT / elo_per_rank)
    ranks = np.arange(WEAKEST - 5.0, STRONGEST + 5.0, 0.1)
    ahead = ranks + advantage - engine
    wins = 1.0 / (1.0 + 10.0 ** (-ahead * elo_per_rank / 400.0))
    weights = np.exp(-0.5 * ((ranks - estimate.mean) / spread) ** 2) * (wins if won else 1.0 - wins)
    weights /= weights.sum()
    mean = float(weights @ ranks)
    variance = float(weights @ (ranks - mean) ** 2)
    return RankEstimate(mean, math.sqrt(variance), estimate.games + 1)


def default_path() -> Path:
    """Return where estimates are remembered."""
    return data_folder() / "rank.json"


def load(path: Path) -> dict[str, RankEstimate]:
    """Return the estimates of a file by class of boards; no estimates when there is no file.

    :raises ValueError: when the file cannot be read or used; the message says what to do.
    """
    try:
        found = json.loads(read_regular(path, LARGEST))
        estimates = {str(name): _checked(fields) for name, fields in found.items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}; set rank_file to another path") from None
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise ValueError(
            f"{path} has no estimates of ranks; remove it, or set rank_file to another path"
        ) from None
    return estimates


def _checked(fields: Mapping[str, float]) -> RankEstimate:
    if not fields.keys() <= {"mean", "spread", "games"}:
        raise ValueError
    start = RankEstimate()
    mean, spread = float(fields.get("mean", start.mean)), float(fields.get("spread", start.spread))
    if not (WEAKEST - 5 <= mean <= STRONGEST + 5 and 0.0 < spread <= 100.0):
        raise ValueError
    return RankEstimate(mean, spread, int(fields.get("games", start.games)))


def save(path: Path, estimates: Mapping[str, RankEstimate]) -> None:
    """Write estimates to a file, wholly or not at all; the file's folder is made.

    :raises OSError: when the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({name: asdict(estimate) for name, estimate in estimates.items()}, indent=2)
    with whole_file(path) as file:
        file.write(f"{text}\n".encode())
