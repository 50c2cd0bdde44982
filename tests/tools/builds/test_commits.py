"""``sprt --commits``: two commits of a tiny repository, built by copying, and a real one."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from gtpengine.tools.builds import builds
from gtpengine.tools.builds.builds import Builder, BuildError
from gtpengine.tools.builds.commits import Commit, CommitError, Repository
from gtpengine.tools.matches import change
from gtpengine.tools.storage.store import Store

from gtpengine.cli import main
from tests.tools.conftest import DUMMY
from tests.wings import ROOT

ENGINE = """import runpy, sys
if sys.argv[1:2] == ["bench"]:
    print("board 9x9 7\\nbench {signature}")
    sys.exit({status})
sys.argv[1:] = ["--elo", "{elo}", *sys.argv[1:]]
runpy.run_path({dummy!r}, run_name="__main__")
"""


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=someone", "-c", "user.email=someone@example.org")
    words = ("git", "-C", str(folder), *who, *words)
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


class Project:
    """A repository whose engine is the dummy, with a strength and a signature."""

    def __init__(self, top: Path) -> None:
        self.top = top
        (top / "gtpengine").mkdir(parents=True)
        (top / "gtpengine/__init__.py").touch()
        (top / ".gitignore").write_text("__pycache__\n*.sqlite*\n/builds\n")
        git(top, "init", "-q", "-b", "main")

    def write(self, elo: int, signature: int = 1111, status: int = 0) -> None:
        text = ENGINE.format(elo=elo, signature=signature, status=status, dummy=str(DUMMY))
        (self.top / "gtpengine/__main__.py").write_text(text)

    def commit(self, message: str, elo: int = 0, signature: int = 1111, status: int = 0) -> str:
        self.write(elo, signature, status)
        git(self.top, "add", "-A")
        git(self.top, "commit", "-q", "--allow-empty", "-m", message)
        return git(self.top, "rev-parse", "HEAD")


def copy(tree: Path, folder: Path) -> Sequence[str]:
    """Return a command that builds the fake project; with a file ``broken`` it fails."""
    script = (
        f"test ! -e '{tree}/broken' || {{ echo 'main.c:3: error: oh \033[31mno'; exit 4; }};"
        f" echo run >> '{tree}/../../runs'; mkdir '{folder}'; cp -r '{tree}/gtpengine' '{folder}'"
    )
    return ["sh", "-c", script]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Return a project that is the current folder, with the quick builder in place."""
    monkeypatch.setattr(change, "Builder", functools.partial(Builder, installer=copy))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Project(tmp_path / "project")
    monkeypatch.chdir(made.top)
    return made


def sprt(*words: str) -> int:
    """Run a short test; the dummy plays its pairs in a second or two."""
    few = ("--max-games", "8", "--concurrency", "1", "--cores-per-game", "0")
    return main(["sprt", *few, *words])


def test_the_new_commit_is_tested_against_the_old_one(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = project.commit("Weak\n\nBench signature 1111", -800)
    new = project.commit("Strong: the search sees\n\nBench 2222 (1111 before)", 800, 2222)
    assert sprt("--commits", "HEAD", "HEAD~1", "--options=--delay 0") == 0
    said = capsys.readouterr()
    assert (
        f"{new[:8]} Strong: the search sees: bench signature 2222, as its message says" in said.err
    )
    assert f"{new[:8]} against {old[:8]}: 8/8" in said.out
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        event = store.event(store.event_names()[0])
    assert event.name.startswith(f"sprt-{new[:8]}-{old[:8]}-")
    assert [entrant.identity.revision for entrant in event.entrants] == [new[:12], old[:12]]
    assert event.settings["commits"] == [[new, "Strong: the search sees"], [old, "Weak"]]
    assert event.entrants[0].spec.command.endswith("/bin/gtpengine --delay 0")

    # The builds are kept, the work trees are not, and the same command goes on.
    assert sprt("--commits", "HEAD", "HEAD~1", "--options=--delay 0") == 0
    assert f"{old[:8]} Weak: built before" in capsys.readouterr().err
    folder = tmp_path / "cache/gtpengine/builds"
    assert (folder / "runs").read_text() == "run\nrun\n"
    assert not list(folder.glob(".making-*"))
    assert len(git(project.top, "worktree", "list").splitlines()) == 1


def test_the_working_tree_is_tested_without_a_commit(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    head = project.commit("Weak", -800)
    project.write(800, 2222)
    (project.top / "gtpengine/new.py").touch()
    before = git(project.top, "status", "--porcelain")
    assert sprt("--commits", ".", "HEAD") == 0
    said = capsys.readouterr()
    assert re.search(
        rf"\w{{8}} uncommitted work on {head[:8]} Weak: bench signature 2222", said.err
    )
    assert re.search(rf"uncommitted-\w{{8}} against {head[:8]}: 8/8", said.out)
    assert git(project.top, "status", "--porcelain") == before
    repository = Repository(project.top)
    assert repository.commit(".") == repository.commit(".") != repository.commit("HEAD")


def test_the_new_commit_comes_first_as_the_new_engine_does(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.commit("One")
    project.commit("Two")
    project.write(0, 3333)
    assert sprt("--commits", "HEAD~1", "HEAD") == 2
    refused = "an ancestor of HEAD: give the new commit first, --commits HEAD HEAD~1"
    assert refused in capsys.readouterr().err
    assert sprt("--commits", "HEAD", ".") == 2
    assert "--commits . HEAD" in capsys.readouterr().err


def test_equal_signatures_are_told(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.commit("One")
    project.commit("Two\n\nNo functional change")
    assert sprt("--commits", "HEAD", "HEAD~1", "--max-games", "2") == 0
    assert "note: equal signatures" in capsys.readouterr().err


def test_a_signature_that_is_not_as_stated_is_refused(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.commit("One\n\nBench signature 1111")
    project.commit("Two\n\nNo functional change", 0, 5555)
    assert sprt("--commits", "HEAD", "HEAD~1") == 2
    assert "has the bench signature 5555, but the message says 1111: mend the message, or give" in (
        capsys.readouterr().err
    )
    assert sprt("--commits", "HEAD", "HEAD~1", "--no-signature", "--max-games", "2") == 0


def test_a_build_that_fails_shows_the_last_lines(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.commit("Good")
    (project.top / "broken").touch()
    bad = project.commit("Bad")
    assert sprt("--commits", "HEAD", "HEAD~1") == 2
    said = capsys.readouterr().err
    log = tmp_path / f"cache/gtpengine/builds/{bad[:12]}.log"
    assert f"{bad[:8]} Bad cannot be built (exit status 4); the end of {log}:" in said
    assert "error: oh \\x1b[31mno" in said
    assert log.is_file()
    assert len(git(project.top, "worktree", "list").splitlines()) == 1


def test_a_build_that_does_not_run(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.commit("One", status=3)
    project.commit("Two")
    assert sprt("--commits", "HEAD", "HEAD~1") == 2
    assert re.search(r"One is built, but .*gtpengine bench --runs 1 fails", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--commits", "HEAD", "nosuch"), "has no commit 'nosuch'; git log --oneline lists them"),
        (("--commits", "HEAD", "--all"), "unknown option '--all'"),
        (("--commits", "HEAD", "main"), "both names mean"),
        (("--commits", ".", "HEAD"), "the working tree has no change: give two different commits"),
        (("--commits", "HEAD", "HEAD~1"), "'HEAD~1' has no gtpengine/__init__.py"),
        (("a", "b", "--commits", "HEAD", "HEAD~1"), "or --commits NEW OLD, not both"),
        (("a", "b", "--options=-x"), "--options does nothing without --commits"),
        (("--commits", "HEAD", "HEAD~1", "--options='x"), "No closing quotation"),
        (("--commits", "HEAD", "HEAD~1", "--openings", "nosuch"), "openings 'nosuch': no such"),
        (("--commits", "HEAD", "HEAD~1", "--elo0", "50"), "SPRT needs elo0 < elo1"),
    ],
)
def test_what_cannot_be_tested(
    project: Project, capsys: pytest.CaptureFixture[str], words: Sequence[str], message: str
) -> None:
    git(project.top, "commit", "-q", "--allow-empty", "-m", "Nothing")
    project.commit("One")
    assert sprt(*words) == 2
    assert message in capsys.readouterr().err


def test_no_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert sprt("--commits", "HEAD", "HEAD~1") == 2
    assert "is in no git repository" in capsys.readouterr().err
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommitError, match="git is not installed"):
        Repository(tmp_path)


def test_a_stopped_build_leaves_nothing(project: Project, tmp_path: Path) -> None:
    commit = Commit(project.commit("One"), "One")
    builder = Builder(
        Repository(project.top), tmp_path / "b", lambda: True, lambda *_: ["sleep", "100"]
    )
    with pytest.raises(KeyboardInterrupt):
        builder.build(commit)
    assert not list((tmp_path / "b").iterdir())
    assert len(git(project.top, "worktree", "list").splitlines()) == 1


def test_what_a_killed_build_left_is_removed(project: Project, tmp_path: Path) -> None:
    commit = Commit(project.commit("One"), "One")
    dead, alive = tmp_path / "b/.making-dead", tmp_path / "b/.making-alive"
    alive.mkdir(parents=True)
    git(project.top, "worktree", "add", "-q", "--detach", str(dead / "tree"))
    os.utime(dead, (0, 0))
    Builder(Repository(project.top), tmp_path / "b", installer=copy).build(commit)
    assert not dead.exists()
    assert alive.exists()
    assert len(git(project.top, "worktree", "list").splitlines()) == 1


@pytest.mark.parametrize(
    ("messages", "promised"),
    [
        (["A\n\nBench signature 12345678."], 12345678),
        (["A\n\nNo functional change, bench\nsignature 12345678"], 12345678),
        (["A\n\nBench 2886588241 (3363804461 before)"], 2886588241),
        (["A\n\nBench signature unchanged, 3303050527."], 3303050527),
        (["A\n\nBench 1234567", "B. No functional change", "C\n\nno functional change"], 1234567),
        (["A\n\nBench signature 1234567", "B", "C\n\nNo functional change"], None),
        (["A\n\nBench search 2524676903: a bench of 1000 games"], None),
        (["A"], None),
    ],
)
def test_what_a_message_promises(
    tmp_path: Path, messages: Sequence[str], promised: int | None
) -> None:
    project = Project(tmp_path / "project")
    for message in messages:
        project.commit(message)
    repository = Repository(project.top)
    assert repository.promised(repository.commit("HEAD")) == promised


@pytest.mark.slow
def test_this_project_is_built(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: there are no commits")
    repository = Repository(ROOT)
    build = Builder(repository, tmp_path).build(repository.commit("HEAD"))
    assert build.signature() > 0
    code = "import gtpengine.tools.games, board_ext.position as p; print(p.__file__)"
    place = build.program.parent.parent
    shown = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": str(place)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert shown.stdout.startswith(str(place))
    promised = repository.promised(build.commit)
    assert promised in (None, build.signature())
    with pytest.raises(BuildError, match="cannot be built"):
        Builder(repository, tmp_path / "b", installer=lambda *_: ["false"]).build(build.commit)
    assert builds.default_folder().is_absolute()
