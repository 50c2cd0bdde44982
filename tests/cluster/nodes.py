"""Nodes of Ray on this machine, as a cluster of several machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def two_nodes_and_a_head(cores: int) -> Iterator[Any]:
    """Start two nodes of one core each and a head with this many cores; skip without Ray."""
    ray: Any = pytest.importorskip("ray", reason="Ray is not installed: make cluster")
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": cores, "object_store_memory": 80_000_000},
    )
    for _ in range(2):
        cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()
