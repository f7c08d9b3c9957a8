#include <stddef.h>
#include <stdint.h>

/* libFuzzer's driver, which Swift's -sanitize=fuzzer links: https://llvm.org/docs/LibFuzzer.html */
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*body)(const uint8_t *bytes, size_t count));
