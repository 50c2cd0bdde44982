"""The convolutions of conv.h, and which of its paths this machine has."""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t

cdef extern from "gtpengine/network/kernel/conv_types.h" nogil:
    enum:
        GROUP "GTPE_GROUP"
        STREAM "GTPE_STREAM"
        TO_BYTES "GTPE_BYTES"
        TO_STREAM "GTPE_ADD"
        TO_DELTA "GTPE_DELTA"
        TO_WIDE "GTPE_WIDE"

    ctypedef struct Conv "GtpeConv":
        const int8_t* weights
        const int32_t* bias
        const float* gain
        int taps
        int inputs
        int outputs
        int depthwise
        const int16_t* winograd

    ctypedef struct Sink "GtpeSink":
        int kind
        uint8_t* bytes
        int16_t* stream
        int32_t* wide
        const float* scale

    ctypedef struct Path "GtpePath":
        const char* name
        bint (*there)() noexcept nogil
        void (*convolve)(const Conv* k, const uint8_t* pixels, int size,
                         const Sink* sink) noexcept nogil
        void (*tell)(const int16_t* delta, const int32_t* told, const float* scale, int size,
                     int channels, int16_t* stream, uint8_t* bytes) noexcept nogil
        void (*points)(const int32_t* wide, const int32_t* told, const float* scale,
                       const int16_t* weights, int size, int stride, int channels,
                       int32_t* out) noexcept nogil
        void (*pool)(const int32_t* wide, int size, int stride, int channels, int32_t* sums,
                     int32_t* most) noexcept nogil
        bint winograd

cdef long winograd_count(const Conv* k) noexcept nogil
cdef void winograd_weights(const Conv* k, int16_t* to) noexcept nogil
cdef const Path* path_named(str name) except NULL
