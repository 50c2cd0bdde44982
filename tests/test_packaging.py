"""What users install: the sdist, the wheel built from it, an editable install, make play.

Everything happens in copies of the tree under a temporary folder. The wheel is installed into a
new environment that has no compiler on its PATH.
"""

from __future__ import annotations

import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from gtpengine.building.families import FAMILY, families
from gtpengine.mcts.params.rows import GROUPS
from tests.wings import FOLDERS, ROOT

PACKAGES = {folder: package.replace(".", "/") for folder, package in FOLDERS.items()}
GAME = "boardsize 5\nkomi 0\nplay b c3\n7 genmove w\nquit\n"
LARGEST_WHEEL = 15_000_000
"""Bytes."""
PLAYS_WITHIN = 60
"""Seconds of a processor from a wheel to a move, with what it depends on."""
GAME_ANSWERS = r"=\n\n=\n\n=\n\n=7 ([A-HJ][1-5]|pass|resign)\n\n=\n\n"


GENERATED = {
    "gtpengine/config/options.py",
    "gtpengine/mcts/params/search_params.py",
    "gtpengine/mcts/params/rule_rows.py",
    *(f"gtpengine/mcts/params/{group}_values.pxd" for group in GROUPS),
    *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("gtpengine/lab/**/values.pxd")),
}
"""What setup.py writes before it builds; no checkout has them, each distribution has."""


def tracked_files() -> list[Path]:
    """The files of the tree that are not made by a build, relative to the root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("needs a git checkout to know which files belong to the project")
    return [Path(name) for name in listing.stdout.splitlines() if (ROOT / name).is_file()]


def copy_tree(target: Path) -> Path:
    for path in tracked_files():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, target / path)
    return target


def clean_environment(**extra: str) -> dict[str, str]:
    """The environment of a user: nothing of ours on the paths of Python, no build switches."""
    ours = ("PYTHON", "PIP_REQUIRE_VIRTUALENV", "GTPENGINE_", "MAKE", "MFLAGS", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"} | extra


def run(*command: object, cwd: Path, stdin: str = "", **extra: str) -> str:
    """Run *command* as a user would and return its stdout; its stderr is shown when it fails."""
    process = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        env=clean_environment(**extra),
        timeout=900,
        check=False,
    )
    assert process.returncode == 0, f"{command}\n{process.stdout}\n{process.stderr}"
    return process.stdout


@dataclass(frozen=True)
class Environment:
    """A new virtual environment."""

    path: Path

    @property
    def bin(self) -> Path:
        return self.path / "bin"

    def site_packages(self) -> set[str]:
        [folder] = self.path.glob("lib/python*/site-packages")
        return {entry.name for entry in folder.iterdir()} - {"__pycache__"}

    def check_engine(self, cwd: Path) -> None:
        """Play and ask for the version, from a folder where the source tree is not in reach."""
        version = run(self.bin / "gtpengine", "--version", cwd=cwd)
        assert re.fullmatch(r"gtpengine 0\.\d+\.\d+\n", version)
        answers = run(self.bin / "gtpengine", "--simulations", 50, cwd=cwd, stdin=GAME)
        assert re.fullmatch(GAME_ANSWERS, answers)
        assert "--simulations N" in run(self.bin / "python", "-m", "gtpengine", "--help", cwd=cwd)
        code = "import gtpengine.tools, gtpengine.books, gtpengine.patterns"
        run(self.bin / "python", "-c", code, cwd=cwd)


def new_environment(path: Path) -> Environment:
    venv.create(path, with_pip=True, symlinks=True)
    return Environment(path)


def build(factory: pytest.TempPathFactory, *options: str) -> Path:
    """Where ``python -m build`` leaves what it makes, with the build tools of this environment."""
    out = factory.mktemp("dist")
    tree = copy_tree(factory.mktemp("source"))
    run(sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", out, ".", cwd=tree)
    return out


def test_sdist_holds_the_project(tmp_path_factory: pytest.TempPathFactory) -> None:
    [sdist] = build(tmp_path_factory, "--sdist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {str(path) for path in tracked_files() if path.name != ".gitignore"}
    assert (wanted | GENERATED) - names == set()
    assert {name for name in names if name.endswith((".so", ".c", ".pyc"))} == set()


@pytest.mark.slow
def test_wheel_works_without_a_compiler(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    """And holds the packages, nothing else: one test, lest two processes compile it."""
    [wheel] = build(tmp_path_factory).glob("*.whl")
    check_content(wheel)
    check_install(wheel, tmp_path)


def processor_seconds() -> float:
    """What the children of this process have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check_content(wheel: Path) -> None:
    assert wheel.stat().st_size < LARGEST_WHEEL
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    joined = {path.relative_to(ROOT) for _, sources in families(ROOT) for path in sources}
    made = [f"{folder.relative_to(ROOT)}/{FAMILY}" for folder, _ in families(ROOT)]
    wanted = {*GENERATED, *(name + suffix for name in (*made, "board_ext/arrays"))}
    for path in tracked_files():
        if path.parts[0] in PACKAGES and len(path.parts) > 1 and path not in joined:
            inside = Path(PACKAGES[path.parts[0]], *path.parts[1:])
            wanted.add(
                str(inside.with_name(inside.stem + suffix) if path.suffix == ".pyx" else inside)
            )
    packed = {name for name in names if ".dist-info/" not in name}
    assert packed == wanted


def check_install(wheel: Path, tmp_path: Path) -> None:
    environment = new_environment(tmp_path / "env")
    path = str(environment.bin)
    assert shutil.which("cc", path=path) is None
    pip = (environment.bin / "python", "-m", "pip", "install", "--quiet")
    before = environment.site_packages()
    run(*pip, "--no-deps", wheel, cwd=tmp_path, PATH=path)
    added = {name for name in environment.site_packages() - before if "dist-info" not in name}
    assert added == {"gtpengine", "board_ext"}
    begun = processor_seconds()
    run(*pip, wheel, cwd=tmp_path, PATH=path)
    environment.check_engine(tmp_path)
    assert processor_seconds() - begun < PLAYS_WITHIN
    check_extras(environment, tmp_path)


def check_extras(environment: Environment, cwd: Path) -> None:
    """A command that lacks packages names the line that installs them here."""
    for extra in ("web", "review x.sgf", "match a b"):
        command = [str(environment.bin / "gtpengine"), *extra.split()]
        done = subprocess.run(
            command, cwd=cwd, capture_output=True, text=True, env=clean_environment(), check=False
        )
        assert (done.returncode, done.stdout) == (2, "")
        line = done.stderr.partition("install it with: ")[2]
        python, *words = shlex.split(line)
        assert Path(python) == environment.bin / "python"
        assert words[:3] == ["-m", "pip", "install"] and any("inja2" in word for word in words)


@pytest.mark.slow
def test_pip_install_of_the_tree(tmp_path: Path) -> None:
    tree = copy_tree(tmp_path / "tree")
    environment = new_environment(tmp_path / "env")
    run(environment.bin / "python", "-m", "pip", "install", "--quiet", ".", cwd=tree)
    environment.check_engine(tmp_path)


@pytest.mark.slow
def test_isolated_build_and_editable_install_see_edits(tmp_path: Path) -> None:
    tree = copy_tree(tmp_path / "tree")
    environment = new_environment(tmp_path / "env")
    run(environment.bin / "python", "-m", "pip", "install", "--quiet", "-e", ".", cwd=tree)
    environment.check_engine(tmp_path)
    check_edits(tree, environment, tmp_path)


@pytest.mark.slow
def test_make_play_prints_gtp_only_and_rebuilds_what_changed(tmp_path: Path) -> None:
    tree = copy_tree(tmp_path / "tree")
    for flags in (["-s"], []):
        answers = run("make", *flags, "play", "ARGS=--simulations 50", cwd=tree, stdin=GAME)
        assert re.fullmatch(GAME_ANSWERS, answers)
    [extension] = (tree / "board_ext" / "lowlevel").glob("cpu.*.so")
    built = extension.stat().st_mtime_ns
    run("make", "build", cwd=tree)
    assert extension.stat().st_mtime_ns == built
    (tree / "board_ext" / "lowlevel" / "cpu.pyx").touch()
    run("make", "build", cwd=tree)
    assert extension.stat().st_mtime_ns > built
    check_edits(tree, Environment(tree / ".venv"), tmp_path)


def check_edits(tree: Path, environment: Environment, tmp_path: Path) -> None:
    """A new module of the tree can be imported at once."""
    for folder in ("tools", "patterns", "gtpengine/mcts"):
        (tree / folder / "fresh.py").write_text("ANSWER = 42\n")
        name = f"{PACKAGES.get(folder, folder)}/fresh".replace("/", ".")
        code = f"import {name} as fresh; print(fresh.ANSWER)"
        assert run(environment.bin / "python", "-c", code, cwd=tmp_path) == "42\n"


TRANSLATES = """
import os, sys, time, setup
from Cython.Build import Cache, cythonize

opened = Cache.gzip_open
def slow(path, mode):
    file = opened(path, mode)
    time.sleep(2.0 * (mode == "wb"))
    return file
Cache.gzip_open = slow
print("ready", flush=True)
sys.stdin.readline()
with setup.alone_in_cache(setup.has_cache()):
    cythonize("one.pyx", build_dir=sys.argv[1], cache=True, quiet=True, language_level=3)
"""
"""Its writing into the cache is slow, so that both processes are at it."""


def test_two_builds_share_a_cache(tmp_path: Path) -> None:
    """Without a lock the second one looks for a file that the first one has renamed."""
    (tmp_path / "one.pyx").write_text("ONE = 1\n", encoding="utf-8")
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "CYTHON_CACHE_DIR": str(tmp_path / "cache"),
    }
    both = [
        subprocess.Popen(
            [sys.executable, "-c", TRANSLATES, folder], cwd=tmp_path, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for folder in ("a", "b")
    ]  # fmt: skip
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [(process.communicate()[1], process.returncode) for process in both] == [("", 0)] * 2
    assert len(list((tmp_path / "cache").rglob("*.gz"))) == 1
