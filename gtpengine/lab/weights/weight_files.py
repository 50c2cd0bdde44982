"""Weights of playouts and values of positions: files named by parameters, or shipped ones."""

from __future__ import annotations

import functools
from typing import Final

from gtpengine.lab.weights import playoutfile, valuefile
from gtpengine.lab.weights.local3 import LocalWeights, shipped_weights
from gtpengine.lab.weights.playoutfile import PlayoutWeights
from gtpengine.lab.weights.valuefile import ValueWeights
from gtpengine.patterns.weight_files import Files


@functools.cache
def local_weights() -> tuple[LocalWeights | None, tuple[str, ...]]:
    """Return the learned weights of 3x3 patterns, None when their file is lost; and notices for the
    user of the playout rule that needs them."""
    try:
        return shipped_weights(), ()
    except ValueError as error:
        return None, (f"{error}; the playout rule learned_pattern has no moves",)


WEIGHTS: Final[Files[PlayoutWeights]] = Files(
    playoutfile.load,
    playoutfile.load_shipped,
    lambda weights: weights.size,
    playoutfile.shipped_name,
    "weights",
    "playouts follow the rules",
)
"""Weights of the softmax playouts: the parameter ``playout_weights_file``."""

VALUES: Final[Files[ValueWeights]] = Files(
    valuefile.load,
    None,
    lambda values: values.size,
    str,
    "values",
    "td_search begins without values",
)
"""Values of positions: the parameter ``td_search_file``."""
