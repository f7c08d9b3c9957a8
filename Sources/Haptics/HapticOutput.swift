/// A motor that plays patterns. Use it from one thread only.
///
/// `play` blocks until the motor stops. Patterns are short, and the thread has no other work.
package protocol HapticOutput: AnyObject {
  /// Type and place of the motor, for people.
  var name: String { get }

  /// Plays a pattern to its end, or until `wait` returns false. The motor is stopped afterwards,
  /// also after an error if that is possible.
  ///
  /// - Parameter wait: sleeps for the given ms; returns false to stop the motor at once.
  func play(
    _ pattern: HapticPattern, wait: (_ milliseconds: Int) -> Bool
  ) throws(HapticError)
}

/// A motor that is switched on, at full strength or weaker, and off.
protocol SwitchedMotor: AnyObject {
  /// Starts the motor. A motor with its own timer stops after `milliseconds`.
  func run(strength: Double, milliseconds: Int) throws(HapticError)

  /// Lets it rest.
  func rest() throws(HapticError)
}

extension SwitchedMotor {
  /// Plays the pulses of a pattern.
  func switchThrough(
    _ pattern: HapticPattern, _ wait: (Int) -> Bool
  ) throws(HapticError) {
    for pulse in pattern.pulses {
      do {
        try run(strength: pulse.strength, milliseconds: pulse.milliseconds)
      } catch {
        try rest()
        throw error
      }
      let goesOn = wait(pulse.milliseconds)
      try rest()
      guard goesOn, pulse.pauseMilliseconds == 0 || wait(pulse.pauseMilliseconds) else { return }
    }
  }
}
