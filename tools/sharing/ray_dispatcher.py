"""The dispatcher as a named actor of Ray: whoever needs it first begins it, on the head's
machine."""

from __future__ import annotations

import time
from typing import Any, Final

from gtpengine import __version__
from gtpengine.base.system.address import AUTO, PORT, split
from gtpengine.cluster.machines import connect
from gtpengine.cluster.raylink import exceptions, ray
from gtpengine.cluster.reach import answers, own_address

from .dispatcher import Dispatcher
from .messages import RunAnswer, RunNews, WorkerAnswer, WorkerNews

NAMESPACE: Final = "gtpengine"
NAME: Final = f"dispatcher-{__version__}"
"""Runs and workers of another version have a dispatcher of their own."""

CALL_SECONDS: Final = 60.0
"""After so long a call has failed."""

GONE_SECONDS: Final = 120.0
"""When calls have failed for so long, the cluster is gone."""

AGAIN: Final = 1.0
"""Seconds after a call that failed."""

HEAD: Final = {"node:__internal_head__": 0.001}
"""The resource by which Ray finds the head's machine."""


class DispatcherActor:
    """The dispatcher, with this machine's clock."""

    def __init__(self) -> None:
        self._dispatcher = Dispatcher()

    def from_run(self, news: RunNews) -> RunAnswer:
        """Hear a run."""
        return self._dispatcher.from_run(news, time.monotonic())

    def from_worker(self, news: WorkerNews) -> WorkerAnswer:
        """Hear a worker."""
        return self._dispatcher.from_worker(news, time.monotonic())

    def archive(self, run: str, commit: str) -> bytes:
        """Return the files of a commit of a run."""
        return self._dispatcher.archive(run, commit)


class RayDispatcher:
    """The way to the dispatcher. A call that fails raises ``TimeoutError``: nobody knows who heard
    it."""

    def __init__(self) -> None:
        self._actor: Any = None
        self._failing_since: float | None = None

    def from_run(self, news: RunNews) -> RunAnswer:
        """Tell the dispatcher what a run has to say."""
        answer: RunAnswer = self._call("from_run", news)
        return answer

    def from_worker(self, news: WorkerNews) -> WorkerAnswer:
        """Tell the dispatcher what a worker has to say."""
        answer: WorkerAnswer = self._call("from_worker", news)
        return answer

    def archive(self, run: str, commit: str) -> bytes:
        """Return the files of a commit of a run; empty if the run is gone."""
        return bytes(self._call("archive", run, commit))

    def _call(self, name: str, *arguments: object) -> Any:
        try:
            if self._actor is None:
                self._actor = _find()
            answer = ray.get(getattr(self._actor, name).remote(*arguments), timeout=CALL_SECONDS)
        except exceptions.RayTaskError:
            raise
        except (exceptions.RayError, ConnectionError, ValueError) as error:
            self._actor = None
            now = time.monotonic()
            if self._failing_since is None:
                self._failing_since = now
            if now - self._failing_since > GONE_SECONDS:
                raise ConnectionError(str(error).partition("\n")[0][:200]) from error
            time.sleep(AGAIN)
            raise TimeoutError from error
        self._failing_since = None
        return answer


def _find() -> Any:
    """Return the actor, begun now unless there is one."""
    options = {"name": NAME, "namespace": NAMESPACE, "get_if_exists": True, "lifetime": "detached"}
    placed = {"num_cpus": 0, "resources": HEAD, "max_restarts": -1}
    return ray.remote(DispatcherActor).options(**options, **placed).remote()


def connected(address: str) -> RayDispatcher:
    """Take part in the cluster at an address, and return the way to its dispatcher.

    :raises ValueError: if there is no cluster; the text does not name the option
    """
    if address == "local":
        raise ValueError("there are no workers on a cluster that begins now; give HOST:PORT")
    host, port = (own_address(), PORT) if address == AUTO else split(address)
    if not answers(host, port):
        raise ValueError(f"nobody answers at {host}:{port}")
    try:
        connect(address)
    except (ConnectionError, exceptions.RayError, RuntimeError) as error:
        raise ValueError(str(error).strip().splitlines()[-1][:300]) from error
    return RayDispatcher()
