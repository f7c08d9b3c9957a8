import BridgeFormats
import Quantities
import Testing
import Wire

@testable import qibla_bridge

/// The line that says why no heading is sent.
@Suite struct HeadingLogTests {
  private let log = HeadingLog(limit: HeadingLimit(error68Degrees: 10))

  private func reading(_ why: WhySet, error: Double?, _ status: Reading.Status) -> Reading {
    var reading = Reading(sequence: 0, time: Timestamp(microseconds: 0))
    reading.headingMagnetic = error.map { _ in Azimuth(degrees: 90) }
    (reading.why, reading.error68Degrees, reading.status) = (why, error, status)
    reading.source = .magnetometerGyro
    return reading
  }

  @Test func aCalibrationThatNothingConfirmsIsNamedBesideASmallError() {
    let why: WhySet = [.tilt, .calibrationUnconfirmed]
    #expect(
      log.reason(reading(why, error: 2.5, .uncertain)) == """
        The calibration may be another board's: nothing has confirmed it since the start. Turn the \
        device by a quarter turn, level or tilted.
        """)
  }

  @Test func anErrorOverTheLimitIsNamedWithBoth() {
    let text = log.reason(reading([.calibrationUnconfirmed], error: 12.5, .uncertain))
    #expect(text.hasPrefix("its error is 12.5°, over --max-error 10.0; The calibration may be"))
  }

  @Test func withoutAHeadingTheStatusIsNamed() {
    let text = log.reason(reading([.sensorMissing], error: nil, .unavailable))
    #expect(text.hasPrefix("the status is unavailable; "))
  }
}
