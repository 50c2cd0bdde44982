"""The Python that README shows runs as it stands, and does what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_lines_of_readme_search_a_position_and_draw_it(tmp_path: Path) -> None:
    [lines] = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.M | re.S)
    run = subprocess.run(
        [sys.executable, "-P", "-c", lines], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    assert run.returncode == 0
    assert re.search(r"^[A-J]\d \d+% ", run.stdout, re.MULTILINE)
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
