"""The paths of conv.h."""

cdef extern from "gtpengine/network/conv.h" nogil:
    const Path plain_path "gtpe_plain_path"
    const Path avx2_path "gtpe_avx2_path"
    const Path vnni_path "gtpe_vnni_path"
    bint has_avx2 "gtpe_has_avx2"() noexcept
    bint has_vnni "gtpe_has_vnni"() noexcept

PATHS = ("vnni", "avx2", "plain")
"""The paths, the fastest first. All give the same bits."""


def paths():
    """Return the names of the paths that this machine has, the fastest first."""
    return [name for name, there in zip(PATHS, (has_vnni(), has_avx2(), True)) if there]


cdef const Path* path_named(str name) except NULL:
    """Return a path.

    :raises ValueError: when this machine lacks it.
    """
    if name not in paths():
        raise ValueError(f"path {name!r}: this machine has {', '.join(paths())}")
    if name == "vnni":
        return &vnni_path
    return &avx2_path if name == "avx2" else &plain_path
