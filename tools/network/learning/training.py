"""Learning the network: steps, schedule, checkpoints."""

from __future__ import annotations

import copy
import dataclasses
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from gtpengine.tools.network.examples.batches import Mixture

from gtpengine.base.files.wholefile import whole_file
from gtpengine.network.netshape import NetShape

from .checkpoint import FORMAT, NetworkError, read_state
from .losses import NAMES, losses_of, on_device, weighed
from .models import TorchNetwork
from .optimizer import NetOptimizer
from .settings import PRECISIONS, LearningSettings

TELL_SECONDS: Final = 10.0
SAVE_SECONDS: Final = 120.0
AVERAGED: Final = 500
"""Steps whose weights the averaged network is about the mean of."""


@dataclass(frozen=True, slots=True)
class State:
    """How things stand, for whoever watches: means since the last time."""

    step: int
    share: float
    positions_a_second: float
    losses: dict[str, float]
    right: float
    """Share of positions in which the first guess is the target's best move."""


def has_bfloat16(device: torch.device) -> bool:
    """Return whether a device has instructions for 16-bit floats, which make learning faster."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    return device.type == "cpu" and bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())


class NetTraining:
    """A run: made from a shape and batches, then ``run``; ``resume`` goes on from a checkpoint.

    What is measured and used is ``averaged``, the moving average of the weights: it is better than
    the weights of any step while the rate is high (Polyak and Juditsky 1992).

    With ``steps``, the same settings, positions, threads of PyTorch and machine give the same
    weights, resumed or not. With ``minutes`` they don't, because the clock decides the rate.
    """

    def __init__(
        self,
        shape: NetShape,
        settings: LearningSettings,
        mixture: Mixture,
        size: int,
        device: torch.device,
        about: Mapping[str, Any],
    ) -> None:
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.network = TorchNetwork(shape).to(device, memory_format=torch.channels_last)
        self.averaged = copy.deepcopy(self.network).eval()
        self.step = 0
        self.seconds = 0.0
        self.curve: list[dict[str, float]] = []
        self.about = dict(about)
        self._mixture = mixture
        self.size = size
        self._device = device
        self._optimizer = NetOptimizer(self.network, settings)

    @property
    def share(self) -> float:
        """How much of the learning is done, 0 to 1."""
        if self.settings.minutes:
            return min(1.0, self.seconds / (60 * self.settings.minutes))
        return min(1.0, self.step / self.settings.steps)

    def run(
        self,
        tell: Callable[[State], None],
        checkpoint: Path,
        threads: int = 1,
        stop: Callable[[], bool] = lambda: False,
        look: Callable[[], Mapping[str, float]] | None = None,
    ) -> bool:
        """Learn until all is done; return False if ``stop`` ended it earlier.

        A checkpoint is written every two minutes and at the end. ``look`` measures the averaged
        network then, and the figures are kept in ``curve``.
        """
        sums, count = np.zeros(len(NAMES) + 1), 0
        before, saved = self.seconds, time.monotonic()
        first, told = self.step, saved
        with closing(self._mixture.endless(self.step, threads)) as batches:
            last = time.monotonic()
            while self.share < 1 and not stop():
                batch, symmetry = next(batches)
                sums += self._learn(batch, symmetry)
                count += 1
                now = time.monotonic()
                self.seconds += now - last
                last = now
                if now - told > TELL_SECONDS or self.share >= 1:
                    mean = sums / count
                    learned = (self.step - first) * self.settings.rows
                    pace = learned / max(1e-9, self.seconds - before)
                    losses = dict(zip(NAMES, mean[:-1].tolist(), strict=True))
                    tell(State(self.step, self.share, pace, losses, float(mean[-1])))
                    told, sums, count = now, np.zeros(len(NAMES) + 1), 0
                if now - saved > SAVE_SECONDS and self.share < 1:
                    self._save(checkpoint, look)
                    saved = last = time.monotonic()
        if self.step > first:
            self._save(checkpoint, look)
        return self.share >= 1

    def _learn(self, batch: Any, symmetry: int) -> Any:
        wanted = on_device(batch, self.size, symmetry, self._device)
        self._optimizer.set_rate(self.settings.rate_at(self.share))
        self.network.train()
        short = self.settings.precision == PRECISIONS[1]
        with torch.autocast(self._device.type, dtype=torch.bfloat16, enabled=short):
            answer = self.network(wanted.planes, wanted.numbers)
        losses = losses_of(answer, wanted)
        self._optimizer.zero_grad()
        weighed(losses, self.settings.weights).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        self._optimizer.step()
        self.step += 1
        self._average()
        right = (answer.policy.argmax(1) == wanted.policy.argmax(1)).float().mean()
        return torch.cat([losses, right[None]]).detach().cpu().numpy()

    def _average(self) -> None:
        """Move the averaged weights towards the present ones, faster in the beginning."""
        weight = max(1 / AVERAGED, 10 / (10 + self.step))
        mine, theirs = self.network.state_dict(), self.averaged.state_dict()
        floats = [name for name, tensor in mine.items() if tensor.is_floating_point()]
        with torch.no_grad():
            torch._foreach_lerp_(
                [theirs[name] for name in floats], [mine[name] for name in floats], weight
            )

    def _save(self, path: Path, look: Callable[[], Mapping[str, float]] | None) -> None:
        """Write a checkpoint; an earlier one is replaced only once the new one is complete."""
        if look is not None:
            point = {"step": self.step, "minutes": self.seconds / 60, **look()}
            self.curve.append({name: float(value) for name, value in point.items()})
        state = {
            "format": FORMAT,
            "shape": self.network.shape.to_dict(),
            "settings": dataclasses.asdict(self.settings),
            "about": self.about,
            "size": self.size,
            "step": self.step,
            "seconds": self.seconds,
            "curve": self.curve,
            "network": self.averaged.state_dict(),
            "learning": self.network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
        }
        with whole_file(path) as file:
            torch.save(state, file)

    def begin(self, network: TorchNetwork) -> None:
        """Begin as a network of the same shape, instead of with random weights."""
        self.network.load_state_dict(network.state_dict())
        self.averaged.load_state_dict(network.state_dict())

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint of the same shape and settings.

        :raises NetworkError: when it is of others, or damaged.
        """
        state = read_state(path, self._device)
        shape, settings = self.network.shape.to_dict(), dataclasses.asdict(self.settings)
        for name, value in (("shape", shape), ("settings", settings)):
            if state[name] != value:
                differ = [key for key in value if value[key] != state[name].get(key)]
                raise NetworkError(
                    f"{path} was begun with another {', '.join(differ) or name}; give the same"
                    " options, or another --output"
                )
        self.network.load_state_dict(state["learning"])
        self.averaged.load_state_dict(state["network"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.step, self.seconds = int(state["step"]), float(state["seconds"])
        self.curve = list(state["curve"])
