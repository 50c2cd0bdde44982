"""Modules that a build may leave out, or hardly optimises: each name has a source."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gtpengine import cli

ROOT = Path(__file__).resolve().parents[2]
SETUP: dict[str, Any] = {
    node.targets[0].id: node.value
    for node in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8")).body
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
}
OPTIONAL: dict[str, tuple[str, ...]] = ast.literal_eval(SETUP["OPTIONAL"])
RARELY_RUN: tuple[str, ...] = ast.literal_eval(SETUP["RARELY_RUN"])
TOOLS = OPTIONAL["GTPENGINE_TOOLS"]


def built(**environment: str) -> set[str]:
    """Return the names of the modules that are built in such an environment."""
    script = "import setup; print(*setup.find_sources())"
    command = [sys.executable, "-c", script]
    env = os.environ | environment
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("name", [*TOOLS, *RARELY_RUN])
def test_each_name_is_a_source_or_a_folder_of_sources(name: str) -> None:
    path = ROOT / name
    assert path.with_suffix(".pyx").is_file() or (name.endswith("/") and any(path.glob("*.pyx")))


def test_a_build_without_tools_has_none_of_them() -> None:
    left_out = built(GTPENGINE_TOOLS="1") - built(GTPENGINE_TOOLS="0")
    assert len(left_out) >= len(TOOLS)
    assert all(name.replace(".", "/").startswith(TOOLS) for name in left_out)


def test_what_make_tools_compiles_is_what_the_error_names() -> None:
    """What clusters alone use is named by their own error."""
    left_out = {name.replace("/", ".") for name in (*OPTIONAL["GTPENGINE_LEARNERS"], *TOOLS)}
    assert left_out - {"gtpengine.cluster.digests."} == set(cli._OF_TOOLS)
