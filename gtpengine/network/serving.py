"""Which network serves a search: the file that a parameter names, or one of the package.

The package's three networks also serve the sizes near those that they have learned. A user's file
is read when the parameter is set, and refused then if it is bad. It serves boards of the size that
it was learned on; others are played without one, and a notice says so.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gtpengine.network.net import Network
from gtpengine.network.netfile import load_net
from gtpengine.patterns.weight_files import SHIPPED, Files

NONE: Final = "none"
"""The value of a parameter that asks for no network."""

_DATA: Final = Path(__file__).parent / "data"
FILES: Final = {9: _DATA / "net9.net", 13: _DATA / "net13.net", 19: _DATA / "net19.net"}
"""The networks of the package, by the board size that each has learned."""

LEARNED_ON: Final = (
    dict.fromkeys(range(7, 12), 9) | dict.fromkeys((12, 13), 13) | dict.fromkeys(range(14, 20), 19)
)
"""The size that the network of a board size has learned. Matches decided where two are as near; on
boards below 7x7 a network wins nothing."""


def _size_of(network: Network) -> object:
    """Return the size that a network was learned on; None where it does not say."""
    return network.provenance.get("size")


_USERS: Final[Files[Network]] = Files(
    load_net, None, _size_of, str, "network", "playing without the network"
)
_OURS: Final[Files[Network]] = Files(
    load_net,
    lambda size: load_net(FILES[LEARNED_ON[size]]),
    _size_of,
    lambda size: str(LEARNED_ON.get(size)),
    "network",
    "playing without the network",
)


def read(text: str) -> Network | None:
    """Return the network of a parameter's value, as its file is now; None for those shipped, and
    for none.

    :raises ValueError: when it cannot be read or used.
    """
    return None if text in (NONE, SHIPPED) else _USERS.read(text)


def serving(text: str, size: int) -> tuple[Network | None, tuple[str, ...]]:
    """Return the network for boards of ``size`` when the parameter is ``text``, None without; and
    notices for the user."""
    if text == NONE:
        return None, ()
    return shipped_for(size) if text == SHIPPED else _USERS.serving(text, size)


def serves_size(text: str, size: int) -> bool:
    """Return whether a network plays on boards of ``size`` when the parameter is ``text``; unlike
    ``serving`` this reads no network of the package."""
    return size in LEARNED_ON if text == SHIPPED else serving(text, size)[0] is not None


def shipped_for(size: int) -> tuple[Network | None, tuple[str, ...]]:
    """Return the package's network for boards of ``size``, None where it has none; and notices."""
    return _OURS.serving(SHIPPED, size) if size in LEARNED_ON else (None, ())
