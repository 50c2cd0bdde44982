"""What net bench prints, and what it refuses; how fast networks are is not tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gtpengine.cli import main
from gtpengine.network.kernel.convolution import paths
from gtpengine.network.netwriting import write_net
from tests.network.nets import a_shape, random_parts


def bench(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    status = main(["net", "bench", "--rounds", "1", *map(str, words)])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_row_for_each_network_size_and_path(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "small.net"
    write_net(path, random_parts(a_shape()))
    status, out, err = bench(
        capsys, "--network", path, "--shape", "mobile-2x16", "--size", "5", "--size", "9"
    )
    assert status == 0, err
    rows = [line.split(" | ") for line in out.splitlines()[2:]]
    assert len(rows) == 2 * 2 * len(paths())
    assert [row[0] for row in rows[:: 2 * len(paths())]] == ["| residual-3x16", "| mobile-2x16"]
    assert {row[3] for row in rows} == set(paths())
    assert all(re.fullmatch(r"[\d,]+\.\d", row[5]) for row in rows)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--shape", "square-2x16"], "residual"),
        (["--shape", "residual"], "residual-4x32"),
        (["--shape", "residual-2x9999"], "channels"),
        (["--path", "abacus"], "plain"),
        (["--network", "none.net"], "no such file"),
    ],
)
def test_refusals_say_what_to_give(
    capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    status, out, err = bench(capsys, *words)
    assert status != 0
    assert (out, why in err) == ("", True), err
