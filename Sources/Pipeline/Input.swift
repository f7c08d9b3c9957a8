package import Quantities
package import Wire

/// What goes into the pipeline, in the order of time.
package enum Input: Sendable {
  /// The sensors measured something.
  case sample(Sample)
  /// A reading is due for this instant.
  case tick(Timestamp)
  /// Time tore before the sample at `at`; `microseconds` says how long nothing was heard.
  case gap(Event.GapReason, at: Timestamp, microseconds: Int64?)
}
