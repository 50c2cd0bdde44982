"""``gtpengine web`` as a process of its own, and a client that asks it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.play.program import PROGRAM


class Served:
    """A server that runs; ``address`` carries its token."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [
                *PROGRAM,
                "web",
                "--port",
                "0",
                "--no-browser",
                *options,
            ],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        said = [self.process.stderr.readline() for _ in range(2)]
        found = re.search(r"http://\S+", said[0])
        assert found, said
        assert said[1] == "Ctrl-C ends the server.\n"
        self.address = found[0]
        parts = urlsplit(self.address)
        assert parts.port
        self.port = parts.port
        self.token = parts.query.partition("=")[2]
        self.host = f"127.0.0.1:{self.port}"
        self.home = f"http://{self.host}"

    @property
    def cookie(self) -> str:
        return f"gtpengine-{self.port}={self.token}"

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str | None
    ) -> tuple[int, dict[str, str], bytes]:
        """Ask as the server's own page does; a header that is None is left out."""
        given: dict[str, str | None] = {"Host": self.host, "Cookie": self.cookie}
        if method not in ("GET", "HEAD"):
            given |= {"Origin": self.home, "Content-Type": "application/json"}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            raw = answer.read()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, raw
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        status, _, raw = self.ask("GET", path)
        assert status == 200, raw
        return json.loads(raw)

    def post(self, path: str, **members: Any) -> Any:
        status, _, raw = self.ask("POST", path, json.dumps(members).encode())
        assert status == 200, raw
        return json.loads(raw)

    def post_sgf(self, path: str, sgf: bytes) -> tuple[int, Any]:
        status, _, raw = self.ask("POST", path, sgf, Content_Type="application/x-go-sgf")
        return status, json.loads(raw)

    def state(self, path: str) -> Any:
        """The first state of a stream."""
        return next(self.states(path))

    def states(self, path: str) -> Iterator[Any]:
        """The states of a stream, until it ends."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request("GET", path, headers={"Host": self.host, "Cookie": self.cookie})
            answer = connection.getresponse()
            assert answer.status == 200, answer.read()
            while line := answer.readline():
                if line == b"event: end\n":
                    return
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        finally:
            connection.close()

    def end(self, how: int = signal.SIGINT) -> tuple[int, str]:
        """End it by a signal; return its exit status and what it has said since it began."""
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        out, err = self.process.communicate(timeout=120)
        assert out == ""
        return self.process.returncode, err


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Served]:
    """A server in a folder, which ends cleanly."""
    served = Served(folder, *options)
    try:
        yield served
        status, said = served.end()
        assert (status, said) == (0, "")
    finally:
        served.process.kill()
        served.process.wait()
