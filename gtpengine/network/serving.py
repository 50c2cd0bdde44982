"""Which network serves a search: the file that a parameter names, or one of the package.

The package's three networks also serve the sizes near those that they have learned. A user's file
is read when the parameter is set, and refused then if it is bad. It serves boards of the size that
it was learned on; others are played without one, and a notice says so.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gtpengine.base.files.userpath import user_path
from gtpengine.network.net import Network
from gtpengine.network.netfile import load_net

NONE: Final = "none"
SHIPPED: Final = "shipped"
"""The values of a parameter that ask for no network, and for the package's networks."""

_DATA: Final = Path(__file__).parent / "data"
FILES: Final = {9: _DATA / "net9.net", 13: _DATA / "net13.net", 19: _DATA / "net19.net"}
"""The networks of the package, by the board size that each has learned."""

LEARNED_ON: Final = (
    dict.fromkeys(range(7, 12), 9) | dict.fromkeys((12, 13), 13) | dict.fromkeys(range(14, 20), 19)
)
"""The size that the network of a board size has learned. Matches decided where two are as near; on
boards below 7x7 a network wins nothing."""

KEPT: Final = 4
"""How many user files stay cached."""

_kept: dict[Path, Network] = {}
_shipped: dict[int, tuple[Network | None, tuple[str, ...]]] = {}


def read(text: str) -> Network | None:
    """Return the network of a parameter's value, as its file is now; None for those shipped, and
    for none.

    :raises ValueError: when it cannot be read or used.
    """
    if text in (NONE, SHIPPED):
        return None
    path = user_path(text).absolute()
    network = load_net(path)
    _kept.pop(path, None)
    _kept[path] = network
    if len(_kept) > KEPT:
        del _kept[next(iter(_kept))]
    return network


def serves(network: Network, size: int) -> bool:
    """Return whether a network was learned on boards of a size; one that does not say, on all."""
    return bool(network.provenance.get("size", size) == size)


def serving(text: str, size: int) -> tuple[Network | None, tuple[str, ...]]:
    """Return the network for boards of ``size`` when the parameter is ``text``, None without; and
    notices for the user."""
    if text == NONE:
        return None, ()
    if text == SHIPPED:
        return shipped_for(size)
    try:
        network = _kept.get(user_path(text).absolute()) or read(text)
    except ValueError as error:
        return None, (f"{error}; playing without the network",)
    assert network is not None
    if serves(network, size):
        return network, ()
    learned_on = network.provenance["size"]
    return None, (
        f"{text} was learned on {learned_on}x{learned_on}; boards of {size}x{size} are played"
        " without a network",
    )


def serves_size(text: str, size: int) -> bool:
    """Return whether a network plays on boards of ``size`` when the parameter is ``text``; unlike
    ``serving`` this reads no network of the package."""
    return size in LEARNED_ON if text == SHIPPED else serving(text, size)[0] is not None


def shipped_for(size: int) -> tuple[Network | None, tuple[str, ...]]:
    """Return the package's network for boards of ``size``, None where it has none; and notices."""
    if size not in LEARNED_ON:
        return None, ()
    learned = LEARNED_ON[size]
    if learned not in _shipped:
        try:
            _shipped[learned] = load_net(FILES[learned]), ()
        except ValueError as error:
            _shipped[learned] = None, (f"{error}; playing without the network",)
    return _shipped[learned]
