"""The words for the reasons of playout moves that are no rule of the order."""

NAMES = tuple(
    reason.name.removeprefix("REASON_").lower().replace("_", " ")
    for reason in Reason if reason < REASON_RULE
)
