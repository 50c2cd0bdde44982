"""Softmax playouts that begin with the weights of a file and whose log-gammas may be changed."""

from gtpengine.lab.learning.softmax_learner cimport PlayoutLearner


cdef class SoftmaxPolicy(PlayoutLearner):
    cdef object start             # the weights it began with
