"""Paths as users write them."""

from __future__ import annotations

import os
from pathlib import Path


def user_path(text: str) -> Path:
    """The path of *text*, a leading ``~`` or ``~user`` replaced by that home.

    Of a user that there is not the text stays as it is, and the file is not found, where
    `Path.expanduser` would raise a `RuntimeError`.
    """
    return Path(os.path.expanduser(text))
