import Haptics
private import I2C

extension HapticSettings {
  /// Reads `[haptics]`.
  init(_ section: Section) throws(ConfigurationError) {
    self.init()
    if let output: Output = try section.word("output") { self.output = output }
    if let motor: DRV2605L.Motor = try section.word("motor") { self.motor = motor }
    bus = try section.string("bus", "a bus's number, such as \"1\", or its adapter's name") {
      !$0.isEmpty
    }.map(I2CBusName.init)
    line = try section.string("line", "a line's name, as gpioinfo shows it") { !$0.isEmpty }
    device = try section.string("device", "an input device's name") { !$0.isEmpty }
    isActiveLow = try section.bool("active_low") ?? isActiveLow
    isMuted = try section.bool("muted") ?? isMuted
    if let settle = try section.number("settle_ms", 0...2000, "milliseconds") {
      settleMilliseconds = settle
    }
    for event in HapticEvent.allCases {
      if let pattern: HapticPattern = try section.word(event.rawValue) { patterns[event] = pattern }
    }
    if output == .gpio, line == nil { throw section.missing("line", because: "output") }
  }
}

extension Section {
  /// A word of a closed list; `nil` where it is not given.
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
