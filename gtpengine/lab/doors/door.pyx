"""A technique as Python finds it; see door.pxd."""


cdef class Learned:
    """Learned numbers, in memory that hooks can read."""


cdef class TechniqueDoor:
    """The hooks of a technique, which its file fills in."""

    def __cinit__(self):
        self.hooks.place = 1

    @property
    def place(self):
        """Where it stands among the techniques that are asked."""
        return self.hooks.place

    cdef Learned learned(self, object params, int size, list notices):
        """Return what its files say for boards of a size, None for nothing; add notices for the
        user."""
        return None
