import Glibc
import Synchronization

/// Four threads take turns with one lock, often enough that some wait: no data race.
@main
enum Lock {
  static func main() { takeTurns() }
}

private let total = Mutex(0)
private let turns = 100_000

private func takeTurns() {
  let threads = (0..<4).map { _ in
    var thread = pthread_t()
    pthread_create(&thread, nil, { _ in count() }, nil)
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
  precondition(total.withLock { $0 } == 4 * turns)
}

private func count() -> UnsafeMutableRawPointer? {
  for _ in 0..<turns { total.withLock { $0 += 1 } }
  return nil
}
