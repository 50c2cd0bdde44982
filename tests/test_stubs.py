"""The stubs of compiled modules say what the modules have: mypy's stubtest compares them.

Stubs are written by hand, because Cython's sources do not have the types of Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wings import FOLDERS, ROOT

STUBS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for folder in ("board_ext", "gtpengine")
    for path in sorted((ROOT / folder).rglob("*.pyi"))
]
"""The modules that have one."""
OF_THE_LABORATORY = [name for name in STUBS if name.startswith("gtpengine.lab.")]
OF_LEARNERS = [name for name in STUBS if name.startswith("gtpengine.learning.")]
"""Compiled for who learns: tests/learning compares them."""

EXCEPTIONS = r"""
# Cython shows no parameters of __cinit__.
.*\.__init__
# A type for hints alone.
gtpengine\.mcts\.probes\.probe\.Dump
"""


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(sorted({*STUBS} - {*OF_THE_LABORATORY, *OF_LEARNERS}), id="product"),
        pytest.param(OF_THE_LABORATORY, id="laboratory", marks=pytest.mark.lab),
    ],
)
def test_stubs_agree_with_their_modules(names: list[str], tmp_path: Path) -> None:
    check_stubs(names, tmp_path)


def check_stubs(names: list[str], tmp_path: Path) -> None:
    """Fail where the stubs of these modules do not say what the modules have."""
    pytest.importorskip("mypy", reason="needs mypy: pip install 'gtpengine[dev]'")
    # As site-packages has them: patterns/ is gtpengine.patterns.
    package = tmp_path / "gtpengine"
    package.mkdir()
    for path in (ROOT / "gtpengine").iterdir():
        (package / path.name).symlink_to(path)
    for folder, name in FOLDERS.items():
        if folder not in ("board_ext", "gtpengine"):
            (package / name.removeprefix("gtpengine.")).symlink_to(ROOT / folder)
    (tmp_path / "board_ext").symlink_to(ROOT / "board_ext")
    exceptions = tmp_path / "exceptions.txt"
    exceptions.write_text(EXCEPTIONS)
    command = [sys.executable, "-P", "-m", "mypy.stubtest", "--concise", "--ignore-missing-stub"]
    command += ["--ignore-disjoint-bases", "--ignore-positional-only"]
    command += ["--mypy-config-file", str(ROOT / "pyproject.toml")]
    command += ["--allowlist", str(exceptions), "--ignore-unused-allowlist", *names]
    environment = {**os.environ, "MYPYPATH": str(tmp_path)}
    process = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
    )
    assert process.returncode == 0, process.stdout + process.stderr
