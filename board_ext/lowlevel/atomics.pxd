"""Relaxed atomics over plain integers, through the compiler's builtins (gcc and clang).

A field that several threads change is read and changed only by these. They order nothing but the
field itself; ``store_release`` and ``load_acquire`` publish what was written before.
"""

from board_ext.lowlevel.types cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #define GTPE_LOAD(p) __atomic_load_n((p), __ATOMIC_RELAXED)
    #define GTPE_STORE(p, x) __atomic_store_n((p), (x), __ATOMIC_RELAXED)
    #define GTPE_ADD(p, x) __atomic_fetch_add((p), (x), __ATOMIC_RELAXED)
    #define GTPE_ACQUIRE(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
    #define GTPE_RELEASE(p, x) __atomic_store_n((p), (x), __ATOMIC_RELEASE)
    #define GTPE_OR(p, x) __atomic_fetch_or((p), (x), __ATOMIC_ACQ_REL)
    #define GTPE_SWAP_IF(p, seen, x) __atomic_compare_exchange_n( \
        (p), (seen), (x), 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)
    #define GTPE_AND(p, x) __atomic_fetch_and((p), (x), __ATOMIC_ACQ_REL)
    """
    uint8_t load_u8 "GTPE_LOAD"(const uint8_t* p) noexcept nogil
    uint16_t load_u16 "GTPE_LOAD"(const uint16_t* p) noexcept nogil
    uint32_t load_u32 "GTPE_LOAD"(const uint32_t* p) noexcept nogil
    uint64_t load_u64 "GTPE_LOAD"(const uint64_t* p) noexcept nogil
    int32_t load_i32 "GTPE_LOAD"(const int32_t* p) noexcept nogil
    int64_t load_i64 "GTPE_LOAD"(const int64_t* p) noexcept nogil

    void store_u8 "GTPE_STORE"(uint8_t* p, uint8_t x) noexcept nogil
    void store_u16 "GTPE_STORE"(uint16_t* p, uint16_t x) noexcept nogil
    void store_u32 "GTPE_STORE"(uint32_t* p, uint32_t x) noexcept nogil
    void store_u64 "GTPE_STORE"(uint64_t* p, uint64_t x) noexcept nogil
    void store_i32 "GTPE_STORE"(int32_t* p, int32_t x) noexcept nogil
    void store_i64 "GTPE_STORE"(int64_t* p, int64_t x) noexcept nogil

    # These return the value before.
    uint16_t add_u16 "GTPE_ADD"(uint16_t* p, uint16_t x) noexcept nogil
    uint32_t add_u32 "GTPE_ADD"(uint32_t* p, uint32_t x) noexcept nogil
    uint64_t add_u64 "GTPE_ADD"(uint64_t* p, uint64_t x) noexcept nogil
    int64_t add_i64 "GTPE_ADD"(int64_t* p, int64_t x) noexcept nogil
    uint8_t or_u8 "GTPE_OR"(uint8_t* p, uint8_t x) noexcept nogil
    uint8_t and_u8 "GTPE_AND"(uint8_t* p, uint8_t x) noexcept nogil

    # If ``p`` holds the value of ``seen``: store ``x``, return True. Else copy it to ``seen``.
    bint swap_if_u32 "GTPE_SWAP_IF"(uint32_t* p, uint32_t* seen, uint32_t x) noexcept nogil

    uint8_t load_acquire_u8 "GTPE_ACQUIRE"(const uint8_t* p) noexcept nogil
    uint32_t load_acquire_u32 "GTPE_ACQUIRE"(const uint32_t* p) noexcept nogil
    void store_release_u32 "GTPE_RELEASE"(uint32_t* p, uint32_t x) noexcept nogil
