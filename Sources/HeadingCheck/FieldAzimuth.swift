private import Glibc
public import Quantities

/// The heading that the magnetic field alone gives: no gyro carries it from one direction to the next.
///
/// - Parameters:
///   - field: calibrated, body frame: x forward, y right, z down; any unit.
///   - pitchDegrees: nose up positive.
///   - rollDegrees: right side down positive.
/// - Returns: degrees from magnetic north, in [0, 360); `nil` where the field has no horizontal part.
/// - Source: M. J. Caruso, *Applications of Magnetic Sensors for Low Cost Compass Systems*, Honeywell (2000): the field is
///   turned back to the level by roll and pitch.
public func fieldAzimuth(
  _ field: Vector3, pitchDegrees: Double, rollDegrees: Double
) -> Double? {
  let (θ, φ) = (pitchDegrees.inRadians, rollDegrees.inRadians)
  let forward = field.x * cos(θ) + field.y * sin(θ) * sin(φ) + field.z * sin(θ) * cos(φ)
  let right = field.y * cos(φ) - field.z * sin(φ)
  guard forward * forward + right * right > 0 else { return nil }
  return Azimuth<MagneticNorth>(degrees: atan2(-right, forward).inDegrees).degrees
}
