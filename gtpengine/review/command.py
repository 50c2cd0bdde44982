"""``gtpengine review``: what its command line takes and says."""

from __future__ import annotations

from typing import Final

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.review.searching.options import ReviewOptions


def run(options: ReviewOptions) -> int:
    """Review all games; return 1 if some could not be, 2 if none could."""
    options.spoken.use()
    # Here, because --help needs no extra.
    from gtpengine.review.reviewing import review_all

    return review_all(options)


COMMAND: Final = CommandLine(
    ReviewOptions,
    run,
    "Review games: which moves lost points, by how much, what was better and why. Each game"
    " gets an HTML page, which needs no network, and an SGF file with comments, variations and"
    " win rates. A review that was stopped goes on from there when you run the command again.",
    "# reviews/game.html and reviews/game.sgf\ngtpengine review game.sgf",
    "# all games of a folder and of an archive, with more care\n"
    "gtpengine review my-games/ league.zip --simulations 4000 --output reviews",
    "# judged by KataGo, eight positions at a time\n"
    "gtpengine review game.sgf --threads 8 --engine 'katago analysis -model M -config C'",
)
