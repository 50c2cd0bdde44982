"""The techniques that parameters switch on, as a search has them."""

from gtpengine.lab.doors.door cimport Door
from gtpengine.mcts.doors.doors cimport Techniques


cdef class AttachedTechniques(Techniques):
    cdef Door* first              # one for each technique, and the end of the list
    cdef int n
