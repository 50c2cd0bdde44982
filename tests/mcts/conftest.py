"""What several tests of searches share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mcts.network_search import network_file


@pytest.fixture
def net(tmp_path: Path) -> Path:
    """A small network with random weights, for 9x9."""
    return network_file(tmp_path, 9)
