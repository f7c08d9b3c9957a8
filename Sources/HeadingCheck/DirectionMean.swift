import Quantities

/// The mean of directions that lie close together, wherever north is.
public struct DirectionMean: Equatable, Sendable {
  /// Degrees, in [0, 360).
  public let degrees: Double
  /// How far each direction is from the mean, degrees, clockwise positive.
  public let offsets: [Double]

  /// - Parameter directions: degrees, within a half turn of the first.
  /// - Returns: `nil` without any.
  public init?(_ directions: [Double]) {
    guard let first = directions.first else { return nil }
    // about the first one: 359° and 1° have the mean 0°, and errors near 180° do not cancel
    let turns = directions.map { RelativeBearing(degrees: $0 - first).degrees }
    let mean = turns.reduce(0, +) / Double(turns.count)
    degrees = Azimuth<TrueNorth>(degrees: first + mean).degrees
    offsets = turns.map { $0 - mean }
  }
}
