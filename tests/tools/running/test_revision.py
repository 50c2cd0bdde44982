"""The revision of an engine: that of its working tree, changes included."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from gtpengine.tools.running.engines import EngineSpec, revision_of


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_every_edit_is_another_engine(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    program = tree / "bin" / "engine"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tree / "search.py").write_text("PLAYOUTS = 1\n")
    (tree / "notes.md").write_text("one\n")
    (tree / ".gitignore").write_text("*.so\n")
    spec = EngineSpec("e", str(program))
    git(tmp_path, "init", "--quiet", str(tree))
    assert revision_of(spec) == ""  # no commit yet
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "--message", "all")
    clean = revision_of(spec)
    assert len(clean) == 12
    # What is no part of the engine does not count.
    (tree / "notes.md").write_text("two\n")
    (tree / "results.sqlite").write_text("games")
    (tree / "built.so").write_text("code")
    assert revision_of(spec) == clean
    seen = [clean]
    edits = ("search.py", "PLAYOUTS = 2\n"), ("search.py", "PLAYOUTS = 3\n")
    more = ("bin/new.py", "A = 1\n"), ("bin/new.py", "A = 2\n"), ("search.py", "\udce9 = 1\n")
    for name, text in (*edits, *more):
        (tree / name).write_bytes(text.encode(errors="surrogateescape"))
        seen.append(revision_of(spec))
        assert seen[-1].startswith(f"{clean}+") and revision_of(spec) == seen[-1]
    git(tree, "add", "bin/new.py")  # the same files, told in another way
    assert revision_of(spec).startswith(f"{clean}+")
    assert len(set(seen)) == len(seen)
    git(tree, "checkout", "--quiet", "search.py")
    git(tree, "rm", "--quiet", "-f", "bin/new.py")
    assert revision_of(spec) == clean
    assert revision_of(EngineSpec("e", "/bin/sh")) == ""
