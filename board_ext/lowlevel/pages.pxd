"""Memory in large pages, for tables read at random: translating addresses is half their cost."""

cdef extern from * nogil:
    """
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #define GTPE_LARGE_PAGE ((size_t)1 << 21)

    /* Ask for large pages in this range; where the system declines, only speed is lost. */
    static inline void gtpe_want_large_pages(void *address, size_t length) {
    #ifdef MADV_HUGEPAGE
        (void)madvise(address, length, MADV_HUGEPAGE);
    #else
        (void)address, (void)length;
    #endif
    }

    /* Zeroed memory, for free(); NULL when there is none. */
    static inline void *gtpe_table_new(size_t length) {
        void *memory = NULL;
        if (posix_memalign(&memory, length < GTPE_LARGE_PAGE ? 64 : GTPE_LARGE_PAGE, length)) {
            return NULL;
        }
        gtpe_want_large_pages(memory, length);
        return memset(memory, 0, length);
    }
    """
    void want_large_pages "gtpe_want_large_pages"(void* address, size_t length)
    void* table_new "gtpe_table_new"(size_t length)
