"""``python -m gtpengine`` is the command ``gtpengine``."""

import sys

from gtpengine.cli import main

if __name__ == "__main__":
    sys.exit(main())
