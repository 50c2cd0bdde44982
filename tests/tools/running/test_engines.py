"""Files of engines: damaged, and with values of other types."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.tools.running.engines import SpecError, load_specs

from tests.base.test_broken_files import refusals

ENGINES = (
    b'[a]\ncommand = "x y"\ninit = ["a", "b"]\nanchor = 1.5\n[b]\ncommand = "z"\nenv = {A = 1}\n'
)


def test_damage_is_read_or_refused_with_a_line(tmp_path: Path) -> None:
    refused = refusals(ENGINES, load_specs, SpecError, tmp_path / "file")
    assert len(refused) > 50
    assert not [text for text in refused if "\n" in text]


@pytest.mark.parametrize(
    "line",
    [
        "init = 3",
        "init = [3]",
        "env = 3",
        "anchor = 'x'",
        "anchor = nan",
        "cwd = {a = 1}",
        "restart = 2",
    ],
)
def test_engines_with_values_of_other_types(line: str, tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(f"[a]\ncommand = 'x'\n{line}\n")
    with pytest.raises(SpecError):
        load_specs(path)
