"""Commits of this project, built and kept ready to play.

The files of a commit are laid out in a folder (a git work tree, or from an archive that another
machine sent), installed from there into a folder of its own, and removed. The folder appears when
it is complete; the next run finds it. It needs the Python that built it, whose packages it shares.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

from gtpengine.tools.running.progress import duration

from gtpengine.base.files.userpath import cache_folder
from gtpengine.base.files.wholefile import whole_file
from gtpengine.base.text.plain import plain
from gtpengine.programs.engine_process import APART

from .commits import Commit, CommitError

#: Lines of a failed build that are shown.
LAST_LINES: Final = 15
#: Seconds between two lines that say how far a build is.
LINE_SECONDS: Final = 10.0

#: After this time a build that has not ended is taken for dead.
LEFT_OVER_SECONDS: Final = 86400.0

_MAKING: Final = ".making-"
#: The lines in which setup.py says how far it is.
_STEP: Final = re.compile(r"(?:Translating|Compiling): .*")
_BENCH: Final = re.compile(r"^bench (\d+)$", re.MULTILINE)


class BuildError(ValueError):
    """A commit that cannot be built or does not run; the text says what to do."""


@dataclasses.dataclass(frozen=True, slots=True)
class Build:
    """A commit that is built: the program that runs it."""

    commit: Commit
    program: Path

    def signature(self) -> int:
        """Return the bench signature, measured once.

        :raises BuildError: if the program does not run
        """
        kept = self.program.with_name("signature")
        if kept.is_file():
            return int(kept.read_text(encoding="utf-8"))
        try:
            found = measured_signature([str(self.program)])
        except BuildError as error:
            error.args = (f"{self.commit} is built, but {error}",)
            raise
        with whole_file(kept) as file:
            file.write(str(found).encode())
        return found


def measured_signature(program: Sequence[str]) -> int:
    """Return the bench signature of the gtpengine that begins with these words.

    :raises BuildError: if it does not run
    """
    words = [*program, "bench", "--runs", "1"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise BuildError(f"{shlex.join(words)} fails: {error}") from None
    found = _BENCH.search(done.stdout)
    if done.returncode or not found:
        failed = BuildError(f"{shlex.join(words)} fails:")
        failed.add_note("\n".join(done.stderr.splitlines()[-LAST_LINES:]))
        raise failed
    return int(found[1])


class CommitSource(Protocol):
    """Where the files of commits come from."""

    def lay_out(self, commit: Commit, tree: Path) -> None:
        """Make the folder ``tree`` with the files of a commit."""

    def remove(self, tree: Path) -> None:
        """Remove a folder that ``lay_out`` made; nothing if there is none."""


class Archives:
    """Commits as tar archives that other machines sent, by hash (``Repository.archive``)."""

    def __init__(self) -> None:
        self.known: dict[str, bytes] = {}

    def lay_out(self, commit: Commit, tree: Path) -> None:
        """Unpack the archive.

        :raises BuildError: if it is none, or has files that lie outside
        """
        try:
            with tarfile.open(fileobj=io.BytesIO(self.known[commit.hash])) as archive:
                _unpack(archive, tree)
        except tarfile.TarError as error:
            raise BuildError(f"{commit}: its archive cannot be unpacked: {error}") from None

    def remove(self, tree: Path) -> None:
        """Remove the unpacked files."""
        shutil.rmtree(tree, ignore_errors=True)


Installer = Callable[[Path, Path], Sequence[str]]
"""From a work tree and a folder: the command that installs the one into the other."""


def pip_install(tree: Path, folder: Path) -> Sequence[str]:
    """Return the command that builds with this Python's packages, without the network."""
    return [
        *(sys.executable, "-P", "-m", "pip", "install", "--verbose", "--no-index"),
        *("--disable-pip-version-check", "--no-build-isolation", "--no-deps"),
        *("--target", str(folder), str(tree)),
    ]


def default_folder() -> Path:
    """Return the folder of builds in the user's cache."""
    return cache_folder() / "builds"


def _unpack(archive: tarfile.TarFile, tree: Path) -> None:
    """Unpack an archive of files and folders below ``tree``.

    :raises tarfile.TarError: when something else, or something outside, is in the archive
    """
    if hasattr(tarfile, "data_filter"):
        archive.extractall(tree, filter="data")
        return
    # Python 3.11.3 and before.
    for member in archive:
        inside = (tree / member.name).resolve().is_relative_to(tree.resolve())
        if not inside or not (member.isfile() or member.isdir()):
            raise tarfile.TarError(f"{member.name!r} is no file below its folder")
    archive.extractall(tree)


class Builder:
    """Builds commits of a source into ``folder``, each once."""

    def __init__(
        self,
        source: CommitSource,
        folder: Path,
        stopped: Callable[[], bool] = lambda: False,
        installer: Installer = pip_install,
    ) -> None:
        """``stopped`` is asked while a build runs."""
        self._source = source
        self._folder = folder.absolute()
        self._stopped = stopped
        self._installer = installer

    def build(self, commit: Commit) -> Build:
        """Return the build of a commit, made now unless there is one.

        :raises BuildError: if it cannot be built
        :raises CommitError: if git fails
        :raises KeyboardInterrupt: if it is stopped
        :raises OSError: if a folder cannot be written
        """
        if sys.platform == "win32":
            raise BuildError(f"{commit}: versions are built on Linux and macOS; give two programs")
        # What else decides the machine code.
        made_by = [sys.executable, sys.version, os.environ.get("GTPENGINE_NATIVE", "0")]
        key = hashlib.sha256(json.dumps(made_by).encode()).hexdigest()[:8]
        place = self._folder / f"{commit.hash[:12]}-{key}"
        built = Build(commit, place / "bin" / "gtpengine")
        if built.program.is_file():
            _say(f"{commit}: built before")
            return built
        self._folder.mkdir(parents=True, exist_ok=True)
        self._remove_left_over()
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(prefix=_MAKING, dir=self._folder) as scratch:
            made = Path(scratch, "build")
            self._install(commit, Path(scratch, "tree"), made)
            (made / "bin").mkdir(exist_ok=True)
            launcher = made / "bin" / "gtpengine"
            # pip's own launcher would not find the packages beside it.
            launcher.write_text(
                f"#!/bin/sh\nPYTHONPATH={shlex.quote(str(place))} exec"
                f' {shlex.quote(sys.executable)} -P -m gtpengine "$@"\n'
            )
            launcher.chmod(0o755)
            try:
                made.rename(place)
            except OSError:
                if not built.program.is_file():  # else another process was faster
                    raise
        _say(f"{commit}: built in {duration(time.monotonic() - begun)}")
        return built

    def _install(self, commit: Commit, tree: Path, folder: Path) -> None:
        self._source.lay_out(commit, tree)
        try:
            log = tree.with_name("log")
            status = self._run(commit, self._installer(tree, folder), log)
            if status:
                kept = self._folder / f"{commit.hash[:12]}.log"
                shutil.move(log, kept)
                lines = kept.read_text(errors="replace").splitlines()[-LAST_LINES:]
                failed = BuildError(
                    f"{commit} cannot be built (exit status {status}); the end of {kept}:"
                )
                failed.add_note("\n".join(lines))
                raise failed
        finally:
            self._source.remove(tree)

    def _remove_left_over(self) -> None:
        """Remove what builds left that were killed."""
        for scratch in self._folder.glob(f"{_MAKING}*"):
            if time.time() - scratch.stat().st_mtime > LEFT_OVER_SECONDS:
                with contextlib.suppress(CommitError):  # a work tree of another repository
                    self._source.remove(scratch / "tree")
                shutil.rmtree(scratch, ignore_errors=True)

    def _run(self, commit: Commit, words: Sequence[str], log: Path) -> int:
        """Run the installer, tell how far it is, and return its exit status."""
        _say(f"{commit}: building, which takes some minutes the first time")
        # ccache, where the compiler is one, shall find what other work trees have compiled.
        environment = {"CCACHE_BASEDIR": str(log.parent), "CCACHE_NOHASHDIR": "1", **os.environ}
        environment.pop("PYTHONPATH", None)  # what the caller has on its path is no part of it
        with log.open("wb") as file:
            process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                env=environment,
                cwd=log.parent,
                **APART,
            )
            begun = shown = time.monotonic()
            try:
                while True:
                    try:
                        return process.wait(0.2)
                    except subprocess.TimeoutExpired:
                        pass
                    if self._stopped():
                        raise KeyboardInterrupt
                    if time.monotonic() - shown >= LINE_SECONDS:
                        shown = time.monotonic()
                        steps = _STEP.findall(log.read_text(encoding="utf-8", errors="replace"))
                        text = f"{commit.short}: {duration(shown - begun)}"
                        _say(", ".join([text, *steps[-1:]]))
            finally:
                if process.poll() is None:
                    if sys.platform == "win32":
                        process.kill()
                    else:
                        os.killpg(process.pid, signal.SIGKILL)
                    process.wait()


def _say(text: str) -> None:
    print(plain(text), file=sys.stderr, flush=True)
