/// What a satellite receiver said of where it is.
package struct Fix: Equatable, Sendable {
  /// How much of a position there is.
  package enum Mode: Equatable, Sendable {
    /// The receiver runs and has no position.
    case none
    /// Latitude and longitude.
    case twoDimensional(Position)
    /// Latitude, longitude and height.
    case threeDimensional(Position)
  }

  package var mode: Mode
  /// Receiver time, µs since 1970-01-01 UTC, or `nil` where it gave none.
  package var utcMicroseconds: Int64?

  /// How the device moves; never where it points. `nil` where the receiver does not say.
  package var motion: Motion?

  package init(mode: Mode, utcMicroseconds: Int64? = nil, motion: Motion? = nil) {
    self.mode = mode
    self.utcMicroseconds = utcMicroseconds
    self.motion = motion
  }

  /// Speed and course over ground.
  package struct Motion: Equatable, Sendable {
    /// m/s, not negative.
    package var speedMetresPerSecond: Double
    /// The direction of travel; `nil` where the device hardly moves, or nobody knows.
    package var course: Azimuth<TrueNorth>?

    package init(speedMetresPerSecond: Double, course: Azimuth<TrueNorth>?) {
      self.speedMetresPerSecond = speedMetresPerSecond
      self.course = course
    }
  }

  /// The position, or `nil` without one.
  ///
  /// None is at exactly 0 N, 0 E: confused receivers claim to be there, and who really is moves off
  /// it by the receiver's noise.
  package var position: Position? {
    switch mode {
    case .none: nil
    case .twoDimensional(let position), .threeDimensional(let position):
      position.coordinates.latitude == 0 && position.coordinates.longitude == 0 ? nil : position
    }
  }
}
