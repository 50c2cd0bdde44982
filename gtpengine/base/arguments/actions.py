"""A command of ``gtpengine`` whose first word names what to do, as in ``gtpengine book build``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from gtpengine.base.arguments.commandline import CommandLine, typed
from gtpengine.base.arguments.laboratory import demand
from gtpengine.base.arguments.parser import Parser, describe


class Actions:
    """A command whose first word names an action, each with options of its own.

    ``actions`` has the command line of each, and its line in the help. ``laboratory`` names those
    that are there only with the laboratory.
    """

    def __init__(
        self,
        actions: Mapping[str, tuple[CommandLine[Any], str]],
        text: str,
        *examples: str,
        laboratory: Sequence[str] = (),
    ) -> None:
        self.actions = actions
        self._text, self._examples, self._laboratory = text, examples, laboratory

    def parser(self, prog: str) -> Parser:
        """Return the parser of the command as the program ``prog``, such as ``gtpengine book``."""
        parser = Parser(prog=prog)
        describe(parser, self._text, *self._examples)
        commands = parser.add_subparsers(
            dest="action", metavar="ACTION", required=True, help="what to do:"
        )
        for name, (action, text) in self.actions.items():
            action.add_to(commands.add_parser(name, help=text))
        return parser

    def ready(self, prog: str, words: Sequence[str]) -> Callable[[], int]:
        """Return the action with the options of a command line, ready to run.

        :raises UsageError: when the words cannot be followed.
        :raises LaboratoryError: when the action is the laboratory's, which is not there.
        """
        if words[:1] and words[0] in self._laboratory:
            demand(f"{prog} {words[0]}")
        values = vars(self.parser(prog).parse_args(words))
        action, _ = self.actions[values["action"]]
        return partial(action.run, action.taken(values, typed(prog, words)))
