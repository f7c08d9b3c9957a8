package import Wire

/// What comes out of the pipeline: the protocol's messages, in the order in which clients get them.
package enum Output: Sendable {
  case reading(Reading)
  case state(StateMessage)
  case event(Event)
  case qibla(QiblaMessage)
  case position(PositionMessage)
  /// What the error of the reading before it is made of; only where `PipelineSettings` asks for it.
  case headingError(HeadingErrorMessage)
}
