extension Double {
  /// This angle, given in radians, in degrees.
  package var inDegrees: Double { self * (180 / .pi) }

  /// This angle, given in degrees, in radians.
  package var inRadians: Double { self * (.pi / 180) }
}
