"""Patterns of the common fate graph around a move, hashed distance by distance.

In the common fate graph (Graepel, Goutrie, Krueger and Herbrich 2001) each chain is one node,
because its stones live and die together, and so is each empty point; nodes are joined where they
touch. Graf and Platzner, Common fate graph patterns in Monte Carlo tree search for computer Go, CIG
2014, predict moves by features that linear-time graph kernels find in it. So a pattern is the same
whatever the form of its chains, and a long chain does not make it larger.

The pattern of size d around a move has all nodes up to distance d - 2 from it, of which there are
at most MAX_NODES. A node has a label: for a chain whose it is, seen from the side to move, and its
liberties (1, 2, more); for an empty point the number of borders it is beside. The label is refined
once, as Weisfeiler and Lehman do: with the refined labels of its neighbours that are nearer to the
move, and the labels of those that are as near. The hash of a distance is the sum over its nodes.
Neither order nor symmetry of the board matters. Two graphs with equal hashes need not be the same;
graphs that are the same have equal hashes.

Ours: whole distances instead of a number of nodes, the labels, and one refinement.
"""

from board_ext.lowlevel.types cimport uint64_t
from gtpengine.prediction.features cimport FeatureContext

cdef enum:
    MAX_NODES = 120           # of a pattern
    # Families of keys, beside the families of circles.pxd.
    FAMILY_FATE = 3           # the graph alone
    FAMILY_FATE_REPLY = 4     # with the node of the last move marked


cdef int fate_keys(const FeatureContext* c, int v, int size, uint64_t* plain,
                   uint64_t* marked) noexcept nogil
