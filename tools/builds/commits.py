"""Commits of a git repository: what a name means, and which signature a commit promises.

``.`` names the working tree. It becomes a commit object that belongs to no branch, so everything
else need not know of uncommitted work. Ignored files are not part of it.
"""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Final

WORKING_TREE: Final = "."
UNCOMMITTED: Final = "uncommitted work on"
"""How the subject of a commit begins that holds the working tree."""

_NUMBER: Final = re.compile(
    r"\bbench(?: signature)?(?: unchanged)?[:,]? (\d{4,20})\b", re.IGNORECASE
)
_UNCHANGED: Final = re.compile(r"\bno functional change\b", re.IGNORECASE)
#: Commits that are looked through for the signature that "no functional change" refers to.
_LOOKED_THROUGH: Final = 1000


class CommitError(ValueError):
    """A commit that cannot be used; the text says what to do."""


@dataclasses.dataclass(frozen=True, slots=True)
class Commit:
    """A commit: its full hash, and the first line of its message."""

    hash: str
    subject: str

    @property
    def short(self) -> str:
        """The first eight digits of the hash."""
        return self.hash[:8]

    @property
    def name(self) -> str:
        """A name for an engine."""
        return f"{'uncommitted-' * self.subject.startswith(UNCOMMITTED)}{self.short}"

    def __str__(self) -> str:
        return f"{self.short} {self.subject}"


class Repository:
    """The git repository that holds a folder."""

    def __init__(self, folder: Path) -> None:
        """Find it.

        :raises CommitError: if there is none
        """
        self.top = folder
        try:
            self.top = Path(self.git("rev-parse", "--show-toplevel"))
        except CommitError as error:
            raise CommitError(
                f"{folder} is in no git repository ({error}); run this in a clone of the project"
            ) from None

    def git(self, *words: str, **environment: str) -> str:
        """Return what git prints.

        :raises CommitError: if git is missing or fails
        """
        try:
            done = subprocess.run(
                ["git", "-C", str(self.top), *words],
                capture_output=True,
                check=True,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
            )
        except FileNotFoundError:
            raise CommitError("git is not installed") from None
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode(errors="replace").strip().splitlines()
            raise CommitError(f"git: {said[-1] if said else error}") from None
        return done.stdout.decode(errors="replace").rstrip("\n")

    def commit(self, name: str) -> Commit:
        """Return the commit called ``name``: a hash, a branch, ``HEAD~3``, or ``.``.

        :raises CommitError: if there is none, or it is not one of this project
        """
        if name == WORKING_TREE:
            found = self._working_tree()
        else:
            try:
                words = ("rev-parse", "--verify", "--quiet", "--end-of-options")
                found = self.git(*words, f"{name}^{{commit}}")
            except CommitError:
                raise CommitError(
                    f"{self.top} has no commit {name!r}; git log --oneline lists them, and"
                    f" {WORKING_TREE!r} is the working tree"
                ) from None
        try:
            self.git("cat-file", "-e", f"{found}:gtpengine/__init__.py")
        except CommitError:
            raise CommitError(
                f"{name!r} has no gtpengine/__init__.py; run this in a clone of the project"
            ) from None
        return Commit(found, self.git("log", "-1", "--format=%s", found))

    def is_before(self, first: Commit, second: Commit) -> bool:
        """Return whether ``first`` is an ancestor of ``second``."""
        try:
            self.git("merge-base", "--is-ancestor", first.hash, second.hash)
        except CommitError:
            return False
        return True

    def _working_tree(self) -> str:
        """Return the hash of a commit that holds the working tree; HEAD's if the tree is clean."""
        head = self.git("rev-parse", "HEAD")
        with tempfile.TemporaryDirectory() as folder:
            index = {"GIT_INDEX_FILE": str(Path(folder, "index"))}
            self.git("read-tree", "HEAD", **index)
            self.git("add", "--all", **index)
            tree = self.git("write-tree", **index)
        if tree == self.git("rev-parse", "HEAD^{tree}"):
            return head
        # The same tree gives the same commit, whoever makes it and when.
        who = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "gtpengine"), ("EMAIL", ""), ("DATE", "@0 +0000"))
        }
        subject = self.git("log", "-1", "--format=%s", head)
        message = f"{UNCOMMITTED} {head[:8]} {subject}"
        return self.git("commit-tree", tree, "-p", head, "-m", message, **who)

    def lay_out(self, commit: Commit, tree: Path) -> None:
        """Make the folder ``tree``, a work tree with the files of a commit.

        :raises CommitError: if git fails
        """
        words = ("-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach", str(tree))
        self.git(*words, commit.hash)

    def remove(self, tree: Path) -> None:
        """Remove a work tree.

        :raises CommitError: if git fails, or it is not one of this repository
        """
        self.git("worktree", "remove", "--force", str(tree))

    def archive(self, commit: Commit) -> bytes:
        """Return the files of a commit as a compressed tar archive (some 12 MB).

        :raises CommitError: if git fails
        """
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "files.tar.gz")
            self.git("archive", "--format=tar.gz", f"--output={file}", commit.hash)
            return file.read_bytes()

    def promised(self, commit: Commit) -> int | None:
        """Return the bench signature that a commit's message states.

        "No functional change" promises the parent's. None if no message says either.
        """
        log = self.git(
            "log", "--first-parent", f"-{_LOOKED_THROUGH}", "--format=%s %b%x00", commit.hash
        )
        for message in log.split("\0"):
            text = " ".join(message.split())
            if number := _NUMBER.search(text):
                return int(number[1])
            if not _UNCHANGED.search(text):
                return None
        return None
