"""Memory of tensors, kept for the next step of a learning on the CPU."""

from __future__ import annotations

import ctypes
from typing import Final

_TRIM_THRESHOLD: Final = -1  # M_TRIM_THRESHOLD of glibc's malloc.h
_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD
_MOST: Final = 2**31 - 1
_LARGEST: Final = 2**25  # 32 MB, the most that every glibc takes


def keep_freed_memory() -> bool:
    """Let this process keep what it frees, where the C library is glibc; return whether it will.

    Each step of a learning takes the same large tensors. By default glibc gives them back to the
    system, which then clears each page anew: an eighth of the time of a step.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    return bool(mallopt(_MMAP_THRESHOLD, _LARGEST) and mallopt(_TRIM_THRESHOLD, _MOST))
