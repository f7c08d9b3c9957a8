import Foundation
import GPSD
import Quantities
import Synchronization
import Testing
import Threads

/// A client on a thread of its own, and what it told.
final class Listener: Sendable {
  /// An update and when it came, µs since 1970.
  struct Told: Sendable {
    var update: GPSDClient.Update
    var utcMicroseconds: Int64
  }

  private final class Heard: Sendable {
    let updates = Mutex<[Told]>([])
    let isStopped = Mutex(false)
    let hasEnded = Mutex(false)
  }

  private let heard = Heard()

  /// With shorter times than a daemon's, so that a test does not last.
  init(port: UInt16, host: String = "127.0.0.1") {
    var timing = GPSDSettings.Timing()
    timing.silence = 1
    // gpsd 3.22 answers nothing for 3 s while it looks for a receiver that is silent.
    timing.answer = 4
    timing.retryDelay = RetryDelay(first: 100_000, longest: 400_000)
    let settings = GPSDSettings(host: host, port: port, timing: timing)
    Thread.detachNewThread { [heard] in
      var client = GPSDClient(settings, isStopped: { heard.isStopped.withLock { $0 } }) { update in
        let now = Int64(Date().timeIntervalSince1970 * 1e6)
        heard.updates.withLock { $0.append(Told(update: update, utcMicroseconds: now)) }
      }
      client.run()
      heard.hasEnded.withLock { $0 = true }
    }
  }

  deinit { stop() }

  func stop() { heard.isStopped.withLock { $0 = true } }

  /// Everything so far.
  var all: [Told] { heard.updates.withLock { $0 } }

  /// How many updates came so far: what comes after is new.
  var count: Int { all.count }

  /// Waits for an update, of those from `first` on.
  @discardableResult
  func waits(
    for what: String, from first: Int = 0, sourceLocation: SourceLocation = #_sourceLocation,
    where isIt: (GPSDClient.Update) -> Bool
  ) async throws -> Told {
    try await wait(for: what, sourceLocation: sourceLocation) {
      all.dropFirst(first).first { isIt($0.update) }
    }
  }

  /// Waits until the client has come to its end.
  func ends(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await wait(for: "its end", sourceLocation: sourceLocation) {
      heard.hasEnded.withLock { $0 } ? () : nil
    }
  }

  /// The first such update, or none where none comes within `limit`.
  func first(
    within limit: Duration, where isIt: (GPSDClient.Update) -> Bool
  ) async throws -> Told? {
    try await poll(within: limit) { all.first { isIt($0.update) } }
  }

  private func poll<T>(within limit: Duration, _ look: () -> T?) async throws -> T? {
    let deadline = ContinuousClock.now + limit
    while true {
      // Before the clock is asked: a busy machine may let this test sleep for longer than that.
      if let found = look() { return found }
      guard ContinuousClock.now < deadline else { return nil }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func wait<T>(
    for what: String, sourceLocation: SourceLocation, _ look: () -> T?
  ) async throws -> T {
    if let found = try await poll(within: .seconds(30), look) { return found }
    Issue.record("\(what) did not come; \(all.suffix(5))", sourceLocation: sourceLocation)
    throw NotTold(what: what)
  }
}

struct NotTold: Error { let what: String }

extension GPSDClient.Update {
  /// Of a fix with a place.
  var position: Position? { fix?.position }

  var fix: Fix? { if case .fix(let fix, _) = self { fix } else { nil } }

  /// Whether it is a fix at this latitude, to NMEA's digits.
  func isFix(at latitude: Double) -> Bool {
    position.map { abs($0.coordinates.latitude - latitude) < 1e-6 } ?? false
  }

  var isUnreachable: Bool {
    if case .status(.unreachable) = self { true } else { false }
  }
}
