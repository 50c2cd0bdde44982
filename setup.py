"""Build script: finds the packages and every Cython module; metadata lives in pyproject.toml.

Environment variables read here:

- ``GTPENGINE_NATIVE=1``: compile for this very machine instead of the portable baseline (x86-64-v2
  on x86-64, the compiler's default elsewhere).
- ``GTPENGINE_BUILD=release|debug|asan|ubsan|tsan``: which build; release when unset.
- ``GTPENGINE_LAB=0``: without the laboratory; the engine plays without it.
- ``GTPENGINE_PROBES=0``: without the probes, which tests look through.
- ``GTPENGINE_LEARNERS=0``: without what learns from games.
- ``GTPENGINE_TOOLS=0``: without what clusters, training and measuring alone use.
- ``GTPENGINE_COMPILED=1``: another process compiles in place; an editable install need not look.
- ``GTPENGINE_JOBS=N``: how many processes translate and compile; one per usable CPU when unset.
- ``CYTHON_CACHE_DIR``: where Cython keeps what it translated; without it nowhere. A second copy of
  the tree that is built in the same environment is not translated again.

Extensions are C, built with gcc or clang; for Windows see gtpengine/building/windows.py. They need
no numpy headers, because arrays cross the border as buffers; building needs only Cython.
"""

from __future__ import annotations

import gc
import importlib.util
import os
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partialmethod
from inspect import signature
from pathlib import Path
from types import ModuleType

from setuptools import Extension, find_packages, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
BUILD = os.environ.get("GTPENGINE_BUILD") or "release"
NATIVE = os.environ.get("GTPENGINE_NATIVE", "0").lower() in ("1", "yes", "on", "true")
# Variable -> folders and modules that are compiled unless it says no.
OPTIONAL = {
    "GTPENGINE_LAB": ("gtpengine/lab/",),
    "GTPENGINE_PROBES": ("board_ext/benches/", "gtpengine/mcts/probes/"),
    "GTPENGINE_LEARNERS": ("gtpengine/learning/",),
    "GTPENGINE_TOOLS": (
        "board_ext/solvers/regions", "board_ext/solvers/semeai", "gtpengine/cluster/digests/",
        "gtpengine/network/rawoutputs", "gtpengine/network/timing", "gtpengine/prediction/harvest",
    ),
}  # fmt: skip
# Modules that work at most once a move, or answer people. They are hardly optimised, which halves
# the time of compiling them.
RARELY_RUN = (
    "board_ext/board_view", "board_ext/position", "board_ext/solvers/proofs/lifedeath",
    "board_ext/tactics/probe", "gtpengine/mcts/doors/python_evaluator",
    "gtpengine/mcts/moves/patterns3", "gtpengine/mcts/moves/reasons",
    "gtpengine/mcts/params/cparams", "gtpengine/mcts/search/kept_tree",
    "gtpengine/mcts/search/memory", "gtpengine/mcts/search/reports",
    "gtpengine/mcts/search/rootview", "gtpengine/mcts/search/terms",
    "gtpengine/mcts/search/worker_pool", "gtpengine/mcts/searcher",
    "gtpengine/mcts/views/playout_view", "gtpengine/mcts/views/playouts", "gtpengine/network/net",
    "gtpengine/prediction/rankmodel",
)  # fmt: skip
X86_64 = sysconfig.get_platform().endswith(("x86_64", "amd64"))
WINDOWS = sysconfig.get_platform().startswith("win")
# Not so with macOS's "universal2", which is compiled for two architectures at once.
ARM64 = sysconfig.get_platform().endswith(("aarch64", "arm64"))

# Compiling takes twice as long as translating.
COMPILING = 2.0

# Python looks for cycles each time that Cython has made so many objects. With Python's own number
# the looks take a sixth of the time of translating; with this number a process has 100 MB more.
COLLECTED_AFTER = 1_000_000

# The compiler takes longest for this module, although its C file is not the longest.
SLOWEST = "gtpengine.network.kernel.convolution"

# Compiled for any machine of the architecture, because it checks the CPU for the others.
PORTABLE = "board_ext.lowlevel.cpu"

# What Cython writes for arrays (typed memoryviews), once for all modules that have some. No inner
# loop calls that.
SHARED = "board_ext.arrays"

# CPU features that the compiler may use beyond plain x86-64: the macro it predefines and the name
# in board_ext/lowlevel/cpuid.h. The first five make x86-64-v2.
BASELINE_FEATURES = {
    "__SSE3__": "sse3", "__SSSE3__": "ssse3", "__SSE4_1__": "sse4.1", "__SSE4_2__": "sse4.2",
    "__POPCNT__": "popcnt",
}  # fmt: skip
NATIVE_FEATURES = BASELINE_FEATURES | {
    "__AVX__": "avx", "__AVX2__": "avx2", "__FMA__": "fma", "__BMI__": "bmi", "__BMI2__": "bmi2",
    "__LZCNT__": "lzcnt", "__AVX512F__": "avx512f", "__AVX512VL__": "avx512vl",
    "__AVX512BW__": "avx512bw", "__AVX512DQ__": "avx512dq", "__AVX512CD__": "avx512cd",
    "__AVX512VBMI__": "avx512vbmi", "__AVX512VPOPCNTDQ__": "avx512vpopcntdq",
    "__AVX512BITALG__": "avx512bitalg",
}  # fmt: skip

# Build -> compiler flags, linker flags.
BUILDS: dict[str, tuple[list[str], list[str]]] = {
    # What gcc warns of in generated code is for those who work on it: see the debug build. Python's
    # own flags may ask for what a debugger reads, which takes a third of the time of compiling.
    "release": (["-O3", "-w", "-g0"], []),
    "debug": (["-O1", "-g", "-UNDEBUG", "-DGTPENGINE_DEBUG"], []),
    "asan": (["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address"],
             ["-fsanitize=address"]),
    "ubsan": (["-O1", "-g", "-fsanitize=undefined", "-fno-sanitize-recover=undefined"],
              ["-fsanitize=undefined"]),
    "tsan": (["-O1", "-g", "-fsanitize=thread"], ["-fsanitize=thread"]),
}  # fmt: skip
if BUILD not in BUILDS:
    sys.exit(f"GTPENGINE_BUILD={BUILD} is not known: choose {', '.join(BUILDS)}")
if WINDOWS and BUILD in ("asan", "ubsan", "tsan"):
    sys.exit(f"GTPENGINE_BUILD={BUILD}: the sanitizers run on Linux and macOS alone")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": BUILD == "debug",
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": BUILD == "debug",
    "freethreading_compatible": True,
}


def machine_flags() -> list[str]:
    """Return the flags about the machine of this build.

    Where the CPU multiplies and adds in one step, with one rounding, compilers would use that, and
    searches could differ from the portable build's; x86-64-v2 has no such instruction.
    """
    if not X86_64:
        return ["-ffp-contract=off", *(["-mcpu=native"] if NATIVE and ARM64 else [])]
    if NATIVE:
        # With AVX-512, gcc 12 makes playouts a fifth slower on an AMD Zen 4. -mno-avx512f mends
        # that; narrow vectors win the last three per cent.
        narrow = ["-mno-avx512f", "-mprefer-vector-width=128"]
        return ["-march=native", "-ffp-contract=off", *narrow]
    # The same instructions; the names of CPUs differ between compilers for Windows.
    return ["-msse4.2", "-mpopcnt"] if WINDOWS else ["-march=x86-64-v2", "-mtune=generic"]


def required_features() -> list[str]:
    """Return the CPU features the extensions may use beyond plain x86-64."""
    if not X86_64:
        return []
    if not NATIVE:
        return list(BASELINE_FEATURES.values())
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    command = [*compiler, *machine_flags(), "-dM", "-E", "-x", "c", os.devnull]
    macros = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return [name for macro, name in NATIVE_FEATURES.items() if macro in macros]


def find_sources() -> dict[str, Path]:
    """Return the source of each module that is built: a .pyx below board_ext/ and gtpengine/, or a
    family."""
    building = source_module("gtpengine.building.families")
    try:
        families: dict[str, Path] = building.write(ROOT)
    except ValueError as error:
        sys.exit(f"families: {error}")
    joined = {path for _, sources in building.families(ROOT) for path in sources}
    found = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for folder in ("board_ext", "gtpengine")
        for path in sorted((ROOT / folder).rglob("*.pyx"))
        if path not in joined
    }
    found |= families
    left_out = tuple(
        folder
        for variable, folders in OPTIONAL.items()
        if os.environ.get(variable, "1").lower() not in ("1", "yes", "on", "true")
        for folder in folders
    )
    return {
        name: path
        for name, path in found.items()
        if not name.replace(".", "/").startswith(left_out)
    }


def find_extensions() -> list[Extension]:
    """Return one extension for each module."""
    compile_flags, link_flags = BUILDS[BUILD]
    extensions = []
    for name, path in find_sources().items():
        portable = name == PORTABLE
        rarely_run = name.replace(".", "/") in RARELY_RUN
        features = " ".join(f'F("{feature}")' for feature in required_features())
        extensions.append(
            Extension(
                name,
                [path.relative_to(ROOT).as_posix()],
                include_dirs=["."],
                define_macros=[("GTPENGINE_CPU_FEATURES", features)] if portable else [],
                extra_compile_args=[
                    *compile_flags,
                    *([] if portable else machine_flags()),
                    *(["-O1"] if rarely_run else []),
                ],
                extra_link_args=link_flags,
            )
        )
    arrays = Extension(
        SHARED,
        [SHARED.replace(".", "/") + ".c"],
        extra_compile_args=[*compile_flags, *machine_flags(), "-O1"],
        extra_link_args=link_flags,
    )
    return [*extensions, arrays]


def slowest_first(extension: Extension) -> tuple[bool, int]:
    """A key for sorting: what the compiler does last should be short, lest other cores wait."""
    return extension.name != SLOWEST, -(ROOT / extension.sources[0]).stat().st_size


def jobs() -> int:
    """Return how many processes may work at once."""
    if "GTPENGINE_JOBS" in os.environ:
        return max(1, int(os.environ["GTPENGINE_JOBS"]))
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_cache() -> bool:
    """Return whether Cython keeps what it translates."""
    return bool(os.environ.get("CYTHON_CACHE_DIR"))


@contextmanager
def alone_in_cache(cached: bool) -> Iterator[None]:
    """Wait until no other process uses Cython's cache, if this one does.

    A file in it has the same name in all processes until it is whole.
    """
    if not cached or importlib.util.find_spec("fcntl") is None:
        yield
        return
    import fcntl

    folder = Path(os.environ["CYTHON_CACHE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class BuildExt(build_ext):
    """Translate with Cython, in parallel and outside the source tree, then compile in parallel.

    Both steps redo only what changed: Cython follows the cimported .pxd files, the C compiler
    follows the C file that Cython rewrote, and other flags than last time redo everything.
    """

    def finalize_options(self) -> None:
        if self.editable_mode:
            # As build_ext --inplace does, instead of compiling all again in a folder for once.
            place = f"{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
            self.build_lib = f"build/lib.{place}"
            self.build_temp = f"build/temp.{place}"
        super().finalize_options()
        if WINDOWS:
            windows = source_module("gtpengine.building.windows")
            self.compiler = "mingw32"
            try:
                os.environ["CC"] = windows.command()  # setuptools looks for it, too
            except ValueError as error:
                sys.exit(str(error))
            if folders := windows.cross_folders():
                include, libraries = folders
                self.include_dirs, self.library_dirs = [str(include)], [str(libraries)]
                [library] = libraries.glob("python3[0-9]*.lib")
                self.libraries.append(library.stem)

    def build_extensions(self) -> None:
        if WINDOWS:
            source_module("gtpengine.building.windows").prepare(self.compiler)
        super().build_extensions()

    def get_export_symbols(self, _extension: Extension) -> list[str]:
        """None beyond those that Python's own headers export."""
        return []

    def run(self) -> None:
        from Cython.Build import cythonize
        from Cython.Compiler.Main import Context

        gc.set_threshold(COLLECTED_AFTER)
        # Cython takes each imported name for a module, too, and looks for it in all folders of
        # Python. That takes five seconds, in which the other cores wait; none has any of ours.
        if "sys_path" in signature(Context.find_pxd_file).parameters:  # not a promise of Cython's
            Context.find_pxd_file = partialmethod(Context.find_pxd_file, sys_path=False)
        scratch = ROOT / "build" / f"cython-{BUILD}"
        scratch.mkdir(parents=True, exist_ok=True)
        # Changed flags leave no trace in time stamps, hence this record of the flags of each place.
        record = scratch / ("flags-inplace" if self.inplace else "flags")
        each = {repr((e.define_macros, e.extra_compile_args, e.extra_link_args))
                for e in self.extensions}  # fmt: skip
        environment = [os.environ.get(name) for name in ("CC", "CFLAGS", "LDFLAGS")]
        flags = repr((DIRECTIVES, sys.version, environment, sorted(each)))
        self.force = self.force or not record.exists() or record.read_text() != flags
        record.unlink(missing_ok=True)
        # Cython never asks its cache where it is forced; a new folder needs no force.
        cached = has_cache() and not any(scratch.rglob("*.c"))
        progress = source_module("gtpengine.building.progress").BuildProgress
        translated = {}
        with (
            alone_in_cache(cached),
            progress("Translating", self.untranslated(scratch), COMPILING),
        ):
            # What checks the CPU imports nothing that is compiled for a newer one.
            for shared in (None, SHARED):
                group = [e for e in self.extensions if (e.name == PORTABLE) == (shared is None)]
                for extension in cythonize(
                    group,
                    build_dir=str(scratch.relative_to(ROOT)),
                    compiler_directives=DIRECTIVES,
                    force=bool(self.force) and not cached,
                    cache=cached,
                    nthreads=min(jobs(), len(group)),
                    quiet=True,
                    shared_utility_qualified_name=shared,
                ):
                    translated[extension.name] = extension
        for extension in self.extensions:
            extension.sources = translated[extension.name].sources
            extension.depends = translated[extension.name].depends
        self.extensions.sort(key=slowest_first)
        self.parallel = self.parallel or jobs()
        with progress("Compiling", self.uncompiled()):
            super().run()
        record.write_text(flags)
        if self.inplace:
            self.remove_orphans()

    def untranslated(self, scratch: Path) -> dict[Path, int]:
        """The C files that Cython will write, each with the size of its source."""
        from Cython.Build.Dependencies import create_dependency_tree

        tree = create_dependency_tree()
        files = {}
        for extension in self.extensions:
            [source] = extension.sources
            if extension.name == SHARED:
                continue
            path = (scratch / source).with_suffix(".c")
            if self.force or not path.exists() or (
                path.stat().st_mtime < tree.newest_dependency(source)[0]
            ):  # fmt: skip
                files[path] = (ROOT / source).stat().st_size
        return files

    def uncompiled(self) -> dict[Path, int]:
        """The libraries that the compiler will write, each with the size of its C file."""
        files = {}
        for extension in self.extensions:
            source = ROOT / extension.sources[0]
            path = ROOT / self.build_lib / self.get_ext_filename(extension.name)
            if self.force or not path.exists() or path.stat().st_mtime < source.stat().st_mtime:
                files[path] = source.stat().st_size
        return files

    def remove_orphans(self) -> None:
        """Remove modules compiled in place whose source is gone, lest they be imported."""
        made = {Path(self.get_ext_fullpath(e.name)).resolve() for e in self.extensions}
        for folder in ("board_ext", "gtpengine"):
            for path in (ROOT / folder).rglob("*" + sysconfig.get_config_var("EXT_SUFFIX")):
                if path not in made:
                    path.unlink()


class Build(build):
    """Remove everything of an earlier build: all that lies in build_lib goes into a wheel."""

    def run(self) -> None:
        super().run()
        made = {
            Path(name).resolve()
            for command in self.get_sub_commands()
            for name in self.get_finalized_command(command).get_outputs()
        }
        for path in Path(self.build_lib).resolve().rglob("*.*"):
            if path.is_file() and path not in made:
                path.unlink()


def source_module(name: str) -> ModuleType:
    """Import a module of plain Python from packages that want compiled ones."""
    for package in ("board_ext", "gtpengine", "gtpengine.mcts"):
        module = sys.modules[package] = ModuleType(package)
        module.__path__ = [str(ROOT.joinpath(*package.split(".")))]
    try:
        return importlib.import_module(name)
    finally:
        for known in [n for n in sys.modules if n.partition(".")[0] in ("board_ext", "gtpengine")]:
            del sys.modules[known]


def write_generated() -> None:
    """Write the code that follows from rows; the rows of rules make a part of the parameters."""
    for name in ("rulecode", "paramcode"):
        try:
            source_module(f"gtpengine.building.{name}").write(ROOT)
        except ValueError as error:
            sys.exit(f"{name}: {error}")


def find_mapped_packages() -> list[str]:
    """Return the names of the packages whose folders pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = []
    for name, folder in project["tool"]["setuptools"]["package-dir"].items():
        packages.append(name)
        packages += [f"{name}.{child}" for child in find_packages(str(ROOT / folder))]
    return packages


if __name__ == "__main__":
    compiles = os.environ.get("GTPENGINE_COMPILED") != "1"
    if compiles:
        write_generated()
    setup(
        packages=find_packages(str(ROOT), include=["board_ext*", "gtpengine*"])
        + find_mapped_packages(),
        ext_modules=find_extensions() if compiles else [],
        cmdclass={"build": Build, "build_ext": BuildExt},
    )
