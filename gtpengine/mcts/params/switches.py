"""Which techniques are on, by the ``SWITCH`` that each of their files names.

No file is imported for that, so a technique that is off costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from gtpengine.base.arguments.paramspec import ParamSet, Player
from gtpengine.mcts.params.search_params import PARAMS, SWITCHES


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


def readers_of(module: str) -> Player:
    """Return the searches that ask the technique of a module: the readers of its switch."""
    return PARAMS[SWITCHES[module][0]].player


def taking_the_lead(params: ParamSet) -> list[str]:
    """Return the names of the modules that are on and that a leading network does not ask."""
    return [module for module in switched_on(params) if not readers_of(module) & Player.LEADS]
