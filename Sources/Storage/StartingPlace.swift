package import Quantities

/// The position that the daemon uses until a receiver has a fix.
package enum StartingPlace: Equatable, Sendable {
  /// The position of the configuration.
  case configured(Position)
  /// The last known position of an earlier run.
  case lastKnown(LastPlace)

  /// Up to this age, in µs, the last known place wins over the configured one: 24 h.
  package static let recentMicroseconds = UTCTime.microsecondsPerDay

  /// The last known place if it is at most 24 h old, else the configured one, else the last known
  /// one however old.
  ///
  /// - Parameters:
  ///   - lastKnown: what was saved, or `nil`.
  ///   - configured: of the configuration, or `nil`.
  ///   - utcMicroseconds: now, µs since 1970-01-01 UTC, or `nil` where the date is not known. Where
  ///     the place was saved later than now, a clock ran backwards and its age is not known.
  /// - Returns: `nil` where there is neither.
  package static func choose(
    lastKnown: LastPlace?, configured: Position?, utcMicroseconds: Int64?
  ) -> StartingPlace? {
    guard let lastKnown else { return configured.map(StartingPlace.configured) }
    guard let configured else { return .lastKnown(lastKnown) }
    let isRecent = lastKnown.isRecent(utcMicroseconds: utcMicroseconds)
    return isRecent ? .lastKnown(lastKnown) : .configured(configured)
  }

  /// The position, whichever it is.
  package var position: Position {
    switch self {
    case .configured(let position): position
    case .lastKnown(let place): place.position
    }
  }
}

extension LastPlace {
  /// Whether it is known to be at most 24 h old.
  fileprivate func isRecent(utcMicroseconds now: Int64?) -> Bool {
    guard let now, let saved = utcMicroseconds, saved <= now else { return false }
    // Instants that far apart that their difference overflows are not a day apart.
    let (age, overflows) = now.subtractingReportingOverflow(saved)
    return !overflows && age <= StartingPlace.recentMicroseconds
  }
}
