"""Published results beside ours: ``python -m gtpengine.lab.reproduction.page``.

It is made from the claims and from the scores that ship.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from gtpengine.tools.statistics.stats import Estimate

from .claims import BETTER, Claim, read_claims
from .claims import SHIPPED as CLAIMS
from .scores import SHIPPED, Scores, current, effect, published, read_scores, verdict

HEAD = """# Published results, repeated

Results that papers published, played again by this engine in the set-up of the paper, as far as
possible. `gtpengine reproduce` plays them: [Published
results](../guides/study.md#published-results). A share is the share of games won, in per cent, with
its 95 % interval. The *effect* is the Elo with the technique less the Elo without it; where both
sides play each other, the Elo of one side over the other. Where the paper gives the number of
games, its effect has an interval, too.

- *repeated*: the intervals of both effects meet, ours does not hold 0, and it is narrower than the
  paper's effect is large.
- *not contradicted*: the intervals meet, and ours does not hold 0 unless the paper's does. With
  forty games an interval is wide, so this says no more.
- *smaller*, *larger*: the same sign, but another size.
- *open*: our interval holds 0.
- *the other way*: the opposite sign.
- *quoted*: another text tells the paper's shares, and the paper was not read. Such a claim has no
  verdict.

*Better* stands where a text says which side is the better one, and no number.

Above 90 and below 10 % a share is near the end of its scale: there one game more or less is worth
much Elo, so the size of an effect says little. A match that several claims have in common is played
once: these claims share its luck, and [a list](#matches-that-claims-share) says which they are.

This page is made from the claims and the scores that ship, by
`python -m gtpengine.lab.reproduction.page > docs/reference/reproductions.md`.
"""

MARK = HEAD.partition("\n")[0].encode()
"""How a file of the page begins."""

_COLUMNS = (
    "claim", "what", "paper", "board, a move", "opponent", "the paper's shares", "ours", "games",
    "the paper's effect, Elo", "ours, Elo", "verdict", "date, commit",
)  # fmt: skip


def page(claims: Sequence[Claim], found: Scores, least: int) -> str:
    """Return the page as Markdown; an effect of fewer than ``least`` games has no verdict."""
    verdicts = [one for claim in claims if (one := _verdict(claim, found, least))]
    counts = ", ".join(f"{verdicts.count(one)} {one}" for one in dict.fromkeys(verdicts))
    played = current([point for claim in claims for point in claim.points()], found).values()
    games, failed = sum(one.games for one in played), sum(one.failures for one in played)
    papers = len({claim.paper for claim in claims})
    text = f"Of {len(claims)} claims of {papers} papers and tests {len(verdicts)} have games enough"
    lines = [
        HEAD,
        f"{text}: {counts}." if verdicts else f"{text}.",
        f"They rest on {len(played)} matches; {games:,} games were played, {failed} failed.",
        "",
        "| " + " | ".join(_COLUMNS) + " |",
        "|" + "---|" * len(_COLUMNS),
        *(_line(claim, found, least) for claim in claims),
    ]
    notes = [line for claim in claims for line in _notes(claim)]
    if notes:
        lines += ["", "## Notes", "", *notes]
    return "\n".join([*lines, *_shared(claims, found)]) + "\n"


def _shared(claims: Sequence[Claim], found: Scores) -> list[str]:
    """Return the lines about matches that several claims have in common."""
    users: dict[str, list[Claim]] = {}
    for point in (point for claim in claims for point in claim.points()):
        if point.settings in found:
            users.setdefault(point.settings, []).append(point.claim)
    shared = {settings: mine for settings, mine in users.items() if len(mine) > 1}
    if not shared:
        return []
    lines = ["", "## Matches that claims share", ""]
    for settings, mine in shared.items():
        names = ", ".join(f"`{claim.name}`" for claim in mine)
        lines.append(f"- {found[settings].shown()}: a side of {len(mine)} claims, {names}.")
    return lines


def _verdict(claim: Claim, found: Scores, least: int) -> str:
    here = effect(claim, found)
    if (
        claim.quoted
        or here is None
        or min(found[point.settings].games for point in claim.points()) < least
    ):
        return ""
    return verdict(published(claim), here)


def _line(claim: Claim, found: Scores, least: int) -> str:
    there = [found[p.settings] for p in claim.points() if p.settings in found]
    here = effect(claim, found)
    shares = [claim.published, claim.published_without]
    made = ", ".join(dict.fromkeys(f"{one.date}, `{one.commit or 'no revision'}`" for one in there))
    opponent = claim.against.title if claim.against else "the other side"
    cells = (
        claim.name,
        claim.says,
        claim.paper,
        f"{claim.size}x{claim.size}, {claim.limit}",
        opponent,
        " against ".join(f"{100 * share:.1f}" for share in shares if share is not None) or BETTER,
        " against ".join(_share(one.estimate) for one in there) or "-",
        " and ".join(str(one.games) for one in there) or "-",
        BETTER if claim.published is None else _effect(published(claim)),
        _effect(here) if here else "-",
        "quoted" if claim.quoted else _verdict(claim, found, least) or "-",
        made or "-",
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _share(share: Estimate) -> str:
    return f"{100 * share.value:.1f} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def _effect(one: Estimate) -> str:
    if math.isinf(one.value) and math.isfinite(one.low if one.value > 0 else one.high):
        return f"above {_elo(one.low)}" if one.value > 0 else f"below {_elo(one.high)}"
    value, low, high = (_elo(x) for x in (one.value, one.low, one.high))
    return value if low == high else f"{value} ({low} to {high})"


def _elo(elo: float) -> str:
    return "no bound" if math.isinf(elo) else f"{elo:+z.0f}"


def _notes(claim: Claim) -> list[str]:
    return [
        f"- `{claim.name}`: {label} {text}"
        for label, text in (
            ("Our set-up:", claim.differs),
            ("Why:", claim.why),
        )
        if text
    ]


if __name__ == "__main__":
    shipped = read_claims(CLAIMS)
    scores = current(shipped.points(), read_scores(SHIPPED))
    print(page(shipped.claims, scores, shipped.ending.least), end="")
