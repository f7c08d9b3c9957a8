// Tells the thread sanitizer what the slow paths of `Mutex` do. Linked by `scripts/sanitize thread`.
//
// `Mutex` of Swift's Synchronization is an atomic number. Where no thread waits, lock and unlock are compare-and-exchange in
// the caller's code, which the sanitizer sees. Where one waits, they call `_lockSlow`, `_tryLockSlow` and `_unlockSlow` of the
// library, where the kernel changes the number (FUTEX_LOCK_PI); the library is not instrumented, so the sanitizer reports a
// data race between threads that take turns. The linker's `--wrap` puts these functions in between.
//
// Swift's convention of calls: `self` comes in a register of its own. The names are mangled as `swift demangle` shows.
#include <sanitizer/tsan_interface.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define NAMED(prefix, name) __asm__("__" prefix "_$s15Synchronization12_MutexHandleV" name)

SWIFT void realLock(uint32_t thread, SELF) NAMED("real", "9_lockSlowyys6UInt32VF");
SWIFT bool realTryLock(SELF) NAMED("real", "12_tryLockSlowSbyF");
SWIFT void realUnlock(SELF) NAMED("real", "11_unlockSlowyyF");

SWIFT void lockSlow(uint32_t thread, SELF) NAMED("wrap", "9_lockSlowyys6UInt32VF");
SWIFT bool tryLockSlow(SELF) NAMED("wrap", "12_tryLockSlowSbyF");
SWIFT void unlockSlow(SELF) NAMED("wrap", "11_unlockSlowyyF");

SWIFT void lockSlow(uint32_t thread, SELF) {
  realLock(thread, self);
  __tsan_acquire(self);
}

SWIFT bool tryLockSlow(SELF) {
  bool isLocked = realTryLock(self);
  if (isLocked) __tsan_acquire(self);
  return isLocked;
}

SWIFT void unlockSlow(SELF) {
  __tsan_release(self);
  realUnlock(self);
}
