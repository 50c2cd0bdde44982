"""Checkpoints: what a training saves and goes on from, and what is measured and exported."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any, cast

import torch

from gtpengine.network.netshape import BOARD_ALONE
from gtpengine.network.planes import NUMBERS, PLANES

from .models import TorchNetwork
from .shapes import shape_of

FORMAT = 1


class NetworkError(ValueError):
    """A checkpoint that cannot be used; the message says which and why."""


def read_state(path: Path, device: torch.device) -> dict[str, Any]:
    """Return the contents of a checkpoint.

    :raises NetworkError: when the file is missing, damaged, or of other planes.
    """
    try:
        state = torch.load(path, map_location=device, weights_only=True)
    except OSError as error:
        raise NetworkError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except (RuntimeError, pickle.UnpicklingError, EOFError, ValueError) as error:
        reason = str(error).splitlines()[0][:80]
        raise NetworkError(f"{path}: damaged, or no checkpoint ({reason})") from None
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise NetworkError(f"{path}: no checkpoint of 'gtpengine net train' (format {FORMAT})")
    shape = state["shape"]
    if (shape["planes"], shape["numbers"]) not in ((len(PLANES), len(NUMBERS)), BOARD_ALONE):
        raise NetworkError(f"{path} sees other planes than this program makes; train it again")
    return cast("dict[str, Any]", state)


def network_of(state: dict[str, Any], device: torch.device) -> TorchNetwork:
    """Return the network of a checkpoint, ready to be asked."""
    network: TorchNetwork = TorchNetwork(shape_of(state["shape"])).to(
        device, memory_format=torch.channels_last
    )
    network.load_state_dict(state["network"])
    network.eval()
    return network
