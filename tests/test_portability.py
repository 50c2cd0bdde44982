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
from board_ext.lowlevel import cpu
from tests.windows import wine

ROOT = Path(__file__).resolve().parents[1]
EXTENSIONS = sorted(
    path
    for package in (board_ext, gtpengine)
    for path in Path(package.__file__ or "").parent.rglob("*.so")
)
FOLDERS = sorted({path.parent for path in EXTENSIONS})

COMPILED = {
    "x86_64-macos": "macosx-11.0-x86_64",
    "aarch64-macos": "macosx-11.0-arm64",
    "x86_64-linux-musl": "linux-x86_64",
    "aarch64-linux-musl": "linux-aarch64",
}
"""What is compiled for and never run: clang's target -> the system in setuptools' words."""

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


def test_no_sanitizers_on_windows() -> None:
    environment = os.environ | {"_PYTHON_HOST_PLATFORM": "win-amd64", "GTPENGINE_BUILD": "asan"}
    done = subprocess.run(
        [sys.executable, "-c", "import setup"], cwd=ROOT, env=environment, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "GTPENGINE_BUILD=asan: the sanitizers run on Linux and macOS alone\n"


@pytest.fixture(scope="module")
def translated() -> tuple[Path, list[str]]:
    """The folder of the C files that the build has translated, and their paths from the root."""
    folder = Path("build/cython-release")
    code = "import setup; print(*(e.sources[0] for e in setup.find_extensions()))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop("GTPENGINE_BUILD", None)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True,
        check=True,
    )  # fmt: skip
    sources = [str((folder / source).with_suffix(".c")) for source in done.stdout.split()]
    assert len(sources) > 60
    missing = [source for source in sources if not (ROOT / source).exists()]
    assert not missing, f"make build first: {missing}"
    return folder, sources


def flags_for(folder: Path) -> list[str]:
    """What every C file is compiled with, for another machine."""
    include = Path(sysconfig.get_path("include"))
    # Cython copies the headers that it is told of; what those include is in the tree.
    folders = [f"-I{folder}" for folder in (include, folder, ROOT)]
    # What the compiler refuses, such as an instruction the machine lacks, needs no optimising.
    return ["-c", "-O0", "-DGTPENGINE_CPU_FEATURES=", *folders]


@PORTABLE
@pytest.mark.slow
def test_compiles_for_aarch64(translated: tuple[Path, list[str]], tmp_path: Path) -> None:
    compiler = tool("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu libc6-dev-arm64-cross")
    folder, sources = translated
    include = Path(sysconfig.get_path("include"))
    # Debian keeps pyconfig.h by architecture; that of x86-64 serves, both being LP64.
    config = include.parent / "x86_64-linux-gnu" / include.name / "pyconfig.h"
    if config.exists():
        target = tmp_path / "aarch64-linux-gnu" / include.name
        target.mkdir(parents=True)
        shutil.copy(config, target)
    for source in sources:
        # Not the null device, which gcc deletes after an error if the user may.
        output = ["-o", str(tmp_path / "it.o")]
        command = [compiler, *flags_for(folder), f"-I{tmp_path}", source, *output]
        subprocess.run(command, cwd=ROOT, check=True)


@PORTABLE
@pytest.mark.slow
@pytest.mark.parametrize(("target", "system"), COMPILED.items())
def test_compiles_without_a_warning(
    target: str, system: str, translated: tuple[Path, list[str]], tmp_path: Path
) -> None:
    """By clang with the headers of the system, which ziglang has; nothing is run."""
    try:
        compiler = wine.compiler()
    except wine.LackingError as error:
        pytest.skip(str(error))
    folder, sources = translated
    code = "import setup; print(*setup.machine_flags())"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "_PYTHON_HOST_PLATFORM": system}
    told = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout
    # Zig has another name for this level of CPUs.
    machine = told.replace("-march=x86-64-v2 -mtune=generic", "-mcpu=x86_64_v2").split()
    # Cython compares numbers of both signs, drops const from a pointer that it keeps, and writes a
    # function that it does not call.
    allowed = ["-Wno-sign-compare", "-Wno-incompatible-pointer-types-discards-qualifiers",
               "-Wno-unused-function"]  # fmt: skip
    warnings = ["-Wall", "-Wextra", *allowed, "-Werror"]
    start = [str(compiler), "cc", "-target", target, "-g0", *machine, *warnings]
    for source in sources:
        command = [*start, *flags_for(folder), source, "-o", str(tmp_path / "it.o")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{source}\n{done.stderr[-3000:]}"
