import Haptics
private import I2C

extension HapticSettings {
  /// Reads `[haptics]`.
  init(_ section: Section) throws(ConfigurationError) {
    self.init()
    if let output: Output = try section.word("output") { self.output = output }
    if let motor: DRV2605L.Motor = try section.word("motor") { self.motor = motor }
    tuning = try MotorTuning(section, for: motor)
    bus = try section.bus("bus", "a bus's number, such as \"1\", or its adapter's name")
      .map { I2CBusName($0) }
    line = try section.string("line", "a line's name as in gpioinfo") { !$0.isEmpty }
    device = try section.string("device", "an input device's name") { !$0.isEmpty }
    isActiveLow = try section.bool("active_low") ?? isActiveLow
    isMuted = try section.bool("muted") ?? isMuted
    settleMilliseconds = try section.number("settle_ms", 0...2000, "milliseconds")
    for event in HapticEvent.allCases {
      if let pattern: HapticPattern = try section.word(event.rawValue) { patterns[event] = pattern }
    }
    if output == .gpio, line == nil { throw section.missing("line", because: "output") }
  }
}

extension MotorTuning {
  /// Keys for linear motors only. Eccentric motors are driven in open loop and do not use them.
  private static let ofLinearMotors = ["rated_v", "compensation", "back_emf", "back_emf_gain"]

  fileprivate init(_ section: Section, for motor: DRV2605L.Motor) throws(ConfigurationError) {
    if motor != .linear {
      for key in Self.ofLinearMotors where section.has(key) {
        throw section.badValue(key, "this key only with motor = \"lra\"")
      }
    }
    self.init(
      ratedVolts: try section.number("rated_v", 0.5...5, "volts"),
      clampVolts: try section.number("clamp_v", 0.5...5.4, "volts"))
    if let ratedVolts {
      guard let clampVolts else { throw section.missing("clamp_v", because: "rated_v") }
      guard clampVolts >= ratedVolts else {
        throw section.badValue("clamp_v", "at least rated_v, \(ratedVolts) volts")
      }
    }
    calibration = try Self.calibration(section)
  }

  private static func calibration(
    _ section: Section
  ) throws(ConfigurationError) -> Calibration? {
    let ranges = [("compensation", 0...255), ("back_emf", 0...255), ("back_emf_gain", 0...3)]
    var values: [UInt8] = []
    for (key, range) in ranges {
      if let value = try section.integer(key, range) { values.append(UInt8(value)) }
    }
    guard let given = ranges.first(where: { section.has($0.0) })?.0 else { return nil }
    for (key, _) in ranges where !section.has(key) { throw section.missing(key, because: given) }
    return Calibration(compensation: values[0], backEMF: values[1], backEMFGain: values[2])
  }
}

extension Section {
  /// A word of a closed list; `nil` if the key is absent.
  fileprivate func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String
  ) throws(ConfigurationError) -> Word? {
    let words = Word.allCases.map { "\"\($0.rawValue)\"" }
    let text = try string(key, "one of " + words.joined(separator: ", ")) {
      Word(rawValue: $0) != nil
    }
    return text.flatMap(Word.init)
  }
}
