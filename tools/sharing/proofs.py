"""What an engine shows of itself, on the machine of a run and on its workers' machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from gtpengine.tools.builds.builds import BuildError, measured_signature
from gtpengine.tools.running.engines import EngineSpec, identify, with_program

from gtpengine.base.arguments import commandwords
from gtpengine.base.text.plain import told
from gtpengine.programs.engine_errors import EngineError
from gtpengine.programs.gtp_client import split_command

from .messages import EngineProof

OWN: str = "gtpengine"
"""The name of a program that has a bench signature."""


def proof_of(spec: EngineSpec, programs: Mapping[str, str] | None = None) -> EngineProof:
    """Start an engine and return what it shows; ``programs`` are put in place of others' paths."""
    spec = with_program(spec, programs or {})
    try:
        identity = identify(spec)
        words = own_words(spec.command)
        signature = measured_signature(words) if words else None
    except (EngineError, BuildError) as error:
        return EngineProof(problem=told(error))
    return EngineProof(identity.gtp_name, identity.version, signature)


def own_words(command: str) -> Sequence[str]:
    """Return the first words of a command line, up to the program gtpengine; none for others.

    These words, with ``bench`` behind them, measure its signature. Options of Python before the
    name count as part of it: ``python -P -m gtpengine``.
    """
    words = commandwords.split(command)
    for place, word in enumerate(words):
        if Path(word).name == OWN:
            return [*split_command(words[: place + 1])]
        if place and not word.startswith("-"):
            return ()
    return ()
