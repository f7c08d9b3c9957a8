/// The pulses that magnetise the film of a magnetoresistive bridge in one direction or the other
/// (SET and RESET).
///
/// A reversed film reverses the sign of the field but not of the bridge's offset, so that two
/// measurements separate field and offset. The offset drifts with temperature: within a few degrees
/// by as much as a weak horizontal field. A remaining offset has the same effect as hard iron.
package struct FilmPulses: Equatable, Sendable {
  /// After these steps, `decode` returns field + offset. Set-up ends in this state.
  package let forward: [Step]
  /// After these steps, `decode` returns −field + offset.
  package let reverse: [Step]
}
