"""The command ``gtpengine net``: learn the network, measure it, and write its file.

    gtpengine net judge RECORDS... --teacher COMMAND --output FOLDER
    gtpengine net train RECORDS... --judged FOLDER --output net.checkpoint
    gtpengine net evaluate RECORDS... --network net.checkpoint
    gtpengine net export RECORDS... --network net.checkpoint --output net9.net
    gtpengine net bench --network net9.net

The last games of each file (3 % by default) that the move model has not learned from are kept for
the test: nothing learns from them, and evaluate looks at them alone.
"""

from __future__ import annotations

import argparse
import importlib
from typing import Final

from gtpengine.tools.matches.event_cli import user_errors

from gtpengine.base.extras import lacking

from .arguments import add_arguments as add_arguments

ACTIONS: Final = {
    "train": "train",
    "evaluate": "evaluate",
    "export": "export",
    "bench": "bench",
    "compare": "compare",
    "judge": "judging",
}
"""Action -> the module of this folder that does it; those that learn need PyTorch."""


def run(args: argparse.Namespace) -> int:
    with user_errors("net") as status:
        try:
            action = importlib.import_module(f".{ACTIONS[args.action]}", __package__)
        except ModuleNotFoundError as error:
            if error.name != "torch":
                raise
            raise ValueError(lacking(f"{args.action} needs PyTorch", "train")) from None
        status[0] = action.run(args)
    return status[0]
