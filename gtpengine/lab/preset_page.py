"""The presets as a page and as a list: ``python -m gtpengine.lab.preset_page``."""

from __future__ import annotations

import textwrap

from gtpengine.lab.presets import PRESETS, Preset

HEAD = """# Presets

A preset is a name for a whole program or paper: it sets the parameters by which the search is
built, so that what others wrote can be played and compared.

    gtpengine --preset plain-uct --simulations 5000

plays as Kocsis and Szepesvári's UCT of 2006. `--set` changes a preset further, whatever the order
of the words; a limit, rules and threads go with any. In a file of `--config` the key is `preset`.
In a clone presets need `make lab`. `gtpengine help presets` lists them,
[`gtpengine study`](../guides/study.md) measures them.

A preset is a recipe on this engine's board and tree, not the other program: *differs* says what is
not the paper's. Parameters that a preset does not name are as they are
[by default](parameters.md).

This page is made from the table, by
`python -m gtpengine.lab.preset_page > docs/reference/presets.md`.
"""


def section(preset: Preset) -> str:
    """Return the part of the page about one preset."""
    settings = " ".join(f"{name}={text}" for name, text in preset.parameters())
    block = textwrap.fill(
        settings,
        96,
        initial_indent="    ",
        subsequent_indent="    ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    differs = f"\nDiffers: {preset.differs}.\n" if preset.differs else ""
    return f"\n## {preset.name}\n\n{preset.about}\n\nSource: {preset.source}.\n{differs}\n{block}\n"


def page() -> str:
    """Return the page as Markdown."""
    return HEAD + "".join(section(preset) for preset in PRESETS.values())


def listing() -> str:
    """Return the presets for a terminal."""
    lines = ["Presets, for --preset NAME and the key preset in --config FILE:"]
    for preset in PRESETS.values():
        text = f"{preset.about} Source: {preset.source}."
        lines += ["", f"  {preset.name}"]
        lines += textwrap.wrap(text, 92, initial_indent="      ", subsequent_indent="      ")
    lines += ["", "docs/reference/presets.md lists what each sets."]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    print(page(), end="")
