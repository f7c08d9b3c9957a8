package import Quantities
import SensorCalibration

/// What is known of one of several magnetometers beforehand.
package struct MagnetometerDescription: Equatable, Sendable {
  /// How it sits in the device, beside the inertial sensors.
  package var mount: Mount
  /// `nil` where it is not calibrated.
  package var calibration: Calibration?
  /// Whether somebody said how it sits; else its mount is a guess, and nothing absolute is concluded
  /// from its directions.
  package var isMountKnown: Bool

  package init(mount: Mount, calibration: Calibration?, isMountKnown: Bool) {
    self.mount = mount
    self.calibration = calibration?.grade == .f ? nil : calibration
    self.isMountKnown = isMountKnown
  }

  /// How far it can be trusted by its calibration: 0 without one, 1 with a poor one, 2 with a good one.
  var worth: Int {
    switch calibration?.grade {
    case nil, .f: 0
    case .c, .d: 1
    case .a, .b, .given: 2
    }
  }

  /// The field along the body's axes, calibrated where that is possible; µT or counts.
  func field(_ sample: MagneticField) -> Vector3 {
    mount.bodyFromMagnetometer(calibration) * (calibration?.apply(sample) ?? sample).microtesla
  }
}
