"""The dispatcher in simulated time: priorities, trials, leases, who is gone, who is set aside."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from gtpengine.tools.builds.commits import Commit
from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.sharing.dispatcher import (
    AHEAD,
    FIRST_PATIENCE,
    LEAST_PATIENCE,
    MOST_LOSSES,
    MOST_LOST,
    RUN_SECONDS,
    WORKER_SECONDS,
    Dispatcher,
)
from gtpengine.tools.sharing.messages import (
    EngineProof,
    Job,
    Machine,
    Offer,
    Parcel,
    Program,
    Returned,
    RunAnswer,
    RunNews,
    WorkerAnswer,
    WorkerNews,
)

from gtpengine.cluster.identity import Identity

IDENTITY = Identity("1", "little", 5)
PROGRAM = Program(EngineSpec("a", "/bin/a"), Commit("c" * 40, "Add it"))
PROOF = EngineProof("gtpengine", "1", 42)


class Hall:
    """A dispatcher with a clock."""

    def __init__(self) -> None:
        self.dispatcher, self.now = Dispatcher(), 0.0
        self._given: dict[str, itertools.count[int]] = {}

    def run(self, name: str = "r", jobs: int = 0, priority: int = 1, **more: object) -> RunAnswer:
        """Let a run speak; it has new jobs, in pairs."""
        first = self._given.setdefault(name, itertools.count())
        new = tuple(Job(n, n // 2, b"task %d" % n) for n in itertools.islice(first, jobs))
        offer = Offer(f"title of {name}", priority, IDENTITY, "python")
        offer = dataclasses.replace(offer, **more.pop("offer", {}))  # type: ignore[arg-type]
        return self.dispatcher.from_run(RunNews(name, offer, new, **more), self.now)  # type: ignore[arg-type]

    def work(self, token: str = "w", slots: int = 1, **more: object) -> WorkerAnswer:
        """Let a worker speak."""
        machine = Machine(token, "cpu", 4, "Linux", slots, 4000.0, IDENTITY)
        machine = dataclasses.replace(machine, **more.pop("machine", {}))  # type: ignore[arg-type]
        values = {"free": slots, **more}
        return self.dispatcher.from_worker(WorkerNews(token, machine, **values), self.now)  # type: ignore[arg-type]


def done(parcel: Parcel) -> dict[int, tuple[bytes, ...]]:
    return {parcel.lease: tuple(job.task for job in parcel.jobs)}


def numbers(answer: WorkerAnswer) -> list[list[int]]:
    return [[job.number for job in parcel.jobs] for parcel in answer.parcels]


def test_a_pair_goes_out_and_comes_back() -> None:
    hall = Hall()
    assert hall.run(jobs=4).known
    answer = hall.work(slots=3)
    assert numbers(answer) == [[0, 1], [2, 3]]
    assert answer.parcels[0].pace == 2.0  # half as fast as the reference
    assert numbers(hall.work(slots=3, holds=frozenset(p.lease for p in answer.parcels))) == []
    first, second = answer.parcels
    holds = frozenset((second.lease,))
    hall.work(slots=3, outcomes=done(first), holds=holds)
    hall.work(slots=3, outcomes=done(first), holds=holds)  # a repetition counts nothing
    told = hall.run()
    assert told.returned == (Returned(0, "w", b"task 0"), Returned(1, "w", b"task 1"))
    assert told.wanted == 3 * AHEAD and told.machines["w"].cores == 4
    assert hall.run().returned == () and hall.run().machines == {}


def test_twice_the_priority_gets_twice_the_slots() -> None:
    hall = Hall()
    hall.run("low", 200)
    hall.run("high", 200, priority=2)
    runs = [parcel.run for parcel in hall.work(slots=30).parcels]
    assert (runs.count("low"), runs.count("high")) == (10, 20)
    # What has nothing to do takes nothing from others.
    hall.run("high", over=True)
    assert {parcel.run for parcel in hall.work("v", slots=5).parcels} == {"low"}


def test_engines_are_shown_before_a_game() -> None:
    hall = Hall()
    offer = {"programs": (PROGRAM,), "proofs": (PROOF,), "archives": {"c" * 40: b"files"}}
    hall.run(jobs=2, offer=offer)
    answer = hall.work()
    assert answer.parcels == () and answer.trial is not None
    assert answer.trial.programs == (PROGRAM,) and answer.trial.title == "title of r"
    assert hall.work().trial is None  # it is busy with it
    assert hall.dispatcher.archive("r", "c" * 40) == b"files"
    assert hall.dispatcher.archive("r", "d") == hall.dispatcher.archive("s", "c" * 40) == b""
    assert numbers(hall.work(proofs={"r": (PROOF,)})) == [[0, 1]]


@pytest.mark.parametrize(
    ("proofs", "reason"),
    [
        ((dataclasses.replace(PROOF, signature=43),), "a: its bench signature is 43"),
        ((dataclasses.replace(PROOF, version="0"),), "a: it is gtpengine 0, the run's gtpengine 1"),
        ((EngineProof(problem="cannot be built"),), "a: cannot be built"),
        ((), "it shows 0 engines of 1"),
    ],
)
def test_another_engine_plays_no_game(proofs: tuple[EngineProof, ...], reason: str) -> None:
    hall = Hall()
    hall.run(jobs=2, offer={"programs": (PROGRAM,), "proofs": (PROOF,)})
    hall.work(proofs={"r": (PROOF,)})  # nobody asked: it counts nothing, and it is asked now
    answer = hall.work(proofs={"r": proofs})
    assert answer.parcels == () and answer.trial is None
    assert reason in answer.notes[0] and "title of r" in answer.notes[0]
    assert reason in hall.run().refused["w"]


@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        ({"identity": Identity("2", "little", 5)}, "it has gtpengine 2"),
        ({"identity": Identity("1", "little", 6)}, "the signature 6"),
        ({"speed": 100.0}, "100 simulations a second"),
    ],
)
def test_another_program_or_speed_plays_no_game(machine: dict[str, object], reason: str) -> None:
    hall = Hall()
    hall.run(jobs=2)
    assert hall.work(machine=machine).parcels == ()
    assert reason in hall.run().refused["w"]


def test_games_of_the_dead_and_of_those_who_leave_go_to_others() -> None:
    hall = Hall()
    hall.run(jobs=4)
    (dead,) = hall.work("dead").parcels
    (left,) = hall.work("left").parcels
    hall.work("left", leaving=True)
    assert numbers(hall.work("third")) == [[2, 3]]
    hall.now += WORKER_SECONDS + 1
    hall.run()
    assert numbers(hall.work("fourth", slots=2)) == [[2, 3], [0, 1]]
    # It was not dead: it is a new worker now, and what it has counts nothing.
    hall.work("dead", outcomes=done(dead), free=0)
    hall.work("left", outcomes=done(left), free=0)
    assert hall.run().returned == ()


def test_an_answer_that_was_lost_is_given_again() -> None:
    hall = Hall()
    hall.run(jobs=2)
    assert numbers(hall.work()) == numbers(hall.work()) == [[0, 1]]


def test_a_parcel_that_takes_too_long_goes_to_another() -> None:
    hall = Hall()
    hall.run(jobs=4)
    (slow,) = hall.work("slow").parcels

    def wait(seconds: float) -> None:
        """Let time pass in which everybody lives."""
        for _ in range(int(seconds // 30)):
            hall.now += 30
            hall.run()
            hall.work("slow", free=0, holds=frozenset((slow.lease,)))

    wait(FIRST_PATIENCE - 60)
    (quick,) = hall.work("quick").parcels
    hall.now += 30
    hall.work("quick", outcomes=done(quick), free=0)
    assert LEAST_PATIENCE < FIRST_PATIENCE
    hall.now += 30
    hall.run()
    assert numbers(hall.work("third")) == [[0, 1]]


def test_a_run_that_is_silent_or_over_is_forgotten() -> None:
    hall = Hall()
    hall.run(jobs=2)
    hall.run("s", 2)
    hall.run("s", over=True)
    hall.now += RUN_SECONDS + 1
    assert hall.work().parcels == ()
    assert not hall.dispatcher.from_run(RunNews("r"), hall.now).known


def test_a_worker_that_is_set_aside_gets_and_gives_nothing() -> None:
    hall = Hall()
    hall.run(jobs=4)
    (parcel,) = hall.work("bad").parcels
    hall.run(aside={"bad": "it is hot"})
    answer = hall.work("bad", outcomes=done(parcel))
    assert answer.parcels == () and "it is hot" in answer.notes[0]
    assert hall.run().returned == ()
    assert numbers(hall.work("good", slots=2)) == [[0, 1], [2, 3]]
    # Another run has its own opinion.
    hall.run("s", 2)
    assert numbers(hall.work("bad")) == [[0, 1]]


def test_one_that_returns_other_games_or_loses_all_is_set_aside() -> None:
    hall = Hall()
    hall.run(jobs=2)
    (parcel,) = hall.work("more").parcels
    hall.work("more", outcomes={parcel.lease: (b"1", b"2", b"3")})
    assert "not given" in hall.run().refused["more"]
    for _ in range(MOST_LOST):
        assert hall.work("loser").parcels
    assert hall.work("loser").parcels == ()
    assert "parcels in a row" in hall.run().refused["loser"]
    assert numbers(hall.work("good")) == [[0, 1]]


def test_a_job_that_everybody_loses_is_given_up() -> None:
    hall = Hall()
    hall.run(jobs=1)
    for number in range(MOST_LOSSES):
        assert hall.work(f"w{number}").parcels
        hall.work(f"w{number}", leaving=True)
    (given_up,) = hall.run().returned
    assert (given_up.number, given_up.outcome) == (0, b"")
    assert hall.work("another").parcels == ()


def test_two_machines_of_one_name_can_be_told_apart() -> None:
    hall = Hall()
    hall.run(jobs=4)
    for token in ("one", "two"):
        hall.work(token, machine={"name": "box"})
    assert set(hall.run().machines) == {"box", "box#2"}


def test_many_idle_workers_ask_seldom() -> None:
    hall = Hall()
    pauses = [hall.work(f"w{number}").pause for number in range(400)]
    assert pauses[0] < 0.3 and pauses[-1] > 2.0
