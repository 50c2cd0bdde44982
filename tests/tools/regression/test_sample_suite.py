"""The suite that docs/reference/clients.md shows, by the engine itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SUITE = Path(__file__).resolve().parents[3] / "docs/samples/basic.tst"


def test_the_sample_suite_passes_but_for_the_failure_that_is_expected(tmp_path: Path) -> None:
    engine = f"E={sys.executable} -P -m gtpengine --simulations 500 --memory 64"
    done = subprocess.run(
        [
            *(sys.executable, "-P", "-m", "gtpengine", "regress", engine, str(SUITE)),
            *("--store", str(tmp_path / "runs.sqlite")),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    head, *rows = (line.split() for line in done.stdout.splitlines())
    (basic,) = (dict(zip(head, row, strict=False)) for row in rows if row[0] == "basic")
    counts = [basic[name] for name in ("passed", "failed", "known", "error")]
    assert counts == ["7", "0", "1", "0"]
