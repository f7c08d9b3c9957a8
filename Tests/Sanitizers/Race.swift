import Glibc

/// Two threads add to one number without a lock: a data race, which the sanitizer must report.
@main
enum Race {
  static func main() { count() }
}

// unsafe on purpose: the compiler must let the race through that the sanitizer has to report
nonisolated(unsafe) private var total = 0

private func count() {
  var thread = pthread_t()
  pthread_create(&thread, nil, { _ in add() }, nil)
  _ = add()
  pthread_join(thread, nil)
}

private func add() -> UnsafeMutableRawPointer? {
  for _ in 0..<1000 { total += 1 }
  return nil
}
