package import Redundancy
package import Wire

/// What comes out of the pipeline: the protocol's messages, in the order in which clients get them, and
/// which sensors make the heading.
package enum Output: Sendable {
  case reading(Reading)
  case state(StateMessage)
  case event(Event)
  case qibla(QiblaMessage)
  case position(PositionMessage)
  /// The field as it is measured and as it should be; only where `PipelineSettings` asks for it.
  case field(FieldMessage)
  /// What the error of the reading before it is made of; only where `PipelineSettings` asks for it.
  case headingError(HeadingErrorMessage)
  /// Other sensors make the heading from now on; for the log and the list of devices, no message.
  case sensors(SensorChoice)
}

/// Which sensors make the heading from now on.
package struct SensorChoice: Equatable, Sendable {
  package var sources: PrimarySources
  /// Why another magnetometer took over; `nil` where none did.
  package var change: MagnetometerChange?

  package init(sources: PrimarySources, change: MagnetometerChange?) {
    (self.sources, self.change) = (sources, change)
  }
}
