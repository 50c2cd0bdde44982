"""Convolutions: each path of the machine gives the same bits, at the limits of bytes, too."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from gtpengine.network.emulate import Emulator
from gtpengine.network.kernel.convolution import PATHS, paths
from gtpengine.network.net import Network
from gtpengine.network.rawoutputs import raw_outputs
from tests.network.nets import a_shape, outputs_equal, random_network, random_parts, random_planes


def test_every_machine_has_the_plain_path_and_prefers_the_others() -> None:
    there = paths()
    assert there[-1] == "plain"
    assert there == [name for name in PATHS if name in there]


@pytest.mark.parametrize("path", paths())
def test_sums_at_the_limits_are_cut_alike(path: str) -> None:
    parts = random_parts(a_shape(), 5, reach=30.0)
    network = Network(parts.shape, parts.arrays, None, path)
    for size in (9, 13):
        outputs_equal(network, Emulator(parts.shape, parts.arrays), size, 3)


@pytest.mark.parametrize("path", paths())
def test_largest_products_do_not_saturate(path: str) -> None:
    parts = random_parts(a_shape(channels=32), 6)
    arrays = dict(parts.arrays)
    for name, array in arrays.items():
        if name.endswith("weights") and array.dtype == np.int8:
            arrays[name] = np.full_like(array, 127 if "stem" in name else -127)
    network = Network(parts.shape, arrays, None, path)
    planes, numbers = random_planes(9, 1)
    planes[:] = 127
    wanted = Emulator(parts.shape, arrays).outputs(planes, numbers)
    np.testing.assert_array_equal(raw_outputs(network, planes, numbers).policy, wanted["policy"])


def test_unknown_path_is_refused() -> None:
    with pytest.raises(ValueError, match="this machine has .*plain"):
        random_network(path="abacus")
    assert paths()[-1] == "plain" and set(paths()) <= set(PATHS)


def tool(name: str, package: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"needs {name}: apt-get install {package}")
    return path


def compiled(folder: Path, compile_: list[str]) -> Path:
    """Compile ``paths_agree.h``; return the program."""
    root = Path(__file__).resolve().parents[3]
    source = Path(__file__).with_name("paths_agree.h")
    program = folder / "paths_agree"
    flags = [
        "-O2",
        "-ffp-contract=off",
        f"-I{root}",
        "-x",
        "c",
        str(source),
        "-o",
        str(program),
        "-lm",
    ]
    subprocess.run([*compile_, *flags], check=True)
    return program


def agreeing(program: Path, run: list[str]) -> list[str]:
    """Run the program; return the names of the paths that it compared."""
    process = subprocess.run([*run, str(program)], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout
    return process.stdout.split()


def test_paths_of_this_machine_agree_in_c(tmp_path: Path) -> None:
    compiler = tool("gcc", "gcc")
    flags = ["-march=x86-64-v2"] if os.uname().machine == "x86_64" else []
    assert agreeing(compiled(tmp_path, [compiler, *flags]), []) == paths()


@pytest.fixture(scope="module")
def for_aarch64(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = tool("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu libc6-dev-arm64-cross")
    return compiled(tmp_path_factory.mktemp("aarch64"), [compiler, "-static"])


@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="sanitizers do not run in an emulator")
@pytest.mark.parametrize(
    ("machine", "there"), [("max", ["dot", "neon", "plain"]), ("cortex-a53", ["neon", "plain"])]
)
def test_paths_of_aarch64_agree(for_aarch64: Path, machine: str, there: list[str]) -> None:
    emulator = tool("qemu-aarch64", "qemu-user")
    assert agreeing(for_aarch64, [emulator, "-cpu", machine]) == there
