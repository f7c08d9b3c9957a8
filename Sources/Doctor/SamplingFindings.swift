import I2C
import IIO
import Quantities
import Sensors

/// Findings from the measurements of a chip: rate, noise and strength of the field.
struct SamplingFindings {
  /// The least achieved rate, as a part of the rate that was set up. The error of a chip's own
  /// clock is a few per cent; with a lower rate the bus is too slow or transfers fail.
  private static let minimumRate = 0.9
  /// The most noise, µT an axis. In a weak horizontal field of 20 µT, one measurement then has a
  /// heading error of 6°.
  private static let maximumNoise = 2.0
  /// The strength of the Earth's field on its surface, µT; British Geological Survey: 22 to 67.
  private static let earth = 22.0...67.0
  /// The tolerance around the expected strength, relative: a device's own iron adds as much before
  /// calibration.
  private static let tolerance = 0.25
  /// The strengths that an uncalibrated chip in a device can measure, µT. Below, the chip is broken
  /// or was taken for another one; above, there is a magnet that calibration cannot compensate.
  private static let plausible = 5.0...300.0

  private let chip: SampledChip
  private let name: String
  private let expectedField: Double?
  private let clock: BusClock?

  /// - Parameter adapter: `nil` for a chip that is read through a kernel driver.
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
        .rate, .fault, "\(name) does not measure: \(fault.reason)",
        remedy: "\(fault.remedy), then qiblactl doctor")
    }
    if let error = chip.kernelError, chip.rateHz == nil {
      return Finding(
        .rate, .fault, "\(name) does not measure: \(error)",
        remedy: "see the kernel's messages: sudo dmesg | tail")
    }
    guard let rate = chip.rateHz else {
      return Finding(
        .rate, .fault, "\(name) does not measure",
        remedy: "disconnect its supply for some seconds, then qiblactl doctor")
    }
    let finding = Self.rate(
      name, achieved: rate, asked: chip.expectedRateHz, remedy: BusSpeed.remedy(clock))
    guard let fault = chip.fault else { return finding }
    return Finding(
      .rate, .warning, "\(finding.text); a fault occurred: \(fault.reason)",
      remedy: "\(fault.remedy), then qiblactl doctor")
  }

  /// Compares the achieved rate of a chip with the rate that was set up.
  ///
  /// - Parameters:
  ///   - achieved: Hz; `nil` in the chip's first second.
  ///   - asked: Hz; `nil` where it is not known.
  ///   - errors: the number of transfers that have failed.
  ///   - remedy: what to do where it is too slow.
  static func rate(
    _ name: String, achieved: Double?, asked: Double?, errors: Int = 0, remedy: String
  ) -> Finding {
    guard let achieved else { return Finding(.rate, .ok, "\(name) has just started to measure") }
    let expected = asked.map { ", set up for \($0.short)" } ?? ""
    let failures =
      errors == 0 ? "" : "; \(errors) \(errors == 1 ? "transfer has" : "transfers have") failed"
    let text = "\(name) measures \(achieved.short) times a second\(expected)\(failures)"
    guard achieved < minimumRate * (asked ?? 0) else { return Finding(.rate, .ok, text) }
    return Finding(.rate, .warning, text, remedy: remedy)
  }

  private func noiseFinding(_ noise: Double) -> Finding {
    guard noise > 0 else {
      return Finding(
        .noise, .fault, "\(name) repeats one value; a working sensor has noise",
        remedy: "disconnect its supply for some seconds, then qiblactl doctor")
    }
    let text = "\(name) has a noise of \(noise.hundredths) µT an axis"
    guard noise > Self.maximumNoise else { return Finding(.noise, .ok, text) }
    return Finding(
      .noise, .warning, "\(text), over \(Self.maximumNoise.short)",
      remedy: "keep it still, away from cables and running motors, then qiblactl doctor")
  }

  private func fieldFinding(_ strength: Double) -> Finding {
    let range = expectedField.map { $0 * (1 - Self.tolerance)...$0 * (1 + Self.tolerance) }
    let text =
      "\(name) measures \(strength.short) µT without calibration; the Earth's field has "
      + (expectedField.map { "\($0.short) here" } ?? "22 to 67")
    if (range ?? Self.earth).contains(strength) { return Finding(.field, .ok, text) }
    return Finding(
      .field, Self.plausible.contains(strength) ? .warning : .fault, text,
      remedy: strength < Self.plausible.lowerBound
        ? "check which chip it is with qiblactl devices"
        : "move iron, magnets and loudspeakers at least 50 cm away, then qiblactl doctor; a field that"
          + " stays comes from the device itself, and a calibration removes it")
  }
}

extension Double {
  /// The number as text: whole from 10 on, with one decimal below.
  fileprivate var short: String {
    abs(self) >= 10 ? "\(Int(min(abs(self), 1e9).rounded()))" : "\((self * 10).rounded() / 10)"
  }

  /// The number as text with two decimals.
  fileprivate var hundredths: String { "\((self * 100).rounded() / 100)" }
}
