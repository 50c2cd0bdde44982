"""From the table of playout rules to the array of rules that a playout asks."""

from libc.stdlib cimport calloc, free

from gtpengine.mcts.playout.playout cimport Rule

from gtpengine.mcts.moves.reasons import NAMES
from gtpengine.mcts.params.families import exported
from gtpengine.mcts.params.rule_table import RuleRow, rules_in_order


cdef class PlayoutRule:
    """A row of the table with its function."""

    def __init__(self, **row):
        self.row = RuleRow(**row)

    cdef PlayoutRule plays(self, RuleMove move):
        """Set the rule's function; return the rule."""
        self.move = move
        return self


cdef class PlayoutOrder:
    """An array of rules, and the words for the reasons of a playout that asks them."""

    def __init__(self, rules):
        cdef PlayoutRule rule
        cdef int i
        names = list(NAMES)
        self.order.rules = <Rule*>calloc(max(1, len(rules)), sizeof(Rule))
        if self.order.rules == NULL:
            raise MemoryError
        for i, rule in enumerate(rules):
            self.order.rules[i].move = rule.move
            self.order.rules[i].answers = rule.row.answers
            if rule.move == NULL:
                self.order.rules[i].reason = NAMES.index(rule.row.reason)
            else:
                self.order.rules[i].reason = len(names)
                names.append(rule.row.reason)
        self.order.n = len(rules)
        self.reasons = tuple(names)

    def __dealloc__(self):
        free(self.order.rules)


cdef PlayoutOrder order_from(object params):
    """Return the rules that ``playout_order`` names and that are switched on in a ``SearchParams``.
    """
    return PlayoutOrder([
        exported(row.module, "RULE") if row.module else PlayoutRule(**row._asdict())
        for row in rules_in_order(params)
    ])
