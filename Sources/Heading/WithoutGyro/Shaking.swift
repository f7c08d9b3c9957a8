private import Glibc

/// How much the accelerometer feels besides gravity: by how much the strength of the specific force is
/// not gravity's.
///
/// That does not depend on the attitude, so that a wrong "down" cannot make gravity look like shaking
/// and keep itself from being put right.
struct Shaking {
  /// (m/s²)², along one axis.
  private(set) var variance = 0.0

  /// Adds by how much the strength is more than gravity's, m/s².
  mutating func update(
    _ excess: Double, interval: Double, _ parameters: WithoutGyroParameters
  ) {
    let now = excess * excess / 2
    let timeConstant = now > variance ? parameters.shakeRise : parameters.shakeFall
    variance += (now - variance) * (1 - exp(-interval / timeConstant))
  }
}
