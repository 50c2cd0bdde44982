"""The part of a table that ``--only`` names: matches are chosen by their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from gtpengine.base.arguments.paramspec import nearest

from .reading import TableError


class Worded(Protocol):
    """A match that has words by which it is found."""

    @property
    def words(self) -> tuple[str, ...]: ...


Item = TypeVar("Item", bound=Worded)


def chosen(items: Sequence[Item], only: Sequence[str], kinds: str, advice: str) -> list[Item]:
    """Return the items that have all the words of one of the texts of ``--only``.

    ``kinds`` says what words there are, and ``advice`` what to give.

    :raises TableError: for a word that no item has
    """
    if not only:
        return list(items)
    known = {word for item in items for word in item.words}
    wanted = [text.split(",") for text in only]
    for word in (word for words in wanted for word in words):
        if word not in known:
            guess = nearest(word, known)
            hint = f"did you mean {guess}?" if guess else f"give {advice}"
            raise TableError(f"--only {word}: there is no such {kinds}; {hint}")
    return [
        item for item in items if any(all(word in item.words for word in words) for words in wanted)
    ]
