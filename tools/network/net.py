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

import importlib
from collections.abc import Callable
from typing import Any, Final

from gtpengine.tools.matches.errors import user_errors

from gtpengine.base.arguments.actions import Actions
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.extras import lacking

from . import options


def _action(name: str, module: str) -> Callable[[Any], int]:
    """Return the function that does an action: ``run`` of a module, which may need PyTorch."""

    @user_errors("net")
    def run(given: Any) -> int:
        try:
            action = importlib.import_module(f".{module}", __package__)
        except ModuleNotFoundError as error:
            if error.name != "torch":
                raise
            raise ValueError(lacking(f"{name} needs PyTorch", "train")) from None
        status: int = action.run(given)
        return status

    return run


TRAIN: Final = CommandLine(
    options.NetTrainOptions,
    _action("train", "train"),
    "Learn a network from game records, and from judged positions where there are any. An"
    " interrupted run goes on from its checkpoint, --output, which is also what the other"
    " actions read.",
    "# an hour on one core\n"
    "gtpengine net train games --size 9 --judged judged9 --minutes 60 --output net9.checkpoint",
    "# on a GPU\n"
    "gtpengine net train games --size 19 --blocks 6 --channels 64 --rows 2048 --minutes 20"
    " --threads 16 --device cuda --output net19.checkpoint",
)

EVALUATE: Final = CommandLine(
    options.NetEvaluateOptions,
    _action("evaluate", "evaluate"),
    "Measure a network on games it has not learned from: how often it guesses the move, beside"
    " the move model; how far its value is from the result; and what it says of positions that"
    " a teacher judged.",
    "gtpengine net evaluate games --size 9 --network net9.checkpoint --plot calibration.png",
    "# beside a teacher's judgements of games of the test\n"
    "gtpengine net evaluate games --size 9 --network net9.checkpoint --judged held-out9",
)

EXPORT: Final = CommandLine(
    options.NetExportOptions,
    _action("export", "export"),
    "Write a network as the engine reads it: in whole numbers, which a core computes fast."
    " Positions of the records tell how large its activations become. The table shows what the"
    " whole numbers cost on games of the test.",
    "gtpengine net export games --size 9 --network net9.checkpoint --output net9.net",
)

BENCH: Final = CommandLine(
    options.NetBenchOptions,
    _action("bench", "bench"),
    "Measure how many microseconds a network takes for a position, beside the move model, on"
    " each path of this machine, a set of its instructions (docs/explanation/network.md). All"
    " paths give the same answers. Without --network shapes are measured; weights do not"
    " change the speed.",
    "# a network that was exported\ngtpengine net bench --network net9.net --size 9",
    "# what a shape would cost\ngtpengine net bench --shape residual-6x48 --path avx2",
)

COMPARE: Final = CommandLine(
    options.NetCompareOptions,
    _action("compare", "compare"),
    "Let several shapes learn from the same positions for as many steps, or as many minutes,"
    " and compare what they reach on games of the test with what a judgement costs on one core"
    " of this machine. Shapes that have learned already in --output are not learned again.",
    "gtpengine net compare games --size 9 --judged judged9 --steps 4000 --output shapes9"
    " --shapes residual-2x16 residual-4x32 mobile-6x32 bottleneck-6x48 --plot shapes9.png",
)

JUDGE: Final = CommandLine(
    options.NetJudgeOptions,
    _action("judge", "judging"),
    "Ask a stronger program about positions of games, and beside them: what it would play, who"
    " wins, by how much, and who owns each point. It must speak KataGo's JSON analysis"
    " protocol. The output is a folder that 'gtpengine net train' learns from; an interrupted"
    " run goes on.",
    "gtpengine net judge games --size 9 --positions 100000 --output judged9 --teacher 'katago"
    " analysis -config analysis.cfg -model network.bin.gz'",
)

COMMAND: Final = Actions(
    {
        "train": (TRAIN, "learn a network"),
        "evaluate": (EVALUATE, "accuracy on games not learned from"),
        "export": (EXPORT, "write the file that the engine reads"),
        "bench": (BENCH, "how long a network takes for a position"),
        "compare": (COMPARE, "what shapes of networks reach, at what price"),
        "judge": (JUDGE, "ask a stronger program about positions"),
    },
    "Learn a small network of policy, value, score and ownership from game records and from a"
    " stronger program's judgements. 'gtpengine help net ACTION' explains an action.",
    "# learn from the SGF files of a folder\n"
    "gtpengine net train games --size 9 --minutes 60 --output net9.checkpoint",
)
