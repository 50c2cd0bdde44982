"""Training of a move model: harvest the shapes, then learn the rows, with checkpoints.

Equal settings, records and seed give equal models, even when a run was interrupted and resumed:
the seed determines the order in which games are visited, and the seed and the number of the visit
determine what is random within a game.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
from gtpengine.patterns.modelfile import ROW, feature_table, n_features, n_rows

from board_ext.coords import MAX_SIZE, MIN_SIZE
from gtpengine.base.arguments import laboratory, numbers
from gtpengine.base.arguments.options import option
from gtpengine.base.files.wholefile import whole_file
from gtpengine.game.documents import DAMAGE
from gtpengine.game.records import RecordedGame
from gtpengine.prediction.harvest import Harvest
from gtpengine.prediction.movemodel import MOST_OWNERSHIP, MoveModel

from .calibration import calibrated, is_kept

if TYPE_CHECKING:
    from gtpengine.learning.learner import Learner

LEARNERS: Final = ("factors", "linear", "mm", "bayes")
SHAPES: Final = ("circles", "common-fate")
OF_THE_LABORATORY: Final = ("bayes", "common-fate")
COUNTING: Final = ("mm", "bayes")
"""Learners that count, and take no steps along a gradient. Their moves have one shape, the largest,
as Coulom's teams have; the gradient learns all sizes together."""
LOWEST_RATE: Final = 0.05
"""Fraction of the learning rate that is left at the end."""
MOST: Final = 1_000_000_000
"""Largest value of counters, which have 32 bits."""


class CheckpointError(ValueError):
    """A checkpoint of another run; the message says what to do."""


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """The settings of a training run, besides the records.

    ``learner``: "factors" (factorization machine) and "linear" by gradient, "mm" by minorization-
    maximization on gammas, "bayes" by naive Bayes, calibrated. ``support``: how often a shape must
    have been played. ``max_ring``: size of the largest shapes. ``share``: fraction of the moves of
    a game learned at each visit. ``passes``: visits of each game. ``rate``: first step of AdaGrad.
    ``batch``: games between two updates of mm, one of which comes at the end. ``damping``: exponent
    of the factor of an update; it must be small because a move has many features. ``ownership``:
    random games for Monte-Carlo ownership in each position, 0 for none. ``shapes``: "circles"
    around the move, or patterns of the "common-fate" graph.
    """

    size: int = 19
    learner: str = option(
        "kind of model; the docs about patterns compare them",
        str,
        default="factors",
        choices=LEARNERS,
    )
    support: int = option(
        "how often a shape must have been played", numbers.whole(1, MOST), default=20
    )
    gate: int = option(
        "how often a shape must have been seen before larger ones are counted",
        numbers.whole(1, MOST),
        default=5,
    )
    max_ring: int = option("size of the largest shapes, 3 to 14", numbers.whole(3, 14), default=12)
    share: float = option(
        "share of the moves of a game that are learned at each visit",
        numbers.real(0, 1, above=True),
        default=0.25,
    )
    passes: int = option("visits of each game", numbers.whole(1, MOST), default=1)
    rate: float = option("first step of the gradient", numbers.real(0, 10, above=True), default=0.3)
    batch: int = 500
    damping: float = 0.3
    seed: int = option("seed of all randomness", numbers.whole(0, 10**12), default=1)
    ownership: int = option(
        "random games in each position to tell who will own a point",
        numbers.whole(0, MOST_OWNERSHIP),
        default=0,
    )
    shapes: str = option(
        "what is around a move: stones by distance, or chains as single nodes of a graph",
        str,
        default="circles",
        choices=SHAPES,
    )

    @property
    def common_fate(self) -> bool:
        """Return whether shapes are patterns of the common fate graph."""
        return self.shapes == "common-fate"

    def __post_init__(self) -> None:
        """Check the numbers.

        :raises ValueError: when they learn nothing.
        :raises LaboratoryError: when they need the laboratory, which is not there.
        """
        for name, fits, wanted in (
            ("learner", self.learner in LEARNERS, "one of " + ", ".join(LEARNERS)),
            ("shapes", self.shapes in SHAPES, "one of " + ", ".join(SHAPES)),
            ("size", MIN_SIZE <= self.size <= MAX_SIZE, f"{MIN_SIZE} to {MAX_SIZE}"),
            ("support", 1 <= self.support <= MOST, f"1 to {MOST:,}"),
            ("gate", 1 <= self.gate <= MOST, f"1 to {MOST:,}"),
            ("max_ring", 3 <= self.max_ring <= 14, "3 to 14"),
            ("share", 0.0 < self.share <= 1.0, "more than 0, at most 1"),
            ("passes", 1 <= self.passes <= MOST, f"1 to {MOST:,}"),
            ("rate", 0.0 < self.rate <= 10.0, "more than 0, at most 10"),
            ("seed", 0 <= self.seed < 1 << 40, "0 to a trillion"),
            ("ownership", 0 <= self.ownership <= MOST_OWNERSHIP, f"0 to {MOST_OWNERSHIP:,}"),
        ):
            if not fits:
                raise ValueError(f"{name} {getattr(self, name)}: give {wanted}")
            if getattr(self, name) in OF_THE_LABORATORY:
                laboratory.demand(f"--{name} {getattr(self, name)}")


@dataclass(slots=True)
class TrainingProgress:
    """A report on a run: ``done`` of ``total`` games of a stage."""

    stage: str
    done: int
    total: int
    note: str


Tell = Callable[[TrainingProgress], None]
Stop = Callable[[], bool]
TELL_SECONDS: Final = 5.0


def never() -> bool:
    """Return False: a run is never told to stop."""
    return False


@dataclass(frozen=True, slots=True)
class Shapes:
    """Harvested shapes: keys in rising order, and the index of the next smaller shape, or -1."""

    keys: npt.NDArray[np.uint64]
    parents: npt.NDArray[np.int32]


def harvest(
    games: Sequence[RecordedGame], settings: TrainingSettings, tell: Tell, stop: Stop = never
) -> Shapes | None:
    """Return the frequent shapes around the moves of ``games``; None when stopped."""
    counter = Harvest(settings.max_ring, settings.gate, settings.common_fate)
    last = time.monotonic()
    tell(TrainingProgress("shapes", 0, len(games), ""))
    for i, game in enumerate(games):
        if stop():
            return None
        counter.count_game(game.points, game.size, game.colors)
        if time.monotonic() - last > TELL_SECONDS:
            last = time.monotonic()
            tell(TrainingProgress("shapes", i + 1, len(games), f"{len(counter):,} seen"))
    keys, parents = counter.frequent(settings.support)
    tell(
        TrainingProgress(
            "shapes", len(games), len(games), f"{len(keys):,} kept of {len(counter):,}"
        )
    )
    return Shapes(keys, parents)


def summed_rows(model: MoveModel, shapes: Shapes) -> npt.NDArray[np.float32]:
    """Return the rows; the rows of the smaller shapes inside are added to each shape's."""
    rows = model.rows.copy()
    parents = shapes.parents
    of_shapes = slice(n_features(), n_features() + len(parents))
    own = model.rows[of_shapes]
    ancestor = parents.copy()
    while (ancestor >= 0).any():
        known = ancestor >= 0
        rows[of_shapes][known] += own[ancestor[known]]
        ancestor[known] = parents[ancestor[known]]
    return rows


def fingerprint(games: Sequence[RecordedGame], settings: TrainingSettings) -> str:
    """Return a name for records, settings and features: equal only for the same run."""
    named = [dataclasses.asdict(settings), feature_table(settings.ownership, settings.common_fate)]
    digest = hashlib.sha256(json.dumps(named, sort_keys=True).encode())
    for game in games:
        digest.update(bytes([game.colors]) + game.points.tobytes())
    return digest.hexdigest()


class PatternTraining:
    """One run: made from shapes or a checkpoint, then ``run``."""

    def __init__(
        self, games: Sequence[RecordedGame], settings: TrainingSettings, shapes: Shapes
    ) -> None:
        self.games = games
        self.settings = settings
        self.shapes = shapes
        self.visit = 0
        self.learned = 0
        count = n_rows(len(shapes.keys), settings.ownership)
        rows = np.zeros((count, ROW), dtype=np.float32)
        largest_only = settings.learner in COUNTING
        self.model = MoveModel(
            rows,
            shapes.keys,
            settings.max_ring,
            largest_only,
            settings.ownership,
            settings.common_fate,
        )
        if settings.learner == "bayes":
            bayes = laboratory.module("learning.naive_bayes", "--learner bayes")
            self.learner: Learner = bayes.BayesLearner(self.model)
        else:
            from gtpengine.learning.learner import Learner  # compiled for who learns

            self.learner = Learner(self.model, settings.learner == "factors", settings.seed)
        self._order = np.random.default_rng(settings.seed)
        self._orders: list[npt.NDArray[np.int64]] = []
        self._run = fingerprint(games, settings)

    @property
    def visits(self) -> int:
        return self.settings.passes * len(self.games)

    def _game(self, visit: int) -> tuple[RecordedGame, float]:
        """Return the game of a visit, and the share of its moves that is learned."""
        turn, place = divmod(visit, len(self.games))
        while len(self._orders) <= turn:
            self._orders.append(self._order.permutation(len(self.games)))
        number = int(self._orders[turn][place])
        kept = self.settings.learner == "bayes" and is_kept(number, len(self.games))
        return self.games[number], 0.0 if kept else self.settings.share

    def run(
        self, tell: Tell, checkpoint: Path | None = None, every: float = 300.0, stop: Stop = never
    ) -> bool:
        """Learn until all passes are done, or ``stop`` says so after a game; return whether all is
        done.

        Saves to ``checkpoint`` at the beginning, every ``every`` seconds and when stopped. An
        interruption at any moment (Ctrl-C) saves nothing, for half a game may have been learned.
        """
        settings = self.settings
        told = time.monotonic()
        saved = -math.inf
        loss, count = 0.0, 0
        tell(TrainingProgress("learning", self.visit, self.visits, ""))
        while self.visit < self.visits:
            now = time.monotonic()
            stopped = stop()
            if checkpoint is not None and (stopped or now - saved > every):
                saved = now
                try:
                    self.save(checkpoint)
                except OSError as error:
                    if stopped:
                        raise
                    # The run may still end well.
                    note = f"no checkpoint could be written: {error}"
                    tell(TrainingProgress("learning", self.visit, self.visits, note))
            if stopped:
                return False
            game, share = self._game(self.visit)
            rate = 0.0
            if settings.learner not in COUNTING:
                left = 1.0 - self.visit / self.visits
                rate = settings.rate * max(left, LOWEST_RATE)
            learned, lost = self.learner.learn_game(
                game.points,
                game.size,
                settings.seed * 1_000_003 + self.visit,
                share,
                rate,
                game.colors,
            )
            self.visit += 1
            self.learned += learned
            loss += lost
            count += learned
            ends = self.visit % settings.batch == 0 or self.visit == self.visits
            if settings.learner == "mm" and ends:
                self.learner.mm_update(0, len(self.model.rows), settings.damping)
                self.learner.mm_forget()
            if now - told > TELL_SECONDS and count:
                told = now
                note = f"{self.learned:,} moves, -log p {loss / count:.4f}"
                tell(TrainingProgress("learning", self.visit, self.visits, note))
                loss, count = 0.0, 0
        return True

    def save(self, path: Path) -> None:
        """Write a checkpoint; an earlier one is replaced only once the new one is complete.

        :raises OSError: when it cannot be written.
        """
        state = {f"state_{name}": value for name, value in self.learner.state.items()}
        with whole_file(path) as file:
            np.savez(
                file,
                run=np.array(self._run),
                place=np.array([self.visit, self.learned]),
                keys=self.shapes.keys,
                parents=self.shapes.parents,
                **state,  # type: ignore[arg-type]
            )

    @classmethod
    def resume(
        cls, games: Sequence[RecordedGame], settings: TrainingSettings, path: Path
    ) -> PatternTraining:
        """Continue from a checkpoint.

        :raises CheckpointError: when it is of another run.
        """
        try:
            file = np.load(path, allow_pickle=False)
            if not isinstance(file, np.lib.npyio.NpzFile):
                raise ValueError("a single array")
            with file:
                saved: dict[str, Any] = {name: file[name] for name in file.files}
            known, keys, parents = str(saved["run"]), saved["keys"], saved["parents"]
        except (KeyError, *DAMAGE) as error:
            raise CheckpointError(f"{path} is no checkpoint ({error}); remove it") from None
        if known != fingerprint(games, settings):
            raise CheckpointError(
                f"{path} belongs to other records, settings or another version of gtpengine; remove"
                " it or give another --output"
            )
        try:
            training = cls(games, settings, Shapes(keys, parents))
            training.visit, training.learned = (int(n) for n in saved["place"])
            for name, value in training.learner.state.items():
                value[...] = saved[f"state_{name}"]
        except (ValueError, KeyError) as error:
            raise CheckpointError(f"{path} does not fit ({error}); remove it") from None
        return training

    def final_rows(self) -> npt.NDArray[np.float32]:
        """Return the rows as in a model file."""
        if self.settings.learner == "bayes":
            bayes: Any = self.learner
            self.model.rows[:, 0] = bayes.weights()
            return calibrated(self.model, self.games)
        if self.settings.learner in COUNTING:
            return self.model.rows.copy()
        return summed_rows(self.model, self.shapes)
