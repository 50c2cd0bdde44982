"""Pictures by matplotlib as files: whole, and never over what this program did not draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from gtpengine.base.files.wholefile import user_file

_MAKER: Final = {"png": "Software", "svg": "Creator", "pdf": "Creator"}
"""The property of a picture that names what drew it."""


def save(figure: Any, path: Path, dpi: float | str = "figure") -> None:
    """Write a figure; the ending of *path* sets its format.

    :raises OSError: when it cannot be written, or another program's file is there.
    """
    kind = path.suffix[1:].lower() or "png"
    metadata = {_MAKER[kind]: "gtpengine"} if kind in _MAKER else None
    with user_file(path) as file:
        figure.savefig(file, format=kind, metadata=metadata, dpi=dpi)
