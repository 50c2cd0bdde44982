"""``gtpengine join``: let this machine take part in a cluster, until it is told to stop.

It runs a node of Ray, which the head finds; the cluster's games and searches run below it. When the
head is gone the machine waits for it to come back.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import IO, Final, NoReturn

from gtpengine import __version__
from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.extras import has_ray, lacking
from gtpengine.base.arguments.options import argument, flag, option
from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.streams.stderrline import say
from gtpengine.base.system import machine
from gtpengine.base.system.address import PORT, split
from gtpengine.base.system.raykey import key_file, use_key
from gtpengine.cluster import starting
from gtpengine.cluster.reach import answers

MEMORY: Final = "gtpengine_megabytes"
"""The resource of a Ray node by which it offers memory for a tree."""

LOOK: Final = 2.0
"""Seconds between looks whether the head still answers."""

MISSES: Final = 3
"""Looks in vain after which the head is gone."""

STORE_BYTES: Final = 100 << 20
"""Bytes of Ray's store for large objects, which a search does not use."""

STARTED: Final = b"will now block"
"""What Ray says when a node has started."""

FAILED: Final = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class JoinOptions:
    """What ``gtpengine join`` takes."""

    address: str = argument(
        f"the head's HOST:PORT; the port is {PORT} if not given", str, metavar="ADDRESS"
    )
    threads: int | None = option(
        "cores that this machine offers (default: all)",
        numbers.whole(1, machine.MOST),
        default=None,
    )
    memory: int | None = option(
        "megabytes for its search tree (default: as many as the head's)",
        numbers.whole(16, 1_048_576),
        default=None,
        metavar="MB",
    )
    once: bool = flag("end when the head is gone")


def run(options: JoinOptions) -> int:
    """Take part until the head is gone (``--once``), or for ever; return the exit status."""
    try:
        host, port = split(options.address)
    except ValueError as error:
        raise UsageError(f"gtpengine join: {options.address}: {error}") from None
    if not has_ray():
        raise UsageError(lacking("gtpengine join needs ray", "cluster"))
    cores = options.threads or machine.usable_cores()
    offer = MachineOffer("gtpengine join", host, port, cores, options.memory)
    return take_part_again_and_again(offer, options.once)


COMMAND: Final = CommandLine(
    JoinOptions,
    run,
    "Let this machine search with the engine that runs as gtpengine --cluster at ADDRESS, and"
    " play the games of runs with --cluster there. It waits for the head, and for its return."
    " Ctrl-C ends it. Ray is for a closed network: whoever reaches its ports can run programs"
    " here.",
    f"gtpengine join 192.168.1.10:{PORT}",
    f"# with four cores, and 2 GB for the tree\n"
    f"gtpengine join 192.168.1.10:{PORT} --threads 4 --memory 2048",
)


@dataclass(frozen=True)
class MachineOffer:
    """What a machine offers to the cluster at an address, by the command of this name.

    ``memory_mb`` is for a search tree. The words of ``program``, if there are any, begin a
    process that takes part beside the node, and ends when told to (SIGTERM).
    """

    command: str
    host: str
    port: int
    cores: int
    memory_mb: int | None = None
    program: Sequence[str] = ()


def take_part_again_and_again(offer: MachineOffer, once: bool) -> int:
    """Take part until the head is gone, and unless it is ``once`` whenever it is back.

    Return the exit status when trying again is of no use.
    """
    with _terminated_like_interrupted():
        while True:
            _await_head(offer)
            # A head on this machine makes the key when it begins, perhaps while this one waited.
            use_key()
            status = _take_part(offer)
            if once or status != 0:
                return status
            time.sleep(LOOK)


def command_line(host: str, port: int, cores: int, memory_mb: int | None) -> list[str]:
    """Return the command that runs a node of Ray until it is stopped."""
    offered = {} if memory_mb is None else {MEMORY: memory_mb}
    return [
        *(sys.executable, "-m", "ray.scripts.scripts", "start", f"--address={host}:{port}"),
        *("--block", "--disable-usage-stats", f"--num-cpus={cores}"),
        *(f"--object-store-memory={STORE_BYTES}", f"--resources={json.dumps(offered)}"),
    ]


def _await_head(offer: MachineOffer) -> None:
    told = False
    while not answers(offer.host, offer.port):
        if not told:
            place = f"{offer.host}:{offer.port}"
            say(f"{offer.command}: nobody answers at {place} yet; waiting (Ctrl-C ends it)")
            told = True
        time.sleep(LOOK)


def _take_part(offer: MachineOffer) -> int:
    """Run a node until it ends or the head is gone; return 1 if trying again is of no use."""
    host, port = offer.host, offer.port
    beside: subprocess.Popen[bytes] | None = None
    with tempfile.TemporaryFile() as output:
        node = _start(command_line(host, port, offer.cores, offer.memory_mb), output)
        if offer.program:
            beside = subprocess.Popen(offer.program, stdin=subprocess.DEVNULL)
        else:
            what = f"offers {offer.cores} cores to {host}:{port}"
            say(f"{offer.command}: gtpengine {__version__} {what}")
        misses = 0
        try:
            while node.poll() is None and misses < MISSES:
                time.sleep(LOOK)
                if beside is not None and beside.poll() is not None:
                    return FAILED if beside.returncode else 0
                misses = 0 if answers(host, port) else misses + 1
        finally:
            if beside is not None:
                _end(beside)
            _end(node)
        if misses < MISSES and answers(host, port):
            why, hopeless = _reason(output)
            say(f"{offer.command}: Ray has ended: {why}")
            return FAILED if hopeless else 0
    say(f"{offer.command}: the head is gone")
    return 0


def _start(words: Sequence[str], output: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a node while no other one of this machine starts; return when it runs or has ended."""
    with starting.alone():
        node = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | {"RAY_USAGE_STATS_ENABLED": "0", "PYTHONUNBUFFERED": "1"},
        )
        try:
            starting.wait_until(lambda: node.poll() is not None or STARTED in _text(output))
        except BaseException:
            _end(node)
            raise
    return node


def _text(output: IO[bytes]) -> bytes:
    """Return what a node has said so far."""
    if sys.platform == "win32":  # where no node is
        return b""
    return os.pread(output.fileno(), 1 << 20, 0)


def _end(node: subprocess.Popen[bytes]) -> None:
    """End a node and all that runs below it, or the program beside it."""
    if node.poll() is not None:
        return
    node.terminate()  # Ray ends the processes of the node then
    try:
        node.wait(15.0)
    except subprocess.TimeoutExpired:
        node.kill()
        node.wait()


def _reason(output: IO[bytes]) -> tuple[str, bool]:
    """Return why Ray has ended, from what it said, and whether it would end so again."""
    text = _text(output).decode("utf-8", "replace")
    if "AuthenticationError" in text:
        place = f"copy its {key_file()} to the same place here (chmod 600)"
        return f"the head has a key that this machine lacks: {place}", True
    lines = [line.strip() for line in text.splitlines()]
    mismatch = [line for line in lines if "ersion mismatch" in line]
    wanted = mismatch or [line for line in lines if "Error" in line or "Exception" in line] or lines
    return " ".join(wanted[-3:])[:500] or "it does not say why", bool(mismatch)


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Let SIGTERM end the command as Ctrl-C does, so that the node ends, too."""

    def interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
