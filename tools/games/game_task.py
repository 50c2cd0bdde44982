"""A game as a task of a pool."""

from __future__ import annotations

import dataclasses
from typing import Final

from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.running.runner import PoolWorker

from gtpengine.programs.engine_errors import EngineError
from gtpengine.programs.game_clock import TimeControl
from gtpengine.programs.gtp_client import GtpClient

from .game import GameRecord, GameSettings, Opening, lose_by, play_game

#: Which process of an engine is the scorer. Black's is 0, and White's, if it is the same, 1.
_SCORER_COPY: Final = 2


@dataclasses.dataclass(frozen=True, slots=True)
class GameTask:
    """One game to play. ``key`` identifies it to whoever scheduled it."""

    key: int
    black: EngineSpec
    white: EngineSpec
    settings: GameSettings
    opening: Opening
    seed: int
    pair: int = -1
    """Games of one pair, if it is not negative, are for one worker of a shared run."""

    def run(self, worker: PoolWorker) -> GameRecord:
        """Play the game. An engine that does not start loses it."""
        limit, scorer = self.settings.hang_seconds, self.settings.scorer
        clients = []
        for color, spec in (("b", self.black), ("w", self.white)):
            try:
                copy = int(color == "w" and self.white == self.black)
                clients.append(worker.engine(spec, copy, limit))
            except EngineError as error:
                record = GameRecord(
                    self.black.name, self.white.name, self.settings, self.opening, self.seed
                )
                lose_by(record, color, error)
                return record

        def start_scorer() -> GtpClient:
            assert scorer is not None
            return worker.engine(scorer, _SCORER_COPY, limit)

        record = play_game(
            (clients[0], self.black),
            (clients[1], self.white),
            self._settings(worker.pace),
            self.opening,
            self.seed,
            None if scorer is None else start_scorer,
        )
        for client, faults in zip(clients, record.faults, strict=True):
            if faults:  # a process may report errors only once: the next game gets a fresh one
                client.close()
        return record

    def _settings(self, pace: float) -> GameSettings:
        """Return the settings with the clock of a machine where it runs ``pace`` times as long."""
        if pace == 1.0:
            return self.settings
        clock = TimeControl.parse(self.settings.time).scaled(pace)
        return dataclasses.replace(self.settings, time=str(clock))
