"""``gtpengine`` as a program of its own, where a hint takes a twentieth of its simulations."""

from __future__ import annotations

import sys
from typing import Final

_PROGRAM: Final = """import sys
from gtpengine.cli import main
from gtpengine.play.session import PlaySession
PlaySession.__init__.__kwdefaults__["hint_simulations"] = 1000
sys.exit(main(sys.argv[1:]))
"""

PROGRAM: Final = (sys.executable, "-P", "-c", _PROGRAM)
"""Its first words."""
