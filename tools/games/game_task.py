"""A game as a task of a pool."""

from __future__ import annotations

import dataclasses

from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.running.gtp_client import EngineError
from gtpengine.tools.running.runner import Worker

from .clock import TimeControl
from .game import GameRecord, GameSettings, Opening, play_game


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

    def run(self, worker: Worker) -> GameRecord:
        """Play the game. An engine that does not start loses by a crash."""
        clients = []
        for color, spec in (("b", self.black), ("w", self.white)):
            try:
                copy = int(color == "w" and self.white == self.black)
                clients.append(worker.engine(spec, copy))
            except EngineError as error:
                record = GameRecord(
                    self.black.name, self.white.name, self.settings, self.opening, self.seed
                )
                record.termination = "crash"
                record.winner = "w" if color == "b" else "b"
                record.detail = str(error)
                return record
        record = play_game(
            (clients[0], self.black),
            (clients[1], self.white),
            self._settings(worker.pace),
            self.opening,
            self.seed,
        )
        for client, faults in zip(clients, record.faults, strict=True):
            if (
                faults
            ):  # a process may report its errors only once, so the next game gets a fresh one
                client.close()
        return record

    def _settings(self, pace: float) -> GameSettings:
        """Return the settings with the clock of a machine where it runs ``pace`` times as long."""
        if pace == 1.0:
            return self.settings
        clock = TimeControl.parse(self.settings.time).scaled(pace)
        return dataclasses.replace(self.settings, time=str(clock))
