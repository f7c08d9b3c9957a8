import Pipeline
import Quantities
import SensorCalibration
import Simulation

/// Simulated cases for numbers that no recording shows: several magnetometers, wrong and mirrored mounts, and a
/// position that is hardly known.
///
/// They have no truth: only the readings and states that differ are counted.
extension Case {
  static var designed: [Case] {
    severalMagnetometers + mounts + [uncertainPosition, withoutGravity]
  }

  /// A case with calibrated sensors along the device's axes.
  static func designed(_ samples: [Sample]) -> Case {
    var settings = PipelineSettings()
    settings.calibration = .given
    settings.declination = noDeclination
    return Case(group: .designed, settings: settings, samples: samples, truths: [])
  }

  /// The Earth's field of 45 µT, at this inclination in degrees.
  static func earth(inclination: Double) -> Scene.EarthField {
    Scene.EarthField(
      strength: 45, inclinationDegrees: inclination, declination: noDeclination)
  }

  private static var noDeclination: Declination {
    guard let zero = try? Declination(degrees: 0) else { preconditionFailure("0° is in range") }
    return zero
  }
}
