#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdint.h>

/// Heap allocations that the calling thread has made since it started: malloc, calloc, realloc,
/// posix_memalign, aligned_alloc and memalign, and so everything that Swift puts on the heap.
uint64_t allocation_counter_value(void);

/// Looks at a value in a way that no optimizer can see through.
void benchmark_consume(const void *value);

#endif
