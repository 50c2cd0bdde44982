"""Which techniques are on: those with rows in a file of their own, by the first of them."""

from __future__ import annotations

from collections.abc import Mapping

from gtpengine.mcts.params import OWN_ROWS, SearchParams
from gtpengine.paramspec import ParamSpec


def switched_on(
    params: SearchParams, own_rows: Mapping[str, tuple[ParamSpec, ...]] = OWN_ROWS
) -> list[str]:
    """The modules whose first row, their switch, is neither 0, false nor off.

    None is imported for it, so that what is off costs nothing.
    """
    return [
        module
        for module, (switch, *_) in own_rows.items()
        if params.get(switch.name) not in (0, None, "off")
    ]
