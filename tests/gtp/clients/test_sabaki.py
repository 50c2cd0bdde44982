"""Sabaki's own client library plays with the engine, in Node.

Needs Node and the two packages of ``tests/gtp/clients/node/package.json``; skipped without them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent / "node"
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="no Node here: install node to test Sabaki's client"),
    pytest.mark.skipif(
        not (FOLDER / "node_modules" / "@sabaki" / "gtp").is_dir(),
        reason="Sabaki's client library is missing: npm install --prefix tests/gtp/clients/node",
    ),
]


def test_sabaki_drives_the_engine() -> None:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "sabaki.js", sys.executable, "-P", "-m", "gtpengine"],
        cwd=FOLDER, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    names = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("ok ")]
    assert names == [
        "pipelinedStart", "game9", "game13", "undoSyncing", "analysis", "quitWhileThinking",
    ]  # fmt: skip
