extension Double {
  /// This angle, given in radians, in degrees.
  @inlinable public var inDegrees: Double { self * (180 / .pi) }

  /// This angle, given in degrees, in radians.
  @inlinable public var inRadians: Double { self * (.pi / 180) }
}
