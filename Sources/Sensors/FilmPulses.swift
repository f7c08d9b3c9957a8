/// The pulses that magnetise the film of a magnetoresistive bridge one way and the other (SET and RESET).
///
/// A film that was reversed gives the field with the opposite sign and the offset of the bridge as before, so
/// that two measurements tell the two apart. The offset drifts with temperature, by as much as a weak
/// horizontal field in a few degrees, and what is left of it cannot be told from hard iron.
package struct FilmPulses: Equatable, Sendable {
  /// After these `decode` gives the field with its sign, with the bridge's offset added. Set-up ends so.
  package let forward: [Step]
  /// After these `decode` gives the field with the opposite sign, with the same offset added.
  package let reverse: [Step]
}
