"""How many threads a person's program searches with where the person does not say."""

from __future__ import annotations

import os

from gtpengine.base.arguments.paramspec import AUTO
from gtpengine.base.system.machine import THREADS_VARIABLE
from gtpengine.config.options import ENGINE_PARAMS


def usual_threads(seeded: bool) -> str:
    """Return the text of ``--threads`` where it was not given.

    The free cores are used, except where a seed was given: one thread plays the same game again.
    A program that starts engines, as matches do, says the number by an environment variable.
    """
    return "1" if seeded else os.environ.get(THREADS_VARIABLE, "").strip() or AUTO


def usual_count(seeded: bool) -> int:
    """Return the threads that `usual_threads` says.

    :raises ParamError: when the environment variable holds no number of threads.
    """
    found = ENGINE_PARAMS["threads"].parse(usual_threads(seeded))
    assert isinstance(found, int)
    return found
