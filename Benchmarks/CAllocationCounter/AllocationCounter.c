// Stands in front of glibc's allocator: an executable's own malloc takes precedence over the C
// library's, also for the libraries that it loads. Each function counts and hands on to the
// allocator by the name under which glibc exports it for this purpose. free stays glibc's own.

#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// The executable's own thread-local storage exists before the first malloc of a thread, so the
// count itself never allocates.
static _Thread_local uint64_t allocations;

uint64_t allocation_counter_value(void) { return allocations; }

static const void *volatile consumed;

void benchmark_consume(const void *value) { consumed = value; }

void *malloc(size_t size) {
  allocations += 1;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += 1;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations += 1;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  allocations += 1;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  int powerOfTwo = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!powerOfTwo || alignment % sizeof(void *) != 0) return EINVAL;
  void *memory = memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}
