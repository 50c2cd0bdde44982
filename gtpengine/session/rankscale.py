"""What a rank means to the engine: how it thinks, draws and gives up, as smooth functions of rank.

Ranks are numbers (``gtpengine.game.ranks``). What people of each rank overlook was learned from
their games (``gtpengine.tools.research.ranks.styles``). To copy these
mistakes at random is weaker than people are, who plan from one move to the next. ``FIRMNESS``
corrects for that; this number was found in matches against opponents of known strength.
docs/reference/ranks.md has the measurements.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from board_ext.position import Position
from gtpengine.game.handicap import handicap_stones
from gtpengine.game.ranks import rank_number

WEAKEST: Final = rank_number("25k")

MIDDLE: Final = rank_number("11k")
"""The rank at which the straight lines of `style_at` have their intercepts."""

SPAN: Final = 10.0
"""Ranks for which they have their slopes."""

FIRMNESS: Final = 1.0, -0.35
"""What is added to the logarithm of ``win_care``, and a fifth of it to ``visit_care``: intercept
and slope."""

STRONG: Final = rank_number("1k")
"""Above this rank the firmness rises by ``BoardClass.firming``, as matches asked for."""

CLIMB: Final = rank_number("6k")
"""Above this rank the lift grows by ``BoardClass.climb``."""

WEAK: Final = rank_number("20k"), 0.12
"""Below this rank the firmness falls by the second number for each rank: the model, which has
too few games there, does not tell them apart."""


POINT_CARE: Final = 0.3
"""What a point lost is minded where the game is lost."""

RESIGN: Final = 0.0075
"""Probability of resigning at a turn for each point behind on 9x9. Then about as many games are
counted as between people."""

UNAWARE: Final = rank_number("16k"), 0.12
"""Below this rank the logarithm of that probability falls by the second number for each rank: weak
players do not see that they have lost."""


@dataclass(frozen=True, slots=True)
class BoardClass:
    """What differs between boards: the highest rank that is played, Elo for a rank, and ranks for a
    handicap stone, that is for ``STONE`` points.

    ``lift`` is by how many ranks a player must look closer than on 9x9 to be as strong, as matches
    against programs of known rank say; ``climb`` is by how many more with each rank above
    ``CLIMB``. ``firming`` is how much firmer a player gets with each rank by which the sight is
    above ``STRONG``, so that all ranks are equally far apart.
    """

    strongest: int
    elo: float
    stone: float
    lift: float
    climb: float
    firming: float


CLASSES: Final = {
    "9x9": BoardClass(rank_number("3d"), 36.0, 6.0, 0.0, 0.0, 0.1),
    "13x13": BoardClass(rank_number("2d"), 36.0, 3.0, 10.0, 0.0, 0.05),
    "19x19": BoardClass(rank_number("1k"), 70.0, 1.0, 11.0, 0.6, 0.1),
}
"""By name: boards up to 10x10, up to 15x15, and larger ones."""

STONE: Final = 12.0
"""Points that a handicap stone is worth, twice the fair komi by territory. This number and the
ranks for a stone are those of OGS (``get_handicap_rank_difference`` in its goratings); people's
games of 9x9 agree."""

LEVELS: Final = ("25k", "22k", "19k", "16k", "13k", "10k", "7k", "5k", "3k", "1k", "2d")
"""The ranks for which the levels 1, 2, ... are other names."""


@dataclass(frozen=True, slots=True)
class PlayingStyle:
    """How a player chooses, for ``gtpengine.session.rankplay``.

    A move is drawn with the weight

        p^sharpness * (1 + visits)^visit_care * exp(-win_care * loss)

    where p is the move's probability by the model of moves at ``model_rank``, visits are what a
    search of ``root`` simulations gave the move, and loss is what the move loses of the win rate of
    the best move, measured with ``look`` simulations. Where the game is lost the weight is

        p * exp(-win_care * loss - point_care * points)

    with the points that the move loses. In a game that looks lost the player resigns at each
    turn, with the probability ``resign_chance`` for each point that the player is behind.
    """

    model_rank: float
    sharpness: float
    visit_care: float
    win_care: float
    root: int
    look: int
    point_care: float
    resign_chance: float


def class_of(size: int) -> str:
    """Return the name of the class of boards of a size."""
    return "9x9" if size <= 10 else "13x13" if size <= 15 else "19x19"


def strongest(size: int) -> int:
    """Return the highest rank that is played on a board."""
    return CLASSES[class_of(size)].strongest


def elo_per_rank(size: int) -> float:
    """Return the Elo that one rank makes on a board."""
    return CLASSES[class_of(size)].elo


def advantage(position: Position) -> float:
    """Return what handicap stones and komi give Black against a fair game, in ranks.

    The usual komi is half a point above a fair one, or people would draw.
    """
    stones = handicap_stones(position)
    points = math.floor(position.rules.komi) - position.komi
    if stones >= 2:
        points = STONE * stones - STONE / 2 - position.komi
    return CLASSES[class_of(position.size)].stone * points / STONE


def style_of(rank: float, size: int) -> PlayingStyle:
    """Return how a player of a rank, at most the highest there is, chooses on a board."""
    return style_at(min(max(rank, WEAKEST), strongest(size)), size)


def style_at(rank: float, size: int) -> PlayingStyle:
    """Return how a player of any rank chooses on a board.

    Moves come to mind as at the rank; what the player sees of them is what a higher rank sees on
    9x9.
    """
    board = CLASSES[class_of(size)]
    sight = rank + board.lift + board.climb * max(0.0, rank - CLIMB)
    x = (sight - MIDDLE) / SPAN
    firmness = FIRMNESS[0] + FIRMNESS[1] * x
    firmness += WEAK[1] * min(0.0, sight - WEAK[0]) + board.firming * max(0.0, sight - STRONG)
    return PlayingStyle(
        model_rank=rank,
        sharpness=0.71 - 0.12 * x,
        visit_care=max(0.0, 0.084 + 0.048 * x) + 0.2 * firmness,
        win_care=math.exp(1.12 + 0.88 * x + firmness),
        root=round(500 * 2 ** ((sight - WEAKEST) / 9.0)),
        look=round(300 * 2 ** ((sight - WEAKEST) / 18.0)),
        point_care=POINT_CARE,
        resign_chance=RESIGN * math.exp(UNAWARE[1] * min(0.0, rank - UNAWARE[0])) * 9 / size,
    )
