import Quantities

/// How fast a gyro's bias may walk while its temperature changes, rad/s/√s.
package struct GyroDrift: Equatable, Sendable {
  /// At most, by the drift of this chip.
  let ofOwnChip: Double
  /// At most, for a change that this does not explain: by the drift of a cheap gyro, or of this one where that is larger.
  let ofAnyChip: Double
  /// By the drift of this chip, just after it was switched on.
  let atStart: Double
  /// rad/s/K: how the bias changes with the temperature.
  private let perKelvin: Double

  /// (rad/s)²: the variance that a change of the temperature, K, adds to each axis of the bias.
  func variance(kelvins: Double) -> Double {
    perKelvin * perKelvin * Self.lengthOfSlope * abs(kelvins)
  }

  /// K over which a bias changes by the same rate: its curve over the temperature is no straight line. Source: assumed; a bias
  /// that is linear within it is known to the slope's deviation.
  private static let lengthOfSlope = 5.0

  /// Of a bias that does not change with the temperature.
  package static let none = GyroDrift(perKelvin: 0, isKnown: true)

  /// K/√s: how fast the temperature of a chip whose drift is known walks at most. Source: assumed, 2.3 K in a minute; with 0.1 a board
  /// that becomes 20 K warmer is further off than its error says.
  private static let fastestWalk = 0.3
  /// The same of an unknown chip, whose drift is taken for a cheap gyro's. Source: assumed, 0.9 K in a minute; with 0.3
  /// phones take a magnet that comes near for a gyro that warms up.
  private static let fastestWalkOfUnknownChip = 0.115
  /// K/√s: how fast that of a chip walks that starts. Source: chosen on drawn boards that warm up and on such beside weak magnets,
  /// whose field turns the heading further the faster a bias may change.
  private static let walkAtStart = 0.05

  /// - Parameters:
  ///   - perKelvin: rad/s/K: how the bias changes with the temperature.
  ///   - isKnown: whether that is this chip's own; false where the chip is unknown, and that of a cheap one is assumed.
  package init(perKelvin: Double, isKnown: Bool) {
    self.perKelvin = perKelvin
    let cheap = InertialTolerances.cheapBoard.gyro.biasPerKelvin
    ofOwnChip = perKelvin * (isKnown ? Self.fastestWalk : Self.fastestWalkOfUnknownChip)
    ofAnyChip = max(cheap * Self.fastestWalkOfUnknownChip, ofOwnChip)
    atStart = perKelvin * Self.walkAtStart
  }
}
