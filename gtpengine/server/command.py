"""``gtpengine web``: what its command line takes and says."""

from __future__ import annotations

from typing import Final

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.server.options import WebOptions


def run(options: WebOptions) -> int:
    """Serve until Ctrl-C."""
    # Here, because --help needs no extra.
    from gtpengine.server.serving import serve

    return serve(options)


COMMAND: Final = CommandLine(
    WebOptions,
    run,
    "Play, analyse and review games in a browser on this machine, and watch the runs of a"
    " store. Nothing can be reached from other machines. Ctrl-C ends the server.",
    "# opens the browser\ngtpengine web",
    "# on another port, with two threads; the address is printed\n"
    "gtpengine web --port 9000 --threads 2 --no-browser",
    "# watch matches and tests while they run\ngtpengine web --store runs.sqlite",
)
