"""A classical Go engine: RAVE Monte-Carlo tree search, spoken to through GTP."""

import board_ext as _board_ext  # noqa: F401  the check of the machine comes before any extension

__version__ = "0.17.0"
