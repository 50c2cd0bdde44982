"""The options of ``gtpengine web``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.language_options import LanguageOptions
from gtpengine.base.arguments.options import flag, group, option
from gtpengine.base.arguments.paramspec import argument
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.problems.options import DeckOptions
from gtpengine.programs.judge_options import HintEngineOptions

PORT: Final = 8361
STORE: Final = "gtpengine-runs.sqlite"
REVIEWS: Final = "gtpengine-reviews"


@dataclass(frozen=True, kw_only=True, slots=True)
class WebOptions:
    """What ``gtpengine web`` takes."""

    port: int = option("port to listen on; 0 = any free one", numbers.whole(0, 65535), default=PORT)
    no_browser: bool = flag("print the address, and open no browser")
    threads: int | None = option(
        "threads of each search; auto = the cores that quota and load leave free (default: auto)",
        argument(ENGINE_PARAMS["threads"]),
        default=None,
    )
    store: Path = option("SQLite file whose runs to show", Path, default=Path(STORE))
    reviews: Path = option(
        "folder that keeps the reviews", Path, default=Path(REVIEWS), metavar="FOLDER"
    )
    problems: DeckOptions = group(DeckOptions)
    hints: HintEngineOptions = group(HintEngineOptions)
    spoken: LanguageOptions = group(LanguageOptions)
