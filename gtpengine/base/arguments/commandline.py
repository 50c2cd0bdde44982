"""A command of ``gtpengine``: its options, the function that runs it, and what its help says.

    COMMAND: Final = CommandLine(BenchOptions, run, "Measure the speed ...", "gtpengine bench")

``run`` gets a ``BenchOptions``, whether a command line or a program made it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from gtpengine.base.arguments.options import add_options, read_options
from gtpengine.base.arguments.parser import Parser, append, describe

Options = TypeVar("Options")


class CommandLine(Generic[Options]):
    """What a command takes and does.

    ``options`` is a dataclass of fields of ``gtpengine.base.arguments.options``. ``more`` is a
    paragraph of the help below the examples. The help leaves the options ``folded`` to a topic,
    whose name comes first among them.
    """

    def __init__(
        self,
        options: type[Options],
        run: Callable[[Options], int],
        text: str,
        *examples: str,
        more: str = "",
        folded: Sequence[str] = (),
    ) -> None:
        self.options, self.run = options, run
        self._text, self._examples, self._more, self._folded = text, examples, more, folded

    def parser(self, prog: str) -> Parser:
        """Return the parser of the command as the program ``prog``, such as ``gtpengine match``."""
        parser = Parser(prog=prog)
        self.add_to(parser)
        return parser

    def add_to(self, parser: Parser) -> None:
        """Add the texts and the options to a parser."""
        describe(parser, self._text, *self._examples)
        if self._more:
            append(parser, self._more)
        add_options(parser, self.options)
        if self._folded:
            parser.fold(*self._folded)

    def read(self, prog: str, words: Sequence[str]) -> Options:
        """Return the options that the words of a command line give.

        :raises UsageError: when they cannot be followed.
        """
        return self.taken(vars(self.parser(prog).parse_args(words)), typed(prog, words))

    def taken(self, values: Mapping[str, Any], words: Sequence[str]) -> Options:
        """Return the options from what a parser found in the ``words`` of the command."""
        return read_options(self.options, values, words)

    def ready(self, prog: str, words: Sequence[str]) -> Callable[[], int]:
        """Return the command with the options of a command line, ready to run.

        :raises UsageError: when the words cannot be followed.
        """
        return partial(self.run, self.read(prog, words))


def typed(prog: str, words: Sequence[str]) -> list[str]:
    """Return the words behind ``gtpengine``, the command's name first."""
    return [*prog.split()[1:], *words]
