// What the module Glibc lacks.
#include <malloc.h>
#include <sys/timex.h>
