/* Which instructions this x86 CPU has and this system keeps the registers of, by the names that GCC
 * has for them. Compilers have a function for this, too, but not all of their libraries on all systems
 * (Windows) and not all names. */
#ifndef GTPENGINE_CPUID_H
#define GTPENGINE_CPUID_H

#if defined(__x86_64__) || defined(_M_X64)
#include <cpuid.h>
#include <string.h>

enum { GTPE_EAX, GTPE_EBX, GTPE_ECX, GTPE_EDX };

/* Bits of the register XCR0: the system keeps the halves of 256-bit registers; the parts of 512-bit
 * ones, too. macOS sets the latter when a program first uses them. */
#define GTPE_KEEPS_AVX 0x06u
#ifdef __APPLE__
#define GTPE_KEEPS_AVX512 0x06u
#else
#define GTPE_KEEPS_AVX512 0xe6u
#endif

typedef struct {
    const char *name;
    unsigned leaf, subleaf; /* of the instruction cpuid */
    int word, bit;          /* of its answer */
    unsigned kept;          /* bits of XCR0 that it wants */
} GtpeFeature;

static const GtpeFeature gtpe_features[] = {
    {"sse3", 1, 0, GTPE_ECX, 0, 0},
    {"ssse3", 1, 0, GTPE_ECX, 9, 0},
    {"sse4.1", 1, 0, GTPE_ECX, 19, 0},
    {"sse4.2", 1, 0, GTPE_ECX, 20, 0},
    {"popcnt", 1, 0, GTPE_ECX, 23, 0},
    {"lzcnt", 0x80000001u, 0, GTPE_ECX, 5, 0},
    {"bmi", 7, 0, GTPE_EBX, 3, 0},
    {"bmi2", 7, 0, GTPE_EBX, 8, 0},
    {"avx", 1, 0, GTPE_ECX, 28, GTPE_KEEPS_AVX},
    {"fma", 1, 0, GTPE_ECX, 12, GTPE_KEEPS_AVX},
    {"avx2", 7, 0, GTPE_EBX, 5, GTPE_KEEPS_AVX},
    {"avxvnni", 7, 1, GTPE_EAX, 4, GTPE_KEEPS_AVX},
    {"avx512f", 7, 0, GTPE_EBX, 16, GTPE_KEEPS_AVX512},
    {"avx512dq", 7, 0, GTPE_EBX, 17, GTPE_KEEPS_AVX512},
    {"avx512cd", 7, 0, GTPE_EBX, 28, GTPE_KEEPS_AVX512},
    {"avx512bw", 7, 0, GTPE_EBX, 30, GTPE_KEEPS_AVX512},
    {"avx512vl", 7, 0, GTPE_EBX, 31, GTPE_KEEPS_AVX512},
    {"avx512vbmi", 7, 0, GTPE_ECX, 1, GTPE_KEEPS_AVX512},
    {"avx512vnni", 7, 0, GTPE_ECX, 11, GTPE_KEEPS_AVX512},
    {"avx512bitalg", 7, 0, GTPE_ECX, 12, GTPE_KEEPS_AVX512},
    {"avx512vpopcntdq", 7, 0, GTPE_ECX, 14, GTPE_KEEPS_AVX512},
    {"amx-tile", 7, 0, GTPE_EDX, 24, 0x60000u},
    {"amx-int8", 7, 0, GTPE_EDX, 25, 0x60000u},
};

/* The registers that the system keeps: XCR0, or 0 where the system says nothing. */
static unsigned gtpe_kept_registers(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & (1u << 27)) == 0) {
        return 0;
    }
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return a;
}

/* Whether the feature of that name is there; a name that is not in the list is not. */
static inline int gtpe_cpu_has(const char *name) {
    const int count = (int)(sizeof(gtpe_features) / sizeof(*gtpe_features));
    for (int i = 0; i < count; i++) {
        const GtpeFeature *f = &gtpe_features[i];
        unsigned words[4] = {0, 0, 0, 0};
        if (strcmp(name, f->name) != 0) {
            continue;
        }
        return __get_cpuid_count(f->leaf, f->subleaf, &words[0], &words[1], &words[2],
                                 &words[3]) &&
               (words[f->word] >> f->bit & 1) != 0 &&
               (f->kept == 0 || (gtpe_kept_registers() & f->kept) == f->kept);
    }
    return 0;
}
#endif

#endif
