private import CGlibc
internal import NIOCore

/// Gives the memory of clients that have left back to the system; the C library would keep it for later ones.
///
/// It takes milliseconds, and so it happens once for many clients.
struct HeapTrim {
  /// From the leave of enough clients to the trim, as clients often leave together. Source: chosen.
  static let delay = TimeAmount.seconds(1)

  /// The largest number of clients since the last trim.
  private var most = 0
  private var isScheduled = false

  /// Clients that must have left. Source: chosen; a client takes some 9 kB, so that they are half a megabyte.
  private static let fewest = 64

  /// A client has joined.
  mutating func joined(clients: Int) { most = max(most, clients) }

  /// A client has left.
  ///
  /// - Returns: whether `trim` is to be called after `delay`; not twice.
  mutating func scheduleIfDue(clients: Int) -> Bool {
    guard !isScheduled, most - clients >= max(Self.fewest, most / 2) else { return false }
    isScheduled = true
    return true
  }

  /// Gives back what is free, with that many clients left.
  mutating func trim(clients: Int) {
    malloc_trim(0)
    (most, isScheduled) = (clients, false)
  }
}
