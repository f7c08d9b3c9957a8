import I2C
import IIO
import Quantities
import Sensors

/// How well a chip measures, and whether what it measures can be.
struct SamplingFindings {
  /// Of the rate that was set up: less says that the bus is too slow or transfers fail. Chips' own clocks
  /// are off by a few per cent.
  private static let leastRate = 0.9
  /// µT an axis. With 20 µT along the horizon, a weak field, one measurement is then off by 6°.
  private static let mostNoise = 2.0
  /// µT, of the Earth anywhere on its surface; British Geological Survey: 22 to 67.
  private static let earth = 22.0...67.0
  /// Of the field that is expected: as much comes from a device's own iron before calibration.
  private static let tolerance = 0.25
  /// µT. Less is what a chip reads that is taken for another, or broken; more is a magnet, not a device's
  /// own iron, which calibration takes away.
  private static let conceivable = 5.0...300.0

  private let chip: SampledChip
  private let name: String
  private let expectedField: Double?
  private let clock: BusClock?

  /// - Parameter adapter: `nil` where a driver of the kernel has the chip.
  init(_ chip: SampledChip, on adapter: I2CAdapter?, _ seen: Observation) {
    self.chip = chip
    name = chip.name
    expectedField = seen.expectedField
    clock = adapter.flatMap { seen.machine.clocks[$0.number] }
  }

  var all: [Finding] {
    let rate = rateFinding
    guard rate.grade != .fault, let statistics = FieldStatistics(chip.fields) else { return [rate] }
    return [rate, noiseFinding(statistics.noise), fieldFinding(statistics.strength)]
  }

  private var rateFinding: Finding {
    if let fault = chip.fault, chip.rateHz == nil {
      return Finding(
        .rate, .fault, "\(name) measures nothing: \(fault.reason)",
        remedy: "\(fault.remedy), then qiblactl doctor")
    }
    if let error = chip.kernelError, chip.rateHz == nil {
      return Finding(
        .rate, .fault, "\(name) measures nothing: \(error)", remedy: "sudo dmesg | tail says why")
    }
    guard let rate = chip.rateHz else {
      return Finding(
        .rate, .fault, "\(name) measures nothing",
        remedy: "take its supply away for some seconds, then qiblactl doctor")
    }
    let finding = Self.rate(
      name, achieved: rate, asked: chip.expectedRateHz,
      clock: clock)
    guard let fault = chip.fault else { return finding }
    return Finding(
      .rate, .warning, "\(finding.text); it failed meanwhile: \(fault.reason)",
      remedy: "\(fault.remedy), then qiblactl doctor")
  }

  /// How often a chip measures, against how often it was set up to.
  ///
  /// - Parameters:
  ///   - achieved: measurements a second; `nil` where it is too early to tell.
  ///   - asked: `nil` where that is the kernel's business.
  ///   - clock: of its bus; `nil` where it is not known.
  static func rate(
    _ name: String, achieved: Double?, asked: Double?, clock: BusClock?
  ) -> Finding {
    guard let achieved else { return Finding(.rate, .ok, "\(name) has just begun to measure") }
    let expected = asked.map { ", set up for \($0.short)" } ?? ""
    let text = "\(name) measures \(achieved.short) times a second\(expected)"
    guard achieved < leastRate * (asked ?? 0) else { return Finding(.rate, .ok, text) }
    return Finding(
      .rate, .warning, text,
      remedy: BusSpeed.remedy(clock))
  }

  private func noiseFinding(_ noise: Double) -> Finding {
    guard noise > 0 else {
      return Finding(
        .noise, .fault, "\(name) repeats one value, and a sensor has noise",
        remedy: "take its supply away for some seconds, then qiblactl doctor")
    }
    let text = "\(name) has a noise of \(noise.hundredths) µT an axis"
    guard noise > Self.mostNoise else { return Finding(.noise, .ok, text) }
    return Finding(
      .noise, .warning, "\(text), over \(Self.mostNoise.short)",
      remedy: "keep it still, away from cables and motors that run, then qiblactl doctor")
  }

  private func fieldFinding(_ strength: Double) -> Finding {
    let range = expectedField.map { $0 * (1 - Self.tolerance)...$0 * (1 + Self.tolerance) }
    let text =
      "\(name) measures \(strength.short) µT, uncalibrated; the Earth's field has "
      + (expectedField.map { "\($0.short) here" } ?? "22 to 67")
    if (range ?? Self.earth).contains(strength) { return Finding(.field, .ok, text) }
    return Finding(
      .field, Self.conceivable.contains(strength) ? .warning : .fault, text,
      remedy: strength < Self.conceivable.lowerBound
        ? "see whether it is the chip that it is taken for: qiblactl devices"
        : "take iron, magnets and loudspeakers 20 cm away, then qiblactl doctor; what stays is the"
          + " device's own and is a calibration's business")
  }
}

extension Double {
  /// In whole numbers from 10 on, else in tenths.
  fileprivate var short: String {
    abs(self) >= 10 ? "\(Int(min(abs(self), 1e9).rounded()))" : "\((self * 10).rounded() / 10)"
  }

  /// In hundredths.
  fileprivate var hundredths: String { "\((self * 100).rounded() / 100)" }
}
