"""The compiled modules run on any x86-64-v2 machine, say so on older ones, and suit aarch64."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import board_ext
import gtpengine
from board_ext import cpu

ROOT = Path(__file__).resolve().parents[1]
EXTENSIONS = sorted(
    path
    for package in (board_ext, gtpengine)
    for path in Path(package.__file__ or "").parent.rglob("*.so")
)
FOLDERS = sorted({path.parent for path in EXTENSIONS})

PORTABLE = pytest.mark.skipif(
    platform.machine() != "x86_64" or "avx" in cpu.required_features(),
    reason="about the portable build on x86-64",
)


def tool(name: str, package: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"needs {name}: apt-get install {package}")
    return path


@PORTABLE
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_no_instruction_beyond_the_baseline(folder: Path) -> None:
    disassemble = [tool("objdump", "binutils"), "-d", "--no-show-raw-insn"]
    found = [path for path in EXTENSIONS if path.parent == folder]
    assert [path for path in found if beyond_the_baseline(disassemble, path)] == []


def beyond_the_baseline(disassemble: list[str], extension: Path) -> list[str]:
    """Return the registers and instructions of an extension that the baseline does not have."""
    command = [*disassemble, str(extension)]
    code = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # Each part is a function, its name first. These are called only where the CPU has them.
    network = extension.name.startswith("convolution.")
    chosen = re.compile(r"<gtpe_(winograd|avx2|avxvnni|vnni|amx)(_|>)") if network else None
    parts = re.split(r"\n\n[0-9a-f]+ (?=<)", code)
    code = "".join(part for part in parts if not (chosen and chosen.match(part)))
    # AVX and later: their registers, and the v in front of their mnemonics.
    popcnt = "|popcnt" if extension.name.startswith("cpu.") else ""
    return re.findall(rf"%[yz]mm\d+|\tv[a-z0-9]+ {popcnt}", code)


@PORTABLE
@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="sanitizers do not run in an emulator")
@pytest.mark.parametrize(("machine", "missing"), [("core2duo", "sse4.1"), ("Nehalem", None)])
def test_older_machines(machine: str, missing: str | None) -> None:
    emulator = tool("qemu-x86_64", "qemu-user")
    script = (
        "import gtpengine; from gtpengine.network.kernel.convolution import paths; print(*paths())"
    )
    command = [emulator, "-cpu", machine, sys.executable, "-c", script]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if missing is None:
        assert (process.returncode, process.stdout) == (0, "sse plain\n"), process.stderr
    else:
        assert process.returncode == 1
        message = process.stderr.splitlines()[-1]
        assert message.startswith("ImportError: this build of gtpengine needs a CPU with")
        assert f"lacks {missing}" in message


@pytest.mark.parametrize(
    ("system", "native", "flags", "features"),
    [
        ("linux-x86_64", "0", ["-march=x86-64-v2", "-mtune=generic"], 5),
        ("macosx-11.0-x86_64", "0", ["-march=x86-64-v2", "-mtune=generic"], 5),
        ("linux-aarch64", "0", ["-ffp-contract=off"], 0),
        ("linux-aarch64", "1", ["-ffp-contract=off", "-mcpu=native"], 0),
        ("macosx-11.0-arm64", "1", ["-ffp-contract=off", "-mcpu=native"], 0),
        ("macosx-11.0-universal2", "0", ["-ffp-contract=off"], 0),
        ("macosx-11.0-universal2", "1", ["-ffp-contract=off"], 0),
    ],
)
def test_flags_of_each_system(system: str, native: str, flags: list[str], features: int) -> None:
    """What pip and cibuildwheel name in _PYTHON_HOST_PLATFORM is compiled for."""
    code = "import setup; print(setup.machine_flags(), len(setup.required_features()))"
    environment = os.environ | {
        "PYTHONPATH": str(ROOT), "_PYTHON_HOST_PLATFORM": system, "GTPENGINE_NATIVE": native,
    }  # fmt: skip
    environment.pop("GTPENGINE_BUILD", None)
    said = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert said == f"{flags} {features}\n"


@PORTABLE
@pytest.mark.slow
def test_compiles_for_aarch64(tmp_path: Path) -> None:
    compiler = tool("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu libc6-dev-arm64-cross")
    script = (
        "import os, sys, setup\n"
        "from Cython.Build import cythonize\n"
        "cached = 'CYTHON_CACHE_DIR' in os.environ\n"
        "for e in cythonize(setup.find_extensions(), build_dir=sys.argv[1], cache=cached,"
        " compiler_directives=setup.DIRECTIVES, shared_utility_qualified_name=setup.SHARED):"
        " print(e.sources[0])\n"
        "print(len(setup.find_extensions()))\n"
    )
    translate = [sys.executable, "-c", script, str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    output = subprocess.run(
        translate, cwd=ROOT, capture_output=True, text=True, check=True, env=environment
    ).stdout
    sources = [line for line in output.splitlines() if line.endswith(".c")]
    assert len(sources) == int(output.split()[-1]) > 90
    include = Path(sysconfig.get_path("include"))
    # Debian keeps pyconfig.h by architecture; that of x86-64 serves, both being LP64.
    config = include.parent / "x86_64-linux-gnu" / include.name / "pyconfig.h"
    if config.exists():
        target = tmp_path / "aarch64-linux-gnu" / include.name
        target.mkdir(parents=True)
        shutil.copy(config, target)
    # Cython copies the headers that it is told of; what those include is in the tree.
    folders = [f"-I{folder}" for folder in (include, tmp_path, ROOT)]
    # What the compiler refuses, such as an instruction the machine lacks, needs no optimising.
    flags = ["-c", "-O0", "-DGTPENGINE_CPU_FEATURES=", *folders]
    for source in sources:
        # Not the null device, which gcc deletes after an error if the user may.
        subprocess.run([compiler, *flags, source, "-o", tmp_path / "it.o"], cwd=ROOT, check=True)
