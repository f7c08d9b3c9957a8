package import Geomagnetism
package import Qibla
package import Quantities
package import Redundancy
package import Wire

/// The settings of a pipeline, fixed at its start.
package struct PipelineSettings: Equatable, Sendable {
  /// How the chips sit in the device.
  package var mount = Mount.identity
  /// Degrees, 68 %: how exactly the boards sit in the device; 0 where the device is the board.
  package var mountErrorDegrees = 0.0
  /// `nil` where the magnetometer is not calibrated.
  package var calibration: Calibration?
  /// What is known of further magnetometers, by the `source` of their samples; `mount` and `calibration`
  /// are those of the first that measures and does not stand here.
  package var magnetometers: [SensorSourceID: MagnetometerDescription] = [:]
  /// How far the accelerometer and the gyro may be off, until their chips are found. A session sets them by the header
  /// of a recording; live they are those of a cheap board.
  package var inertialTolerances = InertialTolerances.calibrated
  /// The same of the known chips, by driver: for those that are found in the run.
  package var knownTolerances: [String: ChipTolerances] = [:]
  /// False where the magnetometer gives counts.
  package var isMicrotesla = true
  /// A declination that was given by hand, here or in a trace.
  package var declination: Declination?
  /// A position by hand that wins over the receiver's.
  package var position: Position?
  /// A position that serves until the receiver has one.
  package var startingPosition: Position?
  /// Whether the user configured `startingPosition`; else it is assumed: a recording or a simulation has it.
  package var isStartingPositionConfigured = false
  /// Where an earlier run was last; serves where nothing better is known, and says so.
  package var lastKnown: LastKnown?
  /// The date of the first sample, µs since 1970, as the user set it; it wins over the
  /// receiver's.
  package var date: Int64?
  /// The date of the first sample, µs since 1970, until the receiver tells one; before 2025 and from
  /// 2100 on it is not used.
  package var assumedDate: Int64?
  /// Whether something had set the clock that gave `assumedDate`; else no age is computed from it.
  package var isAssumedDateCertain = true
  /// What says where true north is from magnetic north, where no declination was given.
  package var model = GeomagneticModel.wmm2025
  /// Where the pointer leads.
  package var target = QiblaMessage.Target.kaaba
  /// By which of the three bearings the pointer leads.
  package var method = QiblaMessage.Method.greatCircle
  package var alignment = AlignmentParameters()
  /// The tuned numbers; another value serves to measure their effect.
  package var parameters = PipelineParameters()
  /// Which of the sensors may be used.
  package var use = SensorUse.all
  /// Whether time goes on without measurements, as in a daemon that reads sensors: ticks begin with the
  /// first input and go on without limit.
  package var isLive = false
  /// How often the topic `field` is sent, µs between two; `nil` never.
  package var fieldInterval: Int64?
  /// How often the terms of the heading's error are sent, µs between two; 0 for each reading, `nil` never.
  package var headingErrorInterval: Int64?

  /// A position from before.
  package struct LastKnown: Equatable, Sendable {
    package var position: Position
    /// When it held, µs since 1970; `nil` where it is unknown.
    package var utcMicroseconds: Int64?

    package init(position: Position, utcMicroseconds: Int64?) {
      self.position = position
      self.utcMicroseconds = utcMicroseconds
    }
  }

  package init() {}

  /// The magnetometer that is not described further.
  var firstMagnetometer: MagnetometerDescription {
    MagnetometerDescription(
      mount: mount, calibration: usableCalibration, isMountKnown: !magnetometers.isEmpty)
  }

  /// The calibration, unless it failed: values of grade F are worse than none that claim nothing.
  var usableCalibration: Calibration? { calibration?.grade == .f ? nil : calibration }
}

/// Which sensors the filter is given.
package enum SensorUse: String, CaseIterable, Sendable {
  /// The magnetometer alone; the device is taken to be level.
  case magnetometer = "mag"
  /// With the accelerometer.
  case magnetometerAccelerometer = "mag+accel"
  /// With accelerometer and gyro: all there is.
  case all = "mag+gyro"

  /// Takes out of `sample` what is not to be used.
  func restrict(_ sample: inout Sample) {
    if self != .all { sample.angularRate = nil }
    if self == .magnetometer { sample.acceleration = nil }
  }
}

extension QiblaMessage.Target {
  /// The target where none was chosen.
  package static let kaaba = QiblaMessage.Target(name: "Kaaba", coordinates: Qibla.kaaba)
}
