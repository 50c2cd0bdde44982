"""The rank that the engine plays at: from the options, or the player's own."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.base.arguments.paramspec import AUTO
from gtpengine.base.files.userpath import user_path
from gtpengine.config.options import EngineOptions
from gtpengine.game.ranks import rank_name, rank_number
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.network.serving import NONE, shipped_for
from gtpengine.patterns.rankfile import load_shipped
from gtpengine.session.autorank import RankEstimate, default_path, load, save, updated
from gtpengine.session.netrank import NetworkMind, is_led, led_style, mind_of
from gtpengine.session.rankscale import (
    LEVELS,
    WEAKEST,
    PlayingStyle,
    advantage,
    class_of,
    elo_per_rank,
    strongest,
    style_of,
)

OFF: Final = "off"

OTHER_BOARD: Final = 5.0
"""Standard deviation of the difference of a player's ranks on boards of two classes."""


def rank_is_asked(options: EngineOptions) -> bool:
    """Return whether the engine is to play at a rank, and not at full strength."""
    return options.rank != OFF or options.level is not None


class PlayedRank:
    """What the options ``rank`` and ``level`` ask for. ``tell`` gets what the user should know.

    ``options`` and ``params`` are the session's own and may change.
    """

    def __init__(
        self, options: EngineOptions, params: SearchParams, tell: Callable[[str], None]
    ) -> None:
        self._options = options
        self._params = params
        self._tell = tell
        self._told: set[str] = set()
        self._chosen: dict[int, int] = {}
        self._estimates: dict[str, RankEstimate] = {}
        self._loaded: Path | None = None

    @property
    def asked(self) -> bool:
        """Whether the engine plays at a rank, and not at full strength."""
        return rank_is_asked(self._options)

    def number(self, size: int) -> int | None:
        """Return the rank to play at on a board; None at full strength.

        A rank that was chosen for a player stays until the next result.
        """
        options = self._options
        if options.rank == OFF:
            return None if options.level is None else rank_number(LEVELS[options.level - 1])
        if options.rank != AUTO:
            return rank_number(options.rank)
        if size not in self._chosen:
            rank = round(self.estimate(size).mean)
            self._chosen[size] = min(max(rank, WEAKEST), strongest(size))
            self._tell(f"rank auto: this game is played at {rank_name(self._chosen[size])}")
        return self._chosen[size]

    def estimate(self, size: int) -> RankEstimate:
        """Return what is known of the player on boards of a size."""
        known = self._known()
        found = known.get(class_of(size))
        if found is None and known:  # people are about as strong on other boards
            other = max(known.values(), key=lambda estimate: estimate.games)
            return RankEstimate(other.mean, math.hypot(other.spread, OTHER_BOARD))
        return found or RankEstimate()

    def game_ended(self, position: Position, engine: int, won: bool) -> None:
        """Learn from a game: the engine's colour, and whether the player won.

        Does nothing unless the rank is ``auto``.
        """
        size = position.size
        played = self._chosen.pop(size, None)
        if self._options.rank != AUTO or played is None:
            return
        for_black = advantage(position)
        estimate = updated(
            self.estimate(size),
            played,
            -for_black if engine == BLACK else for_black,
            won,
            elo_per_rank(size),
        )
        self._estimates[class_of(size)] = estimate
        try:
            save(self._path(), self._estimates)
        except OSError as error:
            self._tell_once(
                f"the rank of the player cannot be remembered: {error.strerror}:"
                f" {error.filename}; set rank_file to another path"
            )

    def _path(self) -> Path:
        named = self._options.rank_file
        return user_path(named) if named else default_path()

    def _known(self) -> dict[str, RankEstimate]:
        if self._loaded != self._path():
            self._loaded = self._path()
            try:
                self._estimates = load(self._loaded)
            except ValueError as error:
                self._estimates = {}
                self._tell_once(str(error))
        return self._estimates

    def style(self, size: int) -> PlayingStyle | None:
        """Return how to play on a board; None at full strength."""
        rank = self.number(size)
        if rank is None:
            return None
        most = strongest(size)
        if rank > most:
            self._tell_once(
                f"the strongest rank on {size}x{size} is {rank_name(most)}, so that is played;"
                " without --rank the engine plays at full strength"
            )
        return style_of(rank, size)

    def probabilities(
        self, position: Position, color: int, style: PlayingStyle
    ) -> Sequence[tuple[int, float]]:
        """Return what people of the style's rank play here, by the model of moves."""
        if position.to_play != color:
            position = position.copy()
            position.to_play = color
        return load_shipped(position.size).probabilities(position, style.model_rank)

    def mind(
        self, position: Position, color: int, style: PlayingStyle, left_out: Collection[int]
    ) -> NetworkMind | None:
        """Return what comes to mind where a network leads the style's rank; None elsewhere, and
        where the parameters ask for no network.

        ``left_out`` are moves that are not to be played.
        """
        rank, size = style.model_rank, position.size
        network = None
        wanted = self._params.network != NONE and not position.rules.capture
        if wanted and is_led(rank, size):
            network, notices = shipped_for(size)
            for text in notices:
                self._tell_once(text)
        if network is None:
            return None
        return mind_of(network, position, color, led_style(rank), left_out)

    def _tell_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._tell(text)
