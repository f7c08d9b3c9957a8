/// A motor that plays patterns; used by one thread.
///
/// A pattern is short, and that thread has nothing else to do: it waits until the motor rests.
package protocol HapticOutput: AnyObject {
  /// What it is and where, for a person.
  var name: String { get }

  /// Plays a pattern to its end, or until `wait` says to stop; the motor rests afterwards, also where
  /// this throws, as far as that is in our hands.
  ///
  /// - Parameter wait: sleeps so many ms; false where the motor is to stop at once.
  func play(
    _ pattern: HapticPattern, wait: (_ milliseconds: Int) -> Bool
  ) throws(HapticError)
}

/// A motor that is only switched: full or weaker, and off.
protocol SwitchedMotor: AnyObject {
  /// Lets it run, for at most `milliseconds` where it can see to that itself.
  func run(strength: Double, milliseconds: Int) throws(HapticError)

  /// Lets it rest.
  func rest() throws(HapticError)
}

extension SwitchedMotor {
  /// Switches through the pulses of a pattern.
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
