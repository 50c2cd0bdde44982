"""The rate at which the driver hands out and stores games."""

import subprocess
import sys
from pathlib import Path


def test_it_prints_a_rate_and_leaves_nothing_behind(tmp_path: Path) -> None:
    module = "gtpengine.tools.research.scheduling_rate"
    words = ["--games", "20", "--moves", "5", "--concurrency", "1", "--folder"]
    out = subprocess.run(
        [sys.executable, "-P", "-m", module, *words, str(tmp_path)],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    rate, _, unit = out.partition(" ")
    assert float(rate) > 0
    assert unit == "games a second\n"
    assert list(tmp_path.iterdir()) == []
