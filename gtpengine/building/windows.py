"""How modules are compiled for Windows: by clang, as the package ``ziglang`` brings it.

Microsoft's compiler lacks atomics, target attributes and vectors as the sources use them, and GCC
for Windows lays vectors of 32 bytes on a stack that it aligns to 16. The package ``ziglang``, which
pip installs for the build, holds clang with headers and libraries for Windows; nothing else is
needed, not even Visual Studio. It compiles on Linux for Windows as well: then
``GTPENGINE_WINDOWS_PYTHON`` is the folder of a Python for Windows, with its ``include`` and
``libs``.

``CC`` names another clang with headers in the style of MinGW, such as the clang of llvm-mingw.
Clang-cl does without such headers; nobody has tried it.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sysconfig
from pathlib import Path
from typing import Final, Protocol

FOR_WINDOWS: Final = sysconfig.get_platform().startswith("win")

TARGET: Final = "x86_64-windows-gnu"

PYTHON_VARIABLE: Final = "GTPENGINE_WINDOWS_PYTHON"

MISSING: Final = (
    "no compiler for Windows: pip install ziglang, which brings one, or set CC to a clang"
)


class Compiler(Protocol):
    """What is used of a compiler of setuptools."""

    def set_executables(self, **words: str) -> None:
        """Set the command lines by the names of what they do."""


def command() -> str:
    """Return the words that start the compiler, quoted for setuptools.

    :raises ValueError: when no compiler is found.
    """
    if chosen := os.environ.get("CC"):
        return chosen
    found = importlib.util.find_spec("ziglang")
    if found is not None and found.submodule_search_locations:
        folder = found.submodule_search_locations[0]
        if path := shutil.which("zig", path=folder):
            return f'"{Path(path).as_posix()}" cc'
    if path := shutil.which("clang"):
        return f'"{Path(path).as_posix()}"'
    raise ValueError(MISSING)


def prepare(compiler: Compiler) -> None:
    """Let a compiler of setuptools, of its type ``mingw32``, compile as this module says."""
    start = f"{command()} -target {TARGET}"
    compiler.set_executables(compiler=start, compiler_so=start, linker_so=f"{start} -shared")


def cross_folders() -> tuple[Path, Path] | None:
    """Return where headers and import libraries of another machine's Python are; None for ours."""
    folder = os.environ.get(PYTHON_VARIABLE)
    return None if folder is None else (Path(folder, "include"), Path(folder, "libs"))
