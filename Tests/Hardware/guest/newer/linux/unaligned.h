#include <asm/unaligned.h>
