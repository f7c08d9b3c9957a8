import Testing

@testable import Haptics

/// When a motor that is only switched runs and rests.
@Suite struct SwitchedMotorTests {
  private final class FakeMotor: SwitchedMotor {
    /// ms that passed, and what happened then.
    var log: [(time: Int, isOn: Bool)] = []
    var now = 0
    var failure: HapticError?

    func run(strength: Double, milliseconds: Int) throws(HapticError) {
      log.append((now, true))
      if let failure { throw failure }
    }

    func rest() throws(HapticError) { log.append((now, false)) }

    func play(_ pattern: HapticPattern, until end: Int = .max) throws(HapticError) {
      try switchThrough(pattern) { milliseconds in
        now += milliseconds
        return now < end
      }
    }
  }

  private let motor = FakeMotor()

  @Test func aDoubleClickIsTwoPulsesOf60MillisecondsWith120Between() throws {
    try motor.play(.doubleClick)
    #expect(motor.log.map(\.time) == [0, 60, 180, 240])
    #expect(motor.log.map(\.isOn) == [true, false, true, false])
  }

  @Test(arguments: HapticPattern.allCases) func theMotorStopsAtTheEnd(pattern: HapticPattern) throws
  {
    try motor.play(pattern)
    #expect(motor.log.last?.isOn != true)
    #expect(motor.now == pattern.milliseconds)
    #expect(motor.log.isEmpty == (pattern == .none))
  }

  @Test(arguments: [1, 60, 61, 180, 200]) func aStoppedPatternDoesNotRunTheMotorAgain(end: Int)
    throws
  {
    try motor.play(.tripleClick, until: end)
    #expect(motor.log.last?.isOn == false)
    #expect(motor.log.count <= 4)
  }

  @Test func aMotorThatFailsIsStopped() {
    motor.failure = .motorFault(reason: "test")
    #expect(throws: HapticError.motorFault(reason: "test")) { try motor.play(.click) }
    #expect(motor.log.map(\.isOn) == [true, false])
  }

  // The protocol lets two haptics be 700 ms apart.
  @Test func everyAlignmentPatternLastsAtMost700Milliseconds() {
    for event in HapticEvent.allCases where event != .error {
      #expect(event.defaultPattern.milliseconds <= 700)
    }
  }

  @Test func anUncertainAlignmentHasAnotherPatternThanACertainOne() {
    let patterns = HapticEvent.allCases.map(\.defaultPattern).filter { $0 != .none }
    #expect(Set(patterns).count == patterns.count)
  }
}
