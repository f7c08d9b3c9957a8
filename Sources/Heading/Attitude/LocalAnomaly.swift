private import Glibc
import Quantities

/// The field of this spot less the reference field: what iron and magnets near the device add.
///
/// An anomaly has three components of like size. Strength and inclination show two of them, the one along north and the
/// vertical one. Nothing shows the one across north, which turns the heading. Where the two are larger than those of a
/// room, the third is taken to be so too. The field of a magnet that is too weak to be interference then says less of
/// north, and the gyro more.
struct LocalAnomaly: Equatable {
  /// µT: its horizontal components, as they are estimated.
  var north = 0.0
  var east = 0.0
  /// The variance of each component, as a multiple of that in a room: at least 1.
  private(set) var scale = 1.0
  /// µT²: the mean square of the component along north that the fields of the last minute had.
  private(set) var northSquare = 0.0
  /// s: how much of that minute was measured.
  private var measured = 0.0

  /// The components that strength and inclination show, of a field that differs from the reference.
  ///
  /// - Parameter residual: measured − reference, earth frame, µT; what it has of east may be an error of north.
  static func visible(_ residual: Vector3, _ reference: ReferenceField) -> (
    north: Double, down: Double
  ) {
    (hypot(reference.horizontal + residual.x, residual.y) - reference.horizontal, residual.z)
  }

  /// Discards what was estimated; how large anomalies are here stays known.
  mutating func discardEstimate() { (north, east) = (0, 0) }

  /// The mean square of the two components from which on an anomaly is larger than those of a room: 1 is to be expected, and one spot
  /// in fifty (e⁻⁴) has 4. A reference that was learned at a spot of its own is off by as much for some time, at all the others; an
  /// anomaly that is taken to be large then keeps it so, and with it north. Source: chosen on the recordings, on copies with errors of
  /// the gyro and on drawn boards beside magnets of 7 and 13 µT; 5 is as good.
  static let significantMeanSquare = 4.0
  /// How many times the excess counts. Two components show a variance badly, and more than its likeliest value is to be expected.
  /// Source: derived; the mean of a variance of which two squares are known, and one before: 2 / (1 + 2 − 2).
  private static let weight = 2.0

  /// s. Source: assumed; who walks through a building comes to another room.
  private static let memory = 60.0

  /// rad/s: in faster turns the delays of the sensors make residuals, too, and those count less. Source: assumed; 15 ms are 0.6° then.
  private static let fastTurn = 0.7

  /// Takes the component along north, µT, that was measured for `interval` s while the device turned, rad/s.
  mutating func note(north: Double, interval: Double, turnRate: Double) {
    let rate = turnRate / Self.fastTurn
    let interval = interval / (1 + rate * rate)
    measured = min(measured + interval, Self.memory)
    northSquare += (north * north - northSquare) * interval / measured
  }

  /// Takes what the two components show.
  ///
  /// - Parameters:
  ///   - meanSquare: of the two, each as a multiple of the deviation that it has in a room.
  ///   - kept: the part of a former scale that still counts.
  mutating func note(meanSquare: Double, kept: Double) {
    let excess = Self.weight * (meanSquare - Self.significantMeanSquare)
    scale = 1 + max(excess, (scale - 1) * kept)
  }
}
