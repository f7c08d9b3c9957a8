package import Quantities

/// The 60 Hz grid: tick k is the instant origin + k · 1,000,000/60 µs, rounded to the nearest µs.
///
/// Each instant comes from the integer k, so that no error adds up over the years.
package struct TickGrid: Equatable, Sendable {
  /// Ticks a second. Source: docs/protocol.md.
  package static let rateHz: Int64 = 60

  private let origin: Timestamp
  private var index: Int64 = 0

  /// - Parameter origin: the instant of tick 0.
  package init(origin: Timestamp) { self.origin = origin }

  /// The instant of the next tick.
  package var next: Timestamp {
    origin.advanced(byMicroseconds: (index * 1_000_000 + Self.rateHz / 2) / Self.rateHz)
  }

  /// Moves on to the tick after `next`.
  package mutating func advance() { index += 1 }
}
