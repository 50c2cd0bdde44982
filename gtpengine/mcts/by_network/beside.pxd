"""A network beside playouts: it judges some nodes of a search by playouts.

It judges the root, and a node that has `network_visits` or, up to `expand_visits`, gets children.
Their children then have other priors, and a simulation counts the judgement of the deepest node of
its way that has one, by `network_lambda`.
"""

from gtpengine.mcts.doors.search_state cimport Player

cdef const Player* player_beside() noexcept nogil
