import ArgumentParser
import Dates
import HeadingCheck
import JSON
import ProgramOptions
import Quantities
import Session
import Wire

/// `qiblactl check sun`: the error of the heading against the sun.
struct CheckSunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sun",
    abstract: "Measure the error of the heading with the sun, which is not magnetic.",
    discussion: """
      Hang a thread with a weight, so that its shadow falls along the device, and point the device's front at \
      the sun (or, with --away, away from it). Press Enter three times, and point anew each time. Works while \
      the sun stands between 3 and 50 degrees. Do not look into the sun. Needs a true heading, a position and \
      a clock that is right: one that is synchronised, or a satellite receiver; --clock-error says that you \
      have compared it. The daemon keeps the result with its calibration, and `qiblactl status` shows it. Exit status 0 where the heading agrees with its own error, otherwise 1.

      Example: qiblactl check sun --away
      """)

  @Flag(help: "The device's front points away from the sun, along the shadow.")
  var away = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Largest error of this machine's clock, seconds.", valueName: "seconds"))
  var clockError: Double?

  @Option(
    help: ArgumentHelp(
      "The instant of the first sight in UTC, for a simulated device or a recording.",
      valueName: "time"),
    transform: { text in
      do throws(WordsError) { return try instant(Substring(text)) } catch {
        throw ValidationError("\(error)")
      }
    })
  var time: Double?

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var socket: SocketOption

  func validate() throws {
    if let clockError, !(clockError >= 0 && clockError <= 3_600) {
      throw ValidationError("--clock-error: \(clockError) is not 0 to 3600 seconds")
    }
  }

  func run() throws {
    var agrees = true
    try qiblactl.run {
      let report = try measured()
      agrees = report.agrees
      var output = StandardOutput()
      try output.write(json ? report.line : Array(report.text.utf8))
      try output.flush()
      keepCheck(report.result, socket.directory)
    }
    if !agrees { throw ExitCode.failure }
  }

  private func measured() throws -> SunCheckReport {
    let device = try CheckedDevice(socketDirectory: socket.directory)
    guard let place = device.place else {
      throw CommandFailure("the position is not known: qiblactl position set LATITUDE,LONGITUDE")
    }
    if time == nil, device.isSimulated || device.isReplay {
      throw CommandFailure(
        "the daemon's data are not of now: give the instant with --time, such as 2026-06-21T17:00:00Z"
      )
    }
    var (sights, promised, clock) = ([SunSight](), 0.0, 0.0)
    let began = ContinuousClock.now
    let side = away ? "the front away from the sun, along the shadow" : "the front at the sun"
    for number in 1...SunCheck.sights {
      try ask(
        "\(number) of \(SunCheck.sights): point the device, \(side), press Enter, hold it still.")
      let sight = try takeSight(socket.directory)
      guard sight.isTrue else {
        throw CommandFailure("there is no true heading; qiblactl status says why")
      }
      let (instant, error) = try moment(of: sight, since: began)
      clock = max(clock, error)
      sights.append(SunSight(heading: Azimuth(degrees: sight.degrees), unixSeconds: instant))
      promised = max(promised, sight.error68)
    }
    do throws(SunCheckRefusal) {
      let check = try SunCheck(
        sights, at: place, isAway: away, clockError: clock,
        placeError: device.positionError ?? SunCheck.usualPlaceError)
      return SunCheckReport(
        check: check, device: device, promised: promised, unixSeconds: sights[0].unixSeconds)
    } catch { throw CommandFailure("\(error)") }
  }

  /// When a heading was measured, seconds since 1970, and how wrong that may be, s.
  ///
  /// - Throws: `CommandFailure` where only the machine's clock says it, and that is not known to be right.
  private func moment(
    of sight: HeadingSight, since began: ContinuousClock.Instant
  ) throws -> (unixSeconds: Double, error: Double) {
    if let time {
      return (time + (ContinuousClock.now - began) / .seconds(1), clockError ?? 0)
    }
    if let received = sight.utcMicroseconds {
      return (Double(received) / 1e6, max(clockError ?? 0, SunCheck.usualClockError))
    }
    // the middle of the second that was measured
    return (try LocalTime.now() - 0.5, try clockError ?? machineClockError())
  }

  /// The error of this machine's clock, s.
  ///
  /// - Throws: `CommandFailure` where nothing has set it.
  private func machineClockError() throws -> Double {
    guard MachineClock.isSynchronized == true else {
      throw CommandFailure(
        "nothing has synchronised this machine's clock: compare it with another one, and give --clock-error SECONDS"
      )
    }
    return SunCheck.usualClockError
  }
}

/// The output of `qiblactl check sun`.
struct SunCheckReport: EncodableMessage {
  let check: SunCheck
  let device: CheckedDevice
  /// The error that the daemon reports, degrees, 68 %.
  let promised: Double
  let unixSeconds: Double

  var agrees: Bool { check.agrees(withError68: promised) }

  /// What the daemon keeps.
  var result: HeadingCheckResult {
    HeadingCheckResult(
      kind: .sun, errorDegrees: check.errorDegrees, error68Degrees: check.error68Degrees,
      agrees: agrees)
  }

  /// The report for people.
  var text: String {
    let error = check.errorDegrees
    let size = abs(error).text(decimals: 1)
    let side = error < 0 ? "counterclockwise" : "clockwise"
    var lines = [
      "The heading is \(size)° too far \(side), ±\(check.error68Degrees.text(decimals: 1))° (68 %), against the sun at \(check.altitude.text(decimals: 0))°.",
      agrees
        ? "This agrees with the error that the daemon reports, ±\(promised.text(decimals: 1))°."
        : "This does not agree with the error that the daemon reports, ±\(promised.text(decimals: 1))°: check mount, calibration and the iron nearby.",
      "  " + device.text,
    ]
    lines += check.terms.map {
      "  ±\($0.degrees.text(decimals: 2))° \($0.cause.rawValue)"
    }
    if let time = UTCTime.text(microseconds: Int64(unixSeconds.rounded()) * 1_000_000) {
      lines.append("  \(time)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("sun_check")
    writer.key("time")
    writer.utc(Int64((unixSeconds * 1e6).rounded()))
    writer.fixed("error_deg", check.errorDegrees, 3)
    writer.fixed("error68_deg", check.error68Degrees, 3)
    writer.fixed("daemon_error68_deg", promised, 2)
    writer.key("agrees")
    writer.bool(agrees)
    writer.fixed("sun_altitude_deg", check.altitude, 3)
    writer.key("terms")
    writer.beginArray()
    for term in check.terms {
      writer.beginObject()
      writer.key("cause")
      writer.string(term.cause.rawValue)
      writer.fixed("error68_deg", term.degrees, 3)
      writer.endObject()
    }
    writer.endArray()
    device.encode(into: &writer)
    writer.endObject()
  }
}
