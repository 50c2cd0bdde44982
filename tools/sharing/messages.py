"""What runs, workers and the dispatcher between them tell each other.

A *run* is a command that has games to play, a *worker* a process of ``gtpengine work``, and the
*dispatcher* hands out the jobs of the runs. Runs and workers call the dispatcher, which never calls
them. When a call fails, nobody knows whether it was heard: then a run hands in all its jobs again,
under a new name, and a worker says what it holds, as it always does. So nothing is lost, and
nothing counts twice.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Protocol

from gtpengine.tools.builds.commits import Commit
from gtpengine.tools.running.engines import EngineSpec

from gtpengine.cluster.identity import Identity


@dataclasses.dataclass(frozen=True, slots=True)
class Program:
    """An engine of a run; with a ``commit`` each worker builds it."""

    spec: EngineSpec
    commit: Commit | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class EngineProof:
    """What an engine shows of itself: GTP name and version, and of gtpengine its bench signature.

    With a ``problem`` it could not be built or started; the text says why.
    """

    gtp_name: str = ""
    version: str = ""
    signature: int | None = None
    problem: str = ""

    def difference(self, wanted: EngineProof) -> str:
        """Return how this engine differs from the run's; empty if it does not."""
        if self.problem:
            return self.problem
        if (self.gtp_name, self.version) != (wanted.gtp_name, wanted.version):
            return (
                f"it is {self.gtp_name} {self.version}, the run's {wanted.gtp_name}"
                f" {wanted.version}: install the same"
            )
        if self.signature != wanted.signature:
            return (
                f"its bench signature is {self.signature}, the run's {wanted.signature}: build both"
                " from the same sources"
            )
        return ""


@dataclasses.dataclass(frozen=True, slots=True)
class Offer:
    """A run, as it introduces itself.

    ``proofs`` are the proofs of its ``programs``, in order; workers are not told them. ``python``
    is the interpreter of the run's machine, for whose path workers put their own. ``archives``
    holds the files of commits by hash.
    """

    title: str
    priority: int
    identity: Identity
    python: str
    programs: tuple[Program, ...] = ()
    proofs: tuple[EngineProof, ...] = ()
    archives: Mapping[str, bytes] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class Job:
    """A pickled task. Those of one group (the games of a pair) are for one worker, in turn."""

    number: int
    group: int
    task: bytes


@dataclasses.dataclass(frozen=True, slots=True)
class Returned:
    """The pickled outcome of a job, ``(result, error)``; without an outcome it was given up."""

    number: int
    worker: str
    outcome: bytes


@dataclasses.dataclass(frozen=True, slots=True)
class Machine:
    """A worker, as it introduces itself.

    ``speed`` is in simulations a second (``speed.py``).
    """

    name: str
    cpu: str
    cores: int
    system: str
    slots: int
    speed: float
    identity: Identity


@dataclasses.dataclass(frozen=True, slots=True)
class RunNews:
    """From a run: ``offer`` the first time, and jobs that are new.

    ``aside`` are the workers that the run wants nothing from any more, by name, and why.
    """

    run: str
    offer: Offer | None = None
    jobs: tuple[Job, ...] = ()
    aside: Mapping[str, str] = dataclasses.field(default_factory=dict)
    over: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class RunAnswer:
    """To a run: whether it is known, what came back, and how many jobs it should have under way.

    ``machines`` are its workers since the last answer, by the names that the dispatcher gave them,
    and ``refused`` says of others why they take no part.
    """

    known: bool
    returned: tuple[Returned, ...] = ()
    wanted: int = 0
    machines: Mapping[str, Machine] = dataclasses.field(default_factory=dict)
    refused: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class Parcel:
    """Jobs for one slot of a worker, to be done in turn. ``lease`` is the right to return them.

    Clocks of games run ``pace`` times as long as they say.
    """

    lease: int
    run: str
    jobs: tuple[Job, ...]
    pace: float


@dataclasses.dataclass(frozen=True, slots=True)
class EngineTrial:
    """Asks a worker to show its engines, before it gets jobs of a run."""

    run: str
    title: str
    python: str
    programs: tuple[Program, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class WorkerNews:
    """From a worker; ``token`` is its own secret. It sends ``machine`` until the dispatcher knows
    it.

    ``holds`` are the leases of all parcels that it has, ``outcomes`` what it returns, by lease, and
    ``proofs`` what it shows, by run.
    """

    token: str
    machine: Machine | None = None
    free: int = 0
    holds: frozenset[int] = frozenset()
    outcomes: Mapping[int, tuple[bytes, ...]] = dataclasses.field(default_factory=dict)
    proofs: Mapping[str, tuple[EngineProof, ...]] = dataclasses.field(default_factory=dict)
    leaving: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class WorkerAnswer:
    """To a worker: what to do, after how many seconds to ask again, and what to tell its user."""

    known: bool
    parcels: tuple[Parcel, ...] = ()
    trial: EngineTrial | None = None
    pause: float = 1.0
    notes: tuple[str, ...] = ()


class AnyDispatcher(Protocol):
    """The dispatcher, as runs and workers see it.

    :raises ConnectionError: from each method, when the dispatcher is gone for good
    """

    def from_run(self, news: RunNews) -> RunAnswer: ...
    def from_worker(self, news: WorkerNews) -> WorkerAnswer: ...
    def archive(self, run: str, commit: str) -> bytes:
        """Return the files of a commit of a run; empty if the run is gone."""
