"""The paths of conv.h."""

cdef extern from "gtpengine/network/kernel/conv.h" nogil:
    const Path* compiled "gtpe_paths"[]
    int compiled_count "gtpe_path_count"() noexcept
    long count "gtpe_winograd_count"(const Conv* k) noexcept
    void transform "gtpe_winograd_weights"(const Conv* k, int16_t* to) noexcept


PATHS = tuple(compiled[i].name.decode() for i in range(compiled_count()))
"""The paths of this build, the fastest first. All give the same bits."""


def paths():
    """Return the names of the paths that this machine has, the fastest first."""
    return [name for i, name in enumerate(PATHS) if compiled[i].there()]


cdef const Path* path_named(str name) except NULL:
    """Return a path.

    :raises ValueError: when this machine lacks it.
    """
    if name not in paths():
        raise ValueError(f"path {name!r}: this machine has {', '.join(paths())}")
    return compiled[PATHS.index(name)]


cdef long winograd_count(const Conv* k) noexcept nogil:
    """Return how many weights a path with ``winograd`` wants besides; 0 for none."""
    return count(k)


cdef void winograd_weights(const Conv* k, int16_t* to) noexcept nogil:
    """Write these weights."""
    transform(k, to)
