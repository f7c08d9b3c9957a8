/// A report of a satellite receiver: position, time and motion.
package struct Fix: Equatable, Sendable {
  /// The dimension of the position.
  package enum Mode: Equatable, Sendable {
    /// The receiver runs but has no position.
    case none
    /// Latitude and longitude.
    case twoDimensional(Position)
    /// Latitude, longitude and height.
    case threeDimensional(Position)
  }

  package var mode: Mode
  /// Receiver time, µs since 1970-01-01 UTC; `nil` if the report has none.
  package var utcMicroseconds: Int64?

  /// Speed and course over ground, which is not the heading; `nil` if the report has none.
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
    /// The direction of travel; `nil` while the device hardly moves, or if it is not known.
    package var course: Azimuth<TrueNorth>?

    package init(speedMetresPerSecond: Double, course: Azimuth<TrueNorth>?) {
      self.speedMetresPerSecond = speedMetresPerSecond
      self.course = course
    }
  }

  /// The position; `nil` without one.
  ///
  /// Exactly 0° N, 0° E counts as no position: faulty receivers report it, and at the real place
  /// the receiver's noise moves the position.
  package var position: Position? {
    switch mode {
    case .none: nil
    case .twoDimensional(let position), .threeDimensional(let position):
      position.coordinates.latitude == 0 && position.coordinates.longitude == 0 ? nil : position
    }
  }
}
