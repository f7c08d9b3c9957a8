package import Quantities
import SensorCalibration

/// Mount and calibration of one of several magnetometers.
package struct MagnetometerDescription: Equatable, Sendable {
  /// The mount of the magnetometer, and of the inertial sensors.
  package var mount: Mount
  /// `nil` where it is not calibrated.
  package var calibration: Calibration?
  /// Whether the mount is this magnetometer's own; otherwise it is assumed, and its fields are compared with no others
  /// directly.
  package var isMountKnown: Bool

  package init(mount: Mount, calibration: Calibration?, isMountKnown: Bool) {
    self.mount = mount
    self.calibration = calibration?.grade == .f ? nil : calibration
    self.isMountKnown = isMountKnown
  }

  /// The worth of the calibration: 0 without one, 1 with a poor one, 2 with a good one.
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
