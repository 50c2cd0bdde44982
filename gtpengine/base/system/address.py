"""Addresses of clusters: HOST:PORT, or ``auto`` for the cluster of this machine."""

from __future__ import annotations

from typing import Final

AUTO: Final = "auto"
"""The cluster at Ray's own port of this machine; without one, one is begun there."""

OFF: Final = "off"

PORT: Final = 6379
"""The port of a cluster where none is given; Ray's own choice."""


def split(address: str) -> tuple[str, int]:
    """Return host and port of ``HOST:PORT`` or ``HOST``.

    :raises ValueError: when it is neither.
    """
    host, colon, port = address.strip().rpartition(":")
    if not colon:
        host, port = port, str(PORT)
    number = int(port) if port.isascii() and port.isdigit() and len(port) <= 5 else 0
    if not host or " " in host or "/" in host or not 0 < number < 65536:
        raise ValueError(f"give HOST:PORT, such as 192.168.1.10:{PORT}, or {AUTO}")
    return host, number


def read_address(text: str) -> None:
    """Check the value of the option ``cluster``.

    :raises ValueError: when it is no address.
    """
    if text.strip().lower() != AUTO:
        split(text)
