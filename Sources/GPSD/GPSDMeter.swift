private import Synchronization

/// What the client's thread counts, for other threads to read.
package final class GPSDMeter: Sendable {
  private let beats = Atomic<UInt64>(0)
  private let connecting = Atomic<Bool>(false)
  private let goodLines = Atomic<Int>(0)
  private let refusedLines = Atomic<Int>(0)

  package init() {}

  /// Rounds of the client's loop: about ten a second.
  var count: UInt64 { beats.load(ordering: .relaxed) }
  /// Lines of gpsd's since the start.
  package var lines: Int { goodLines.load(ordering: .relaxed) }
  /// Lines that were skipped since the start: too long, or not gpsd's.
  package var refused: Int { refusedLines.load(ordering: .relaxed) }

  /// Whether the client looks up a host's name, which can take the system a minute.
  var isConnecting: Bool {
    get { connecting.load(ordering: .relaxed) }
    set { connecting.store(newValue, ordering: .relaxed) }
  }

  /// Counts one round of the loop.
  func beat() { beats.wrappingAdd(1, ordering: .relaxed) }

  func count(lines: Int, refused: Int) {
    goodLines.wrappingAdd(lines, ordering: .relaxed)
    refusedLines.wrappingAdd(refused, ordering: .relaxed)
  }
}
