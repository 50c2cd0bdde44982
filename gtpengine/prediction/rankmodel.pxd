"""The move model by rank: what players of a rank play, not only strong ones.

The score of a move for a player of rank r is linear on top of the move model (movemodel.pxd):

    score_r(move) = scale(r) * score(move) + sum over features and shapes i of the move of e_i(r)

and its probability the softmax of the scores over all legal moves and the pass. The effects e_i and
the scale are linear splines of r: known at a few ranks, the knots, linear between two, constant
beyond the first and last.
"""

from gtpengine.prediction.movemodel cimport MoveModel


cdef class RankModel:
    cdef readonly MoveModel base
    cdef readonly MoveModel effects
    cdef readonly object knots       # numpy float64 (k), rising
    cdef readonly object scales      # numpy float64 (k)
