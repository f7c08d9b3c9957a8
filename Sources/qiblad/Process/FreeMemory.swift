import CGlibc

/// What this process has freed and the C library keeps for the next allocations.
enum FreeMemory {
  /// Bytes: of a larger allocation the C library gives the pages back with the free. Source: glibc's default, which it
  /// would raise to the largest such allocation that was freed.
  private static let ownPages: Int32 = 128 << 10
  /// Bytes that may stay free at the end of a thread's memory. Source: chosen; half of glibc's default.
  private static let free: Int32 = 64 << 10

  /// Sets how much the C library keeps, for all threads, and that the kernel gives no pages of 2 MiB.
  ///
  /// The free end of the memory of any thread but the first is given back only when the thread frees, and only beyond a
  /// limit: malloc_trim(3) does not look at it. glibc doubles that limit with each large allocation, so that after a
  /// calibration's fit 0.7 MiB would stay. A kernel that gives large pages unasked (`always` in
  /// /sys/kernel/mm/transparent_hugepage/enabled) would give one for a thread's memory of some kB.
  static func keepLittle() {
    // They fail for no number; where they did, only more would be kept.
    mallopt(M_MMAP_THRESHOLD, ownPages)
    mallopt(M_TRIM_THRESHOLD, free)
    mallopt(M_TOP_PAD, 0)
    disable_huge_pages()
  }

  /// Gives whole free pages of all threads back. It takes milliseconds.
  static func giveBack() { malloc_trim(0) }
}
