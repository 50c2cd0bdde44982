"""PCG32 (O'Neill 2014, the XSH-RR variant): small, fast, and with independent streams.

A generator is always an argument. ``rng_seed(r, seed, i)`` begins stream ``i`` of a master seed, so
simulation ``i`` can be replayed whichever thread ran it.
"""

from board_ext.lowlevel.types cimport uint32_t, uint64_t


cdef struct Rng:
    uint64_t state
    uint64_t increment        # odd; selects the stream


cdef inline uint64_t mix64(uint64_t x) noexcept nogil:
    """Return a bijection of ``x`` that scrambles every bit: the finalizer of SplitMix64 (Steele et
    al. 2014)."""
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint64_t mix_keys(uint64_t a, uint64_t b) noexcept nogil:
    """Return a hash of two hashes; their order counts."""
    return mix64(a * <uint64_t>0x9E3779B97F4A7C15 + b)


cdef inline uint32_t rng_next(Rng* r) noexcept nogil:
    """Return 32 uniform bits."""
    cdef uint64_t old = r.state
    cdef uint32_t shifted = <uint32_t>(((old >> 18) ^ old) >> 27)
    cdef uint32_t rotation = <uint32_t>(old >> 59)
    r.state = old * <uint64_t>6364136223846793005 + r.increment
    return (shifted >> rotation) | (shifted << ((32 - rotation) & 31))


cdef inline void rng_seed(Rng* r, uint64_t seed, uint64_t stream) noexcept nogil:
    """Begin stream ``stream`` of the master seed ``seed``."""
    r.increment = (mix64(stream + <uint64_t>0x9E3779B97F4A7C15) << 1) | 1
    r.state = mix64(seed + stream * <uint64_t>0x9E3779B97F4A7C15) + r.increment
    rng_next(r)


cdef inline int rng_below(Rng* r, int n) noexcept nogil:
    """Return a uniform integer in [0, n). The bias is below n / 2**32; n must be positive."""
    return <int>((<uint64_t>rng_next(r) * <uint64_t>n) >> 32)


cdef inline float rng_float(Rng* r) noexcept nogil:
    """Return a uniform number in [0, 1), a multiple of 2**-24."""
    return <float>(rng_next(r) >> 8) * <float>(1.0 / 16777216.0)
