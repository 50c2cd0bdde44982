/* What the engine asks of the system beyond standard C: memory by pages, clocks, waiting. */
#ifndef GTPENGINE_SYSTEM_H
#define GTPENGINE_SYSTEM_H

#if defined(_MSC_VER) && !defined(__clang__)
#error "Microsoft's compiler lacks atomics, target attributes and vectors as used here: build with clang, as setup.py does on Windows when the package ziglang is installed"
#endif

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <malloc.h>
#include <windows.h>
/* Words of sixteen-bit Windows that are names here. */
#undef far
#undef near
#else
#include <sched.h>
#include <sys/mman.h>
#include <time.h>
#endif

#define GTPE_LARGE_PAGE ((size_t)1 << 21)

/* Memory at an address that `alignment` (a power of two) divides, or NULL. Only gtpe_aligned_free
 * frees it. */
static inline void *gtpe_aligned_new(size_t alignment, size_t length) {
#ifdef _WIN32
    return _aligned_malloc(length, alignment);
#else
    void *memory = NULL;
    return posix_memalign(&memory, alignment, length) == 0 ? memory : NULL;
#endif
}

static inline void gtpe_aligned_free(void *memory) {
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

/* Ask for large pages in this range; where the system declines, only speed is lost. */
static inline void gtpe_want_large_pages(void *address, size_t length) {
#if !defined(_WIN32) && defined(MADV_HUGEPAGE)
    (void)madvise(address, length, MADV_HUGEPAGE);
#else
    (void)address, (void)length;
#endif
}

/* Zeroed memory, in large pages if it is large, for tables read at random: translating addresses is
 * half their cost. NULL when there is none; gtpe_aligned_free frees it. */
static inline void *gtpe_table_new(size_t length) {
    void *memory = gtpe_aligned_new(length < GTPE_LARGE_PAGE ? 64 : GTPE_LARGE_PAGE, length);
    if (memory == NULL) {
        return NULL;
    }
    gtpe_want_large_pages(memory, length);
    return memset(memory, 0, length);
}

/* Zeroed pages that take memory when they are first touched, or NULL. Windows counts them at once
 * as promised; other systems promise more than they have. */
static inline void *gtpe_pages_new(size_t length) {
#ifdef _WIN32
    return VirtualAlloc(NULL, length, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
#else
    int kind = MAP_PRIVATE | MAP_ANONYMOUS;
    void *memory;
#ifdef MAP_NORESERVE
    kind |= MAP_NORESERVE;
#endif
    memory = mmap(NULL, length, PROT_READ | PROT_WRITE, kind, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
#endif
}

static inline void gtpe_pages_free(void *memory, size_t length) {
#ifdef _WIN32
    (void)length;
    VirtualFree(memory, 0, MEM_RELEASE);
#else
    munmap(memory, length);
#endif
}

/* Give the memory of pages back to the system. Return whether they are zero now, as Linux alone
 * promises; elsewhere they keep what was in them. */
static inline int gtpe_pages_give_back(void *memory, size_t length) {
#ifdef __linux__
    return madvise(memory, length, MADV_DONTNEED) == 0;
#else
    (void)memory, (void)length;
    return 0;
#endif
}

/* Let another thread run. */
static inline void gtpe_yield(void) {
#ifdef _WIN32
    SwitchToThread();
#else
    sched_yield();
#endif
}

/* Sleep for some microseconds, fewer than a second's; Windows sleeps for a tick of its clock at
 * least, 0.5 to 16 milliseconds. */
static inline void gtpe_sleep(unsigned microseconds) {
#ifdef _WIN32
    Sleep((microseconds + 999) / 1000);
#else
    struct timespec pause;
    pause.tv_sec = 0;
    pause.tv_nsec = (long)microseconds * 1000;
    nanosleep(&pause, NULL);
#endif
}

/* The time in seconds of a clock that never goes back. */
static inline double gtpe_seconds(void) {
#ifdef _WIN32
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    return (double)now.QuadPart / (double)second.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
#endif
}

/* The CPU time of this thread in seconds. */
static inline double gtpe_thread_seconds(void) {
#ifdef _WIN32
    FILETIME begun, ended, kernel, user;
    GetThreadTimes(GetCurrentThread(), &begun, &ended, &kernel, &user);
    return 1e-7 * ((double)(kernel.dwHighDateTime + (double)user.dwHighDateTime) * 4294967296.0 +
                   (double)kernel.dwLowDateTime + (double)user.dwLowDateTime);
#else
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
#endif
}

#endif
