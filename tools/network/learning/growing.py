"""A learned network grown into a larger shape that says the same (Chen, Goodfellow and Shlens
2016, Net2Net).

What a layer made before reads nothing of what was added; what was added begins as in a new network,
so it can be learned from at once. Added blocks begin as nothing: they add 0 to the stream.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import torch
from gtpengine.tools.network.examples.batches import Batch
from torch import Tensor, nn

from gtpengine.network.netfile import read_net
from gtpengine.network.netshape import NetShape

from .asking import is_exported
from .checkpoint import NetworkError, network_of, read_state
from .losses import on_device
from .models import TorchNetwork
from .shapes import CodebookShape
from .unquantize import floats_of

GROWS: Final = ("blocks", "channels", "head")


def begun(
    path: Path, shape: NetShape, batches: Iterable[tuple[Batch, int]], size: int
) -> TorchNetwork:
    """Return a network of ``shape`` that says what the network of a file says.

    :param path: a checkpoint, or a file of ``gtpengine net export``.
    :param batches: some batches and symmetries; an exported file lacks what batch norms measured,
        so they measure it on these.
    :raises NetworkError: when the file is missing, or does not fit into the shape.
    :raises NetError: when an exported file cannot be used.
    """
    device = torch.device("cpu")
    if not is_exported(path):
        small = network_of(read_state(path, device), device)
        _check(small.shape, shape, path)
    else:
        parts = read_net(path)
        _check(parts.shape, shape, path)
        small = TorchNetwork(parts.shape)
        tensors = {name: torch.from_numpy(array) for name, array in floats_of(parts).items()}
        counted = {name: kept for name, kept in small.state_dict().items() if "tracked" in name}
        small.load_state_dict(tensors | counted)
        normalize(small.eval(), batches, size)
    return grown(small, shape)


def _check(small: NetShape, large: NetShape, path: Path) -> None:
    if isinstance(small, CodebookShape):
        raise NetworkError(f"{path} is a codebook, which only 'gtpengine net compare' learns")
    if small.trunk != large.trunk:
        raise NetworkError(f"{path} has a {small.trunk} trunk: give --trunk {small.trunk}")
    if large.sees_model and not small.sees_model:
        raise NetworkError(f"{path} does without the move model: give --board-alone")
    for name in GROWS:
        least = getattr(small, name)
        if getattr(large, name) < least:
            raise NetworkError(f"{path} has {name} {least}: give --{name} {least} or more")


def normalize(network: TorchNetwork, batches: Iterable[tuple[Batch, int]], size: int) -> None:
    """Let the batch norms of a network take the mean and variance of positions, without changing
    what it says: learning goes by the numbers of its batches."""
    norms = [module for module in network.modules() if isinstance(module, nn.BatchNorm2d)]
    with torch.no_grad(), _measured(norms) as sums:
        for batch, symmetry in batches:
            wanted = on_device(batch, size, symmetry, torch.device("cpu"))
            network(wanted.planes, wanted.numbers)
        for norm, (count, total, squares) in zip(norms, sums, strict=True):
            mean = total / max(1, count)
            variance = (squares / max(1, count) - mean * mean).clamp(min=1e-6)
            by = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            norm.bias += by * (mean - norm.running_mean)
            norm.weight.copy_(by * torch.sqrt(variance + norm.eps))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)


@contextmanager
def _measured(norms: list[nn.BatchNorm2d]) -> Iterator[list[list[Any]]]:
    """Give, by norm, the count, the sum and the sum of squares of what it sees meanwhile."""
    sums: list[list[Any]] = [[0, 0.0, 0.0] for _ in norms]

    def note(of: list[Any]) -> Any:
        def hook(_norm: nn.Module, seen: tuple[Tensor, ...]) -> None:
            x = seen[0].double()
            of[0] += x.shape[0] * x.shape[2] * x.shape[3]
            of[1] = of[1] + x.sum((0, 2, 3))
            of[2] = of[2] + (x * x).sum((0, 2, 3))

        return hook

    handles = [
        norm.register_forward_pre_hook(note(of)) for norm, of in zip(norms, sums, strict=True)
    ]
    try:
        yield sums
    finally:
        for handle in handles:
            handle.remove()


def grown(small: TorchNetwork, shape: NetShape) -> TorchNetwork:
    """Return a network of a shape, at least as large in all, that says what ``small`` says."""
    large: TorchNetwork = TorchNetwork(shape)
    old, new = small.state_dict(), large.state_dict()
    with torch.no_grad():
        for name, tensor in old.items():
            _put(name, tensor, new[name], small.shape, shape)
        for number in range(small.shape.blocks, shape.blocks):
            block: Any = large.blocks[number]
            nn.init.zeros_(block.layers[-1].weight)
            if block.pool is not None:
                nn.init.zeros_(block.pool.tell.weight)
                nn.init.zeros_(block.pool.tell.bias)
    large.eval()
    return large


def _put(name: str, old: Tensor, new: Tensor, small: NetShape, large: NetShape) -> None:
    """Put the numbers of a layer into a larger layer."""
    if old.dim() == 0:
        if name != "policy_skip" or large.sees_model:
            new.copy_(old)
        return
    if old.dim() == 1:
        new[: len(old)] = old
        return
    new[: len(old)] = 0
    # What the move model expects is the last plane and the last number.
    old = old[:, : old.shape[1] - _unseen(name, small, large)]
    inputs = _inputs(name, old.shape[1], small, large)
    new[: len(old), inputs] = old


def _unseen(name: str, small: NetShape, large: NetShape) -> int:
    """Return how many inputs of a layer the larger shape does without: 1 or 0."""
    reads = name.startswith(("stem.weight", "whole.weight", "value_hidden.weight"))
    return int(reads and small.sees_model and not large.sees_model)


def _inputs(name: str, count: int, small: NetShape, large: NetShape) -> list[int]:
    """Return where the inputs of a layer lie in the larger one. Means come first, then maxima,
    then numbers."""
    if "pool.tell" in name:
        widths = (small.pool_width, large.pool_width)
    elif name.startswith(("policy_tell", "policy_pass", "value_hidden")):
        widths = (small.head, large.head)
    else:
        return list(range(count))
    few, many = widths
    told = range(2 * many, 2 * many + count - 2 * few)
    return [*range(few), *range(many, many + few), *told]
