"""The server of ``gtpengine web``: it listens on the loopback address until Ctrl-C."""

from __future__ import annotations

import errno
import secrets
import socket
import sys
import threading
import webbrowser
from typing import Final

import uvicorn

from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.files.userpath import user_path
from gtpengine.config.threads import usual_count
from gtpengine.programs.judge_options import hint_judge
from gtpengine.programs.session_judge import SessionJudge
from gtpengine.server.app import make_app
from gtpengine.server.gameserver import GameServer
from gtpengine.server.options import WebOptions
from gtpengine.server.patience import ImpatientProtocol

HOST: Final = "127.0.0.1"

LAST_SECONDS: Final = 2
"""Seconds that open answers get to end when the server ends."""


def serve(options: WebOptions) -> int:
    """Serve until Ctrl-C; return the exit status."""
    options.spoken.use()
    with hint_judge(options.hints, "web") as judge:
        return _serve(options, judge)


def _serve(options: WebOptions, judge: SessionJudge | None) -> int:
    listener = _listen(options.port)
    port = listener.getsockname()[1]
    token = secrets.token_urlsafe(24)
    address = f"http://{HOST}:{port}/?token={token}"
    threads = options.threads or usual_count(seeded=False)
    store, reviews = user_path(str(options.store)), user_path(str(options.reviews))
    game_server = GameServer(threads, store, reviews, options.problems.path, judge)
    app = make_app(game_server, token, port, options.spoken.lang)
    server = Server(app, game_server)
    print(f"gtpengine web: open {address}", file=sys.stderr)
    print("Ctrl-C ends the server.", file=sys.stderr, flush=True)
    if not options.no_browser:
        # Some browsers return only when they are closed.
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        game_server.close()
    return 0


class Server(uvicorn.Server):
    """uvicorn, which ends what follows a state, and what computes, before it ends."""

    def __init__(self, app: object, game_server: GameServer) -> None:
        super().__init__(
            uvicorn.Config(
                app,  # type: ignore[arg-type]
                http=ImpatientProtocol,
                ws="none",
                lifespan="off",
                loop="asyncio",
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                date_header=False,
                proxy_headers=False,
                timeout_keep_alive=10,
                timeout_graceful_shutdown=LAST_SECONDS,
                h11_max_incomplete_event_size=16 << 10,
            )
        )
        self._game_server = game_server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._game_server.streams.close()
        await super().shutdown(sockets)
        # A signal may end the process as soon as this returns.
        self._game_server.close()


def _listen(port: int) -> socket.socket:
    """Return a socket that listens on the loopback address.

    :raises UsageError: when the port is taken, or not allowed.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise UsageError(
                f"gtpengine web: port {port} is in use, perhaps by another gtpengine web: end it,"
                " or choose another port with --port (0 = any free one)"
            ) from None
        raise UsageError(f"gtpengine web: port {port}: {error.strerror}") from None
    return listener
