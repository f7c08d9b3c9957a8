// What the module Glibc lacks.
#include <link.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/timex.h>

// <link.h> has them for _GNU_SOURCE alone, without which Swift reads these headers. Source: dl_iterate_phdr(3).
#ifndef __USE_GNU
struct dl_phdr_info {
  ElfW(Addr) dlpi_addr;
  const char *dlpi_name;
  const ElfW(Phdr) *dlpi_phdr;
  ElfW(Half) dlpi_phnum;
  unsigned long long int dlpi_adds;
  unsigned long long int dlpi_subs;
  size_t dlpi_tls_modid;
  void *dlpi_tls_data;
};

extern int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data);
#endif

// A function, because Swift does not import functions with a variable number of arguments, as prctl(2).
static inline int disable_huge_pages(void) { return prctl(PR_SET_THP_DISABLE, 1UL, 0UL, 0UL, 0UL); }
