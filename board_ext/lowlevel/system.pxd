"""What the engine asks of the system beyond standard C: memory by pages, clocks, waiting."""

cdef extern from "board_ext/lowlevel/system.h" nogil:
    # Only aligned_free frees what aligned_new and table_new return.
    void* aligned_new "gtpe_aligned_new"(size_t alignment, size_t length)
    void aligned_free "gtpe_aligned_free"(void* memory)
    void* table_new "gtpe_table_new"(size_t length)

    void* pages_new "gtpe_pages_new"(size_t length)
    void pages_free "gtpe_pages_free"(void* memory, size_t length)
    bint pages_give_back "gtpe_pages_give_back"(void* memory, size_t length)
    void want_large_pages "gtpe_want_large_pages"(void* address, size_t length)

    void yield_thread "gtpe_yield"()
    void sleep_microseconds "gtpe_sleep"(unsigned int microseconds)
    double monotonic_seconds "gtpe_seconds"()
    double thread_seconds "gtpe_thread_seconds"()
