"""The playout rules that stand in files of their own, and the order in which a playout asks them.

To add the rule NAME, write the file ``rule_NAME.pyx`` and a test; nothing else. The file has

- a docstring with the paper or program that the rule is from;
- the rows of its parameters, ``PARAMS``; one switches it on, by a rate or a number above 0;
- its function, a `RuleMove`: it draws its rate (`playout.chance`) and returns a move or NO_VERTEX;
- its row of the table (`rule_table.RuleRow`), which setup.py finds by its first word:
  ``RULE = PlayoutRule(name="NAME", ...).plays(move)``.

A compiled rule is imported when an order names it and its parameter is above 0.
"""

from gtpengine.mcts.playout.playout cimport RuleMove, RuleOrder


cdef class PlayoutRule:
    cdef RuleMove move               # NULL: inside `playout.pyx`
    cdef readonly object row         # rule_table.RuleRow

    cdef PlayoutRule plays(self, RuleMove move)


cdef class PlayoutOrder:
    cdef RuleOrder order
    cdef readonly tuple reasons      # the word for each reason that a playout may give


cdef PlayoutOrder order_from(object params)
