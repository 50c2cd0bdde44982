"""``gtpengine sprt --commits NEW OLD``: the two engines of a test are built from two commits."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from gtpengine.tools.builds.builds import Build, Builder, BuildError, default_folder
from gtpengine.tools.builds.commits import Commit, Repository
from gtpengine.tools.running.engines import EngineSpec

from gtpengine.base.arguments.options import flag, option, several
from gtpengine.base.text.plain import plain

from .campaign import Interrupt
from .options import EventOptions
from .setup import Setup, known_engines, read_games, read_setup


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class CommitOptions:
    """A test between commits: the new one and the old one, and how they are built."""

    commits: tuple[str, ...] = several(
        "build these two commits and test NEW against OLD, in the order of two engines; . is"
        " the working tree with what is not committed (default: none, engines are given)",
        str,
        count=2,
        metavar=("NEW", "OLD"),
    )
    options: str = option(
        "options of both engines, in quotes: '--simulations 2000' (default: none)",
        str,
        default="",
        metavar="OPTIONS",
    )
    no_signature: bool = flag(
        "do not compare the bench signature of the builds with what the commits' messages"
        " state (default: a difference is refused)"
    )
    builds: Path | None = option(
        "folder that keeps the builds, some 50 MB each (default: ~/.cache/gtpengine/builds)",
        Path,
        default=None,
        metavar="FOLDER",
    )


def refuse_without_commits(given: CommitOptions) -> None:
    """Refuse options that mean nothing when engines are given.

    :raises ValueError: if there is one
    """
    for name in ("options", "no_signature", "builds"):
        if getattr(given, name):
            option = f"--{name.replace('_', '-')}"
            raise ValueError(f"{option} does nothing without --commits; leave it out")


def commit_setup(given: CommitOptions, event: EventOptions, engines: Sequence[str]) -> Setup:
    """Build the commits, check them, and return the test of new against old.

    :raises USER_ERRORS: one of them, for what cannot be built or played
    """
    if engines:
        raise ValueError("give two engines, or --commits NEW OLD, not both")
    # What cannot be played is refused before the minutes that builds take.
    shlex.split(given.options)
    read_games(event.game, known_engines(event))
    repository = Repository(Path.cwd())
    new, old = (repository.commit(name) for name in given.commits)
    if old == new:
        clean = "; the working tree has no change" if "." in given.commits else ""
        raise ValueError(f"both names mean {new}{clean}: give two different commits")
    if repository.is_before(new, old):
        first, second = given.commits
        raise ValueError(
            f"{first} is an ancestor of {second}: give the new commit first, --commits {second}"
            f" {first}"
        )
    with Interrupt("") as interrupt:
        folder = given.builds or default_folder()
        builder = Builder(repository, folder, lambda: interrupt.count > 0)
        # The new one is the likelier to fail.
        new_build, old_build = builder.build(new), builder.build(old)
    if not given.no_signature:
        check_signatures(repository, new_build, old_build)
    specs = [
        EngineSpec(build.commit.name, f"{shlex.quote(str(build.program))} {given.options}".strip())
        for build in (new_build, old_build)
    ]
    return named_after(read_setup(event, specs), (new, old))


def named_after(setup: Setup, commits: tuple[Commit, Commit]) -> Setup:
    """Return the setup with the commits as the engines' revisions, and in the settings."""
    entrants = tuple(
        dataclasses.replace(
            entrant, identity=dataclasses.replace(entrant.identity, revision=commit.hash[:12])
        )
        for entrant, commit in zip(setup.entrants, commits, strict=True)
    )
    told = [[commit.hash, commit.subject] for commit in commits]
    settings = {**setup.event_settings, "commits": told}
    return dataclasses.replace(setup, entrants=entrants, event_settings=settings)


def check_signatures(repository: Repository, *builds: Build) -> None:
    """Compare the signature of each build with what its commit states, and print both.

    :raises BuildError: if they differ
    """
    measured = []
    for build in builds:
        promised, found = repository.promised(build.commit), build.signature()
        measured.append(found)
        if promised is not None and promised != found:
            raise BuildError(
                f"{build.commit}: the build has the bench signature {found}, but the message says"
                f" {promised}: mend the message, or give --no-signature"
            )
        said = "as its message says" if promised else "its message states none"
        print(plain(f"{build.commit}: bench signature {found}, {said}"), file=sys.stderr)
    if len(set(measured)) < len(measured):
        print(
            "note: equal signatures: the engines play alike, so only their speed can differ, and"
            " only with --time",
            file=sys.stderr,
        )
