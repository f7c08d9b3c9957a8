package import Pipeline
package import Qibla
package import Quantities
package import Trace
package import Wire

/// What is said of a replay from outside the trace.
///
/// A position or declination comes from the first of these that has one: given for this run, the
/// trace, the configuration. A position given for this run also wins over the trace's fixes.
package struct ReplayOptions: Sendable {
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

  package init() {}

  /// The pipeline's settings for a trace with this header.
  package func settings(for header: TraceHeader) -> PipelineSettings {
    let initial = header.initialState
    var settings = PipelineSettings()
    settings.mount = header.mount
    settings.calibration =
      calibration ?? initial?.calibration ?? (header.isMagnetometerCalibrated ? .given : nil)
    settings.isMicrotesla = header.isFieldInMicrotesla
    settings.declination =
      declination ?? header.declination ?? initial?.declination ?? configuredDeclination
    settings.position = position
    settings.assumedPosition = initial?.position ?? configuredPosition
    if let target { settings.target = target }
    settings.alignment = alignment
    settings.use = use
    return settings
  }
}
