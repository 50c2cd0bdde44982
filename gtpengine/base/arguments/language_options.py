"""``--lang``, which the commands for players have."""

from __future__ import annotations

from dataclasses import dataclass

from gtpengine.base.arguments.options import option
from gtpengine.base.text import language


@dataclass(frozen=True, kw_only=True, slots=True)
class LanguageOptions:
    """In which language a command speaks."""

    lang: str | None = option(
        f"language of the texts: {', '.join(language.LANGUAGES)} (default: the system's)",
        language.read_language,
        default=None,
        metavar="LANG",
    )

    def use(self) -> None:
        """Speak it in the whole program."""
        language.use(self.lang)
