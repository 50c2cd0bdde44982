"""What the heads of a network put out, for planes that are given; for those who learn and test.

No board is read and no probability made, so a network can be compared with the one it was made of.
"""

from dataclasses import dataclass

import numpy as np

from board_ext.lowlevel.types cimport MAX_POINTS, MAX_SIZE, MIN_SIZE, uint8_t
from gtpengine.network.forward cimport Outputs, Scratch, net_forward, scratch_free, scratch_new
from gtpengine.network.net cimport Network
from gtpengine.network.planes cimport FULL

from gtpengine.network.net import check_symmetry


@dataclass(frozen=True, slots=True)
class Raw:
    """Outputs of a network before its policy is mixed with the move model's.

    - ``policy``, ``ownership``: float32, (points,): logits; a point is row * size + column.
    - ``passes``: the logit of the pass.
    - ``value``: the logit of winning.
    - ``score``: points.
    """

    policy: object
    passes: float
    value: float
    score: float
    ownership: object


def raw_outputs(Network network not None, planes, numbers, int symmetry=0):
    """Return the ``Raw`` outputs for planes, uint8 of 0..127 (planes, size, size), and numbers,
    float32 (numbers,); the network sees the planes under ``symmetry``.

    :raises ValueError: when these have other dimensions, or bytes above 127, or when there is no
        such symmetry.
    """
    cdef const uint8_t[:, :, ::1] seen = np.ascontiguousarray(planes, np.uint8)
    cdef const float[::1] told = np.ascontiguousarray(numbers, np.float32)
    cdef int size = seen.shape[1]
    cdef Outputs out
    cdef Scratch* scratch
    if not (seen.shape[0] == network.net.planes and seen.shape[2] == size
            and MIN_SIZE <= size <= MAX_SIZE and told.shape[0] == network.net.numbers):
        raise ValueError(f"planes {planes.shape} and numbers {numbers.shape} do not fit")
    if np.max(planes) > FULL:
        raise ValueError(f"planes have bytes of 0 to {FULL}")
    check_symmetry(symmetry)
    scratch = scratch_new(&network.net)
    if scratch == NULL:
        raise MemoryError
    with nogil:
        net_forward(&network.net, scratch, &seen[0, 0, 0], &told[0], size, symmetry, True, &out)
        scratch_free(scratch)
    area = size * size
    return Raw(np.array(<float[:MAX_POINTS]>out.policy)[:area], out.passes, out.value, out.score,
               np.array(<float[:MAX_POINTS]>out.ownership)[:area])
