import Quantities
import Randomness

@testable import Simulation

/// 48 µT at a declination that is neither 0 nor small.
func earthField(inclinationDegrees: Double = 63, declination: Double = -17) throws
  -> Scene.EarthField
{
  Scene.EarthField(
    strength: 48, inclinationDegrees: inclinationDegrees,
    declination: try Declination(degrees: declination))
}

/// Chips that are turned, tilted and not alike.
let oddMount = Mount(
  turning: Quaternion(yaw: 1.9, pitch: -0.6, roll: 2.4),
  inertial: Quaternion(yaw: -2.7, pitch: 0.3, roll: 0.9))

/// Nothing moves: heading 143°, tilted.
let still = Motion(heading: Path(143), pitch: Path(11), roll: Path(-6))

/// Goes through every direction, with joins, waves and pushes.
let awkward = Motion(
  heading: Path(20, rate: 31).waving(40, hertz: 0.3).holding(2).moving(by: -170, over: 1.5),
  pitch: Path(5, rate: 57).waving(20, hertz: 0.7, phaseDegrees: 33),
  roll: Path(-30, rate: -23).holding(3).moving(by: 400, over: 4),
  track: Track(z: Path().waving(0.01, hertz: 2)), speed: Path().moving(to: 9, over: 5))

func steps(
  _ world: World, _ device: Device, seconds: Double, seed: UInt64 = 9
) -> [SimulatedSamples.Step] {
  let end = Int64(seconds * 1e6)
  return Array(
    SimulatedSamples(world: world, device: device, seed: seed)
      .prefix { $0.sample.time.microseconds < end })
}

extension Quaternion {
  /// Radians between two rotations.
  func angle(to other: Quaternion) -> Double {
    let step = inverse * other
    return 2 * Vector3(step.x, step.y, step.z).length
  }
}

extension [Double] {
  var mean: Double { reduce(0, +) / Double(count) }
  var deviation: Double {
    let mean = mean
    return (map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(count)).squareRoot()
  }
}
