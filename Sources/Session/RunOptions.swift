package import Geomagnetism
import Heading
package import Pipeline
package import Qibla
package import Quantities
import Redundancy
import Sensors
package import Storage
package import Trace
package import Wire

/// The settings of a run that do not come from its trace: from the command line, the configuration and
/// an earlier run.
///
/// A position or declination comes from the first of these that has one: given for this run, the
/// trace, the configuration; then, for a position, an earlier run, and for a declination, the
/// magnetic model. A value given for this run also wins over the trace's fixes. Target, method and alignment
/// are those of the trace where it has them, else those of the configuration.
package struct RunOptions: Sendable {
  package var position: Position?
  package var declination: Declination?
  /// In place of the trace's own.
  package var calibration: Calibration?
  package var use = SensorUse.all
  package var target: QiblaMessage.Target?
  package var alignment = AlignmentParameters()
  /// The configuration's position.
  package var configuredPosition: Position?
  /// The configuration's declination.
  package var configuredDeclination: Declination?
  /// Where an earlier run of the daemon was last; it counts before or after the configured place.
  package var lastPlace: LastPlace?
  /// The date of the first sample, given for this run, µs since 1970; wins over what the trace says.
  package var date: Int64?
  /// The date of the first sample by a clock that was checked, µs since 1970; only where samples
  /// are made or measured now.
  package var clockDate: Int64?
  /// Whether something had set that clock; else no age is computed from its date.
  package var isClockCertain = true
  /// In place of the magnetic model that is compiled in.
  package var model = GeomagneticModel.wmm2025
  /// By which of the three bearings the pointer leads.
  package var method = QiblaMessage.Method.greatCircle

  package init() {}

  /// Where the device is taken to be until something better is known, but for a position given for
  /// this run and the trace's own; `nil` where nothing is known.
  ///
  /// - Parameter utcMicroseconds: the date, µs since 1970, where it is certain.
  package func start(utcMicroseconds: Int64?) -> StartingPlace? {
    StartingPlace.choose(
      lastKnown: lastPlace, configured: configuredPosition, utcMicroseconds: utcMicroseconds)
  }

  /// The pipeline's settings for a trace with this header.
  package func settings(for header: TraceHeader) -> PipelineSettings {
    let initial = header.initialState
    var settings = PipelineSettings()
    settings.mount = header.mount
    settings.mountErrorDegrees = initial?.mountErrorDegrees ?? 0
    settings.calibration =
      calibration ?? initial?.calibration ?? (header.isMagnetometerCalibrated ? .given : nil)
    for (id, known) in header.magnetometers {
      settings.magnetometers[id] = known.description(
        inertial: header.mount, isGiven: header.isMagnetometerCalibrated)
    }
    settings.inertialTolerances = header.inertialTolerances
    settings.knownTolerances = Chip.knownTolerances
    settings.isMicrotesla = header.isFieldInMicrotesla
    settings.isLive = header.isLive
    settings.declination =
      declination ?? header.declination ?? initial?.declination ?? configuredDeclination
    let isByHand = initial?.isPositionByHand ?? false
    settings.position = position ?? (isByHand ? initial?.position : nil)
    settings.date = date ?? (initial?.isTimeByHand == true ? initial?.utcMicroseconds : nil)
    settings.assumedDate = initial?.utcMicroseconds ?? clockDate
    settings.isAssumedDateCertain =
      initial?.utcMicroseconds == nil ? isClockCertain : initial?.isTimeUncertain == false
    settings.startingPosition = isByHand ? nil : initial?.position
    settings.isStartingPositionConfigured = initial?.isPositionConfigured ?? false
    if let lastKnown = initial?.lastKnown {
      settings.lastKnown = lastKnown
    } else if initial?.position == nil {
      let clock = settings.isAssumedDateCertain ? settings.assumedDate : nil
      switch start(utcMicroseconds: settings.date ?? clock) {
      case .configured(let position):
        (settings.startingPosition, settings.isStartingPositionConfigured) = (position, true)
      case .lastKnown(let place):
        settings.lastKnown = .init(
          position: place.position, utcMicroseconds: place.utcMicroseconds)
      case nil: break
      }
    }
    settings.model = model
    settings.method = initial?.method ?? method
    if let target = initial?.target ?? target { settings.target = target }
    settings.alignment = initial?.alignment ?? alignment
    settings.use = use
    return settings
  }
}

extension TraceHeader.Magnetometer {
  /// - Parameters:
  ///   - inertial: how the inertial sensors sit.
  ///   - isGiven: whether all values were calibrated before they were recorded.
  fileprivate func description(inertial: Mount, isGiven: Bool) -> MagnetometerDescription {
    let own: Mount
    do { own = try Mount(magnetometer: mount, inertial: inertial.inertial) } catch {
      preconditionFailure("a header's mounts are rotations: \(error)")
    }
    return MagnetometerDescription(
      mount: own, calibration: calibration ?? (isGiven ? .given : nil), isMountKnown: true)
  }
}
