"""Which techniques are on, by the ``SWITCH`` that each of their files names.

No file is imported for that, so a technique that is off costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from gtpengine.base.paramspec import ParamSet
from gtpengine.mcts.params.search_params import SWITCHES


def switched_on(
    params: ParamSet, switches: Mapping[str, tuple[str, str | None]] = SWITCHES
) -> list[str]:
    """Return the names of the modules of the techniques that are on."""
    return [
        module
        for module, (name, choice) in switches.items()
        if (
            params.get(name) not in (0, None, "off")
            if choice is None
            else params.get(name) == choice
        )
    ]
