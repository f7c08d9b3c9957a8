private import Glibc

/// How much the accelerometer feels besides gravity: by how much the strength of the specific force is
/// not gravity's.
///
/// That does not depend on the attitude, so that a wrong "down" cannot make gravity look like shaking
/// and keep itself from being put right.
struct Shaking {
  /// (m/s²)², along one axis.
  private(set) var variance = 0.0

  /// s. It is believed at once, and forgotten slowly: the strength passes through gravity's own.
  private static let attack = 0.1
  private static let release = 1.0

  /// Takes in by how much the strength is more than gravity's, m/s².
  mutating func update(_ excess: Double, interval: Double) {
    let now = excess * excess / 2
    let timeConstant = now > variance ? Self.attack : Self.release
    variance += (now - variance) * (1 - exp(-interval / timeConstant))
  }
}
