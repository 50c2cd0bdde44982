"""The parameters to tune: their ranges, and how their values reach an engine."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from gtpengine.tools.running.engines import EngineSpec

from .optimizers import Vector


@dataclasses.dataclass(frozen=True, slots=True)
class Dimension:
    """One parameter between ``low`` and ``high``, on a geometric scale with ``log``."""

    name: str
    low: float
    high: float
    integer: bool = False
    log: bool = False

    @classmethod
    def parse(cls, text: str) -> Dimension:
        """Read a dimension from ``NAME=LOW:HIGH``, with ``:int`` or ``:log`` or both.

        :raises ValueError: when the text has another form, or the range is empty.
        """
        match = re.fullmatch(r"([\w.-]+)=([^:]+):([^:]+)((?::int|:log)*)", text)
        if not match:
            raise ValueError(f"--param {text!r}: write NAME=LOW:HIGH, with :int or :log if needed")
        low, high = float(match[2]), float(match[3])
        log = ":log" in match[4]
        if not low < high or (log and low <= 0):
            raise ValueError(f"--param {text!r}: needs LOW < HIGH, and LOW > 0 with :log")
        return cls(match[1], low, high, ":int" in match[4], log)

    @classmethod
    def from_json(cls, data: Any) -> Dimension:
        """Read a dimension from the store.

        :raises ValueError: when the data are not a dimension.
        """
        try:
            one = cls(**data)
            good = -math.inf < one.low < one.high < math.inf and (not one.log or one.low > 0)
        except TypeError:
            good = False
        if not good:
            raise ValueError(f"space has {str(data)[:60]!r}")
        return dataclasses.replace(one, name=str(one.name))

    def value(self, unit: float) -> float | int:
        """Return the parameter for a coordinate of the unit cube, to four significant digits."""
        if self.log:
            raw = self.low * math.pow(self.high / self.low, unit)
        else:
            raw = self.low + (self.high - self.low) * unit
        if self.integer:
            return max(math.ceil(self.low), min(math.floor(self.high), round(raw)))
        return min(self.high, max(self.low, float(f"{raw:.4g}")))


def values_at(space: Sequence[Dimension], x: Vector | Sequence[float]) -> dict[str, float | int]:
    """Return the parameter values of a point of the unit cube."""
    return {
        dimension.name: dimension.value(float(unit))
        for dimension, unit in zip(space, x, strict=True)
    }


def engine_with(
    spec: EngineSpec, values: Mapping[str, float | int], name: str, template: str | None = None
) -> EngineSpec:
    """Return the engine with these parameter values, called ``name``.

    Replaces ``{parameter}`` in the command and in ``init``. For other parameters it adds
    ``template`` (such as ``gtpengine-param {name} {value}``) to the commands sent at the start.
    Without a template it adds ``--set parameter=value`` to the command line, as gtpengine
    understands it.
    """
    command, init = spec.command, list(spec.init)
    for key, value in values.items():
        slot = "{" + key + "}"
        if slot in command or any(slot in line for line in init):
            command = command.replace(slot, f"{value}")
            init = [line.replace(slot, f"{value}") for line in init]
        elif template is not None:
            init.append(template.replace("{name}", key).replace("{value}", f"{value}"))
        else:
            command += f" --set {key}={value}"
    return dataclasses.replace(spec, name=name, command=command, init=tuple(init))
