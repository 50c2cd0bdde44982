"""``gtpengine patterns train`` from records with ranks of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.patterns import modelfile

from gtpengine.cli import main
from tests.patterns.test_places import records


def test_one_command_learns_one_side_here_and_both_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weak = records(tmp_path / "3k.txt", *[("3k", "2k")] * 4)
    one = records(tmp_path / "onedan.txt", *[("1d", "8k")] * 4)
    output = tmp_path / "my.bin"
    small = ["--size", "9", "--test", "0.25", "--support", "1", "--gate", "1", "--share", "1"]

    def learned(*words: str) -> int:
        command = ["patterns", "train", *words, *small, "--output", str(output)]
        assert main(command) == 0, capsys.readouterr().err
        return int(modelfile.load(output).header["moves_learned"])

    assert learned(str(weak), str(one)) == 6 * 4
    assert learned(str(weak), f"{one}:d,p") == 3 * 4 + 3 * 2
    assert modelfile.load(output).header["records"] == ["3k.txt", "onedan.txt:d,p"]
    assert learned(str(weak), f"{one}:d", "--strong", "k") == 3 * 4 + 3 * 2
    assert modelfile.load(output).header["records"] == ["3k.txt:k", "onedan.txt:d"]
