private import Glibc

/// Acceleration beside gravity: by how much the length of the specific force differs from standard gravity.
///
/// It does not depend on the attitude: a wrong "down" cannot make gravity look like shaking, which would
/// keep gravity from correcting it.
struct Shaking {
  /// (m/s²)², along one axis.
  private(set) var variance = 0.0

  /// Takes the length of the specific force − standard gravity, m/s².
  mutating func update(
    _ excess: Double, interval: Double, _ parameters: WithoutGyroParameters
  ) {
    let now = excess * excess / 2
    let timeConstant = now > variance ? parameters.averaging : parameters.motionFade
    variance += (now - variance) * (1 - exp(-interval / timeConstant))
  }
}
