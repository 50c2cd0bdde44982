"""The paths of conv.h."""

from libc.stdint cimport uint8_t

cdef extern from "gtpengine/network/conv.h" nogil:
    void convolve_plain "gtpe_plain"(const Conv* k, const uint8_t* pixels, int size,
                                     const Sink* sink) noexcept
    void convolve_avx2 "gtpe_avx2"(const Conv* k, const uint8_t* pixels, int size,
                                   const Sink* sink) noexcept
    void convolve_vnni "gtpe_vnni"(const Conv* k, const uint8_t* pixels, int size,
                                   const Sink* sink) noexcept
    bint has_avx2 "gtpe_has_avx2"() noexcept
    bint has_vnni "gtpe_has_vnni"() noexcept

PATHS = ("vnni", "avx2", "plain")
"""The paths, the fastest first. All give the same bits."""


def paths():
    """Return the names of the paths that this machine has, the fastest first."""
    return [name for name, there in zip(PATHS, (has_vnni(), has_avx2(), True)) if there]


cdef Convolve path_named(str name) except NULL:
    """Return a path.

    :raises ValueError: when this machine lacks it.
    """
    if name not in paths():
        raise ValueError(f"path {name!r}: this machine has {', '.join(paths())}")
    if name == "vnni":
        return convolve_vnni
    return convolve_avx2 if name == "avx2" else convolve_plain
