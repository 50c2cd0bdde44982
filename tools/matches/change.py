"""``gtpengine sprt --commits NEW OLD``: the two engines of a test are built from two commits."""

from __future__ import annotations

import argparse
import dataclasses
import shlex
import sys
from pathlib import Path

from gtpengine.tools.builds.builds import Build, Builder, BuildError, default_folder
from gtpengine.tools.builds.commits import Commit, Repository
from gtpengine.tools.running.engines import EngineSpec, load_specs
from gtpengine.tools.running.plain import plain

from .campaign import Interrupt
from .event_cli import Setup, read_games, read_setup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of a test between commits."""
    group = parser.add_argument_group("commits, in a clone of the project")
    group.add_argument(
        "--commits",
        nargs=2,
        metavar=("NEW", "OLD"),
        help="build these two commits and test NEW against OLD, in the order of two engines; . is"
        " the working tree with what is not committed (default: none, engines are given)",
    )
    group.add_argument(
        "--options",
        default="",
        metavar="OPTIONS",
        help="options of both engines, in quotes: '--simulations 2000' (default: none)",
    )
    group.add_argument(
        "--no-signature",
        action="store_true",
        help="do not compare the bench signature of the builds with what the commits' messages"
        " state (default: a difference is refused)",
    )
    group.add_argument(
        "--builds",
        type=Path,
        metavar="FOLDER",
        help="folder that keeps the builds, some 50 MB each (default: ~/.cache/gtpengine/builds)",
    )


def refuse_without_commits(args: argparse.Namespace) -> None:
    """Refuse options that mean nothing when engines are given.

    :raises ValueError: if there is one
    """
    for name in ("options", "no_signature", "builds"):
        if getattr(args, name):
            option = f"--{name.replace('_', '-')}"
            raise ValueError(f"{option} does nothing without --commits; leave it out")


def commit_setup(args: argparse.Namespace) -> Setup:
    """Build the commits of ``args.commits``, check them, and return the test of new against old.

    :raises USER_ERRORS: one of them, for what cannot be built or played
    """
    if args.engine:
        raise ValueError("give two engines, or --commits NEW OLD, not both")
    # What cannot be played is refused before the minutes that builds take.
    shlex.split(args.options)
    read_games(args, load_specs(args.engines) if args.engines else {})
    repository = Repository(Path.cwd())
    new, old = (repository.commit(name) for name in args.commits)
    if old == new:
        clean = "; the working tree has no change" if "." in args.commits else ""
        raise ValueError(f"both names mean {new}{clean}: give two different commits")
    if repository.is_before(new, old):
        first, second = args.commits
        raise ValueError(
            f"{first} is an ancestor of {second}: give the new commit first, --commits {second}"
            f" {first}"
        )
    with Interrupt("") as interrupt:
        folder = args.builds or default_folder()
        builder = Builder(repository, folder, lambda: interrupt.count > 0)
        # The new one is the likelier to fail.
        new_build, old_build = builder.build(new), builder.build(old)
    if not args.no_signature:
        check_signatures(repository, new_build, old_build)
    specs = [
        EngineSpec(build.commit.name, f"{shlex.quote(str(build.program))} {args.options}".strip())
        for build in (new_build, old_build)
    ]
    return named_after(read_setup(args, specs), (new, old))


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
