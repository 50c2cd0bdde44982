"""Exponentials that are the same on every machine, unlike the exponentials of C libraries."""

cdef extern from * nogil:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    /* e to the power of x, within two units of the last place; x is cut to -87..88. Two parts of
     * ln 2 leave a remainder of at most ln 2 / 2, for which a polynomial suffices (Cephes). */
    static inline float gtpe_exp(float x) {
        x = x > -87.0f ? x : -87.0f;
        x = x < 88.0f ? x : 88.0f;
        const float n = rintf(x * 1.44269504f);
        const float r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
        float y = 1.9875691500e-4f;
        y = y * r + 1.3981999507e-3f;
        y = y * r + 8.3334519073e-3f;
        y = y * r + 4.1665795894e-2f;
        y = y * r + 1.6666665459e-1f;
        y = y * r + 5.0000001201e-1f;
        y = y * r * r + r + 1.0f;
        const int32_t bits = ((int32_t)n + 127) << 23;
        float power;
        memcpy(&power, &bits, 4);
        return y * power;
    }

    static inline void gtpe_exp_all(float *x, int n) {
        for (int i = 0; i < n; i++) {
            x[i] = gtpe_exp(x[i]);
        }
    }
    """
    float exponential "gtpe_exp"(float x)
    void exponentials "gtpe_exp_all"(float* x, int n)


cdef inline float sigmoid(float x) noexcept nogil:
    """Return the probability of a logit."""
    return 1.0 / (1.0 + exponential(-x))
