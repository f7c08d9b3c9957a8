private import Glibc

/// How many files and connections this process may have open at a time.
package enum OpenFiles {
  /// Raises the soft limit to `wanted`, or as far towards it as the hard limit allows; never lowers
  /// it.
  ///
  /// - Returns: the limit that holds then; `nil` where the system does not report it.
  @discardableResult
  package static func raiseLimit(to wanted: Int) -> Int? {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return nil }
    if limit.rlim_cur < rlim_t(wanted) {
      limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
      // If the system refuses, the old limit stays, which is read below.
      setrlimit(resource, &limit)
      getrlimit(resource, &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Whether the next descriptor has a number below the last `count` ones that the limit allows.
  ///
  /// The system gives the lowest number that is free, so who opens one only where this holds leaves
  /// the last `count` to others.
  static func areMore(than count: Int) -> Bool {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    let next = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
    guard next >= 0 else { return false }
    close(next)
    return getrlimit(resource, &limit) == 0 && Int(next) + count < Int(clamping: limit.rlim_cur)
  }
}
