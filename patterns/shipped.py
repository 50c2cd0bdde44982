"""The files that come with the package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

INSTALL_AGAIN: Final = "install gtpengine again"

File = TypeVar("File")


def read_shipped(
    name: str,
    decode: Callable[[bytes, str], File],
    error: type[ValueError],
    package: str = "gtpengine.patterns",
) -> File:
    """Return what ``decode(data, name)`` makes of the file ``name`` in the data of the package.

    :raises ValueError: an ``error``, when the file is missing or ``decode`` refuses it.
    """
    from importlib import resources  # slow: after the first answer

    file = resources.files(package).joinpath("data", name)
    try:
        return decode(file.read_bytes(), name)
    except OSError:
        raise error(f"{name} is missing; {INSTALL_AGAIN}") from None
    except ValueError as refusal:
        # The rest of the message is advice for files of users.
        raise error(f"{str(refusal).partition(';')[0]}; {INSTALL_AGAIN}") from None
