import ArgumentParser
import Dates
import JSON
import ProgramOptions
import Qibla
import Quantities
import Sun
import Wire

/// `qiblactl sun`: where the sun stands.
struct SunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sun",
    abstract: "Print where the sun stands, for a check of the compass without magnetism.",
    usage: "qiblactl sun [LAT LON [TIME] | --batch] [--kaaba] [--json]",
    discussion: """
      TIME is an instant such as 2026-11-23T12:00:00Z or 2026-11-23T15:00:00+03:00, from 1900 to 2100; \
      default now. Without a place, the \
      position comes from the running daemon. Angles are those of the sun's centre; a vertical rod \
      throws its shadow the opposite way. Good to 0.005°, the moon's to 0.03°; near the horizon refraction is \
      uncertain by some minutes of arc. The phase of the moon is 0° when it is new, 180° when it is full.

      Examples:
        qiblactl sun 51.5 -0.13
        qiblactl sun 51.5 -0.13 --kaaba
        printf "51.5 -0.13 2026-06-21T12:00:00Z\\n" | qiblactl sun --batch
      """)

  // A negative number looks like an option. `validate` rejects real options among the arguments.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Degrees, north and east positive, and a time.", valueName: "LAT LON TIME"))
  var place: [String] = []

  @Flag(
    help:
      "Read lines of LAT LON TIME from standard input; print a JSON line for each. Status 1 if a line was bad."
  )
  var batch = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(
    help: """
      List the moments of the next 24 hours at which the sun or a shadow has the direction of the Kaaba, and the next \
      four at which the sun stands over it or over its antipode.
      """
  )
  var kaaba = false

  @OptionGroup var socket: SocketOption

  func validate() throws {
    if batch, kaaba { throw ValidationError("give --batch or --kaaba, not both") }
    do throws(WordsError) { _ = try question() } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    try qiblactl.run {
      if batch {
        return try Batch(form: "LAT LON TIME, such as 51.5 -0.13 2026-06-21T12:00:00Z").run {
          words, writer throws(WordsError) in
          guard words.count == 3 else { throw wrongCount(words.count, "3") }
          try Self.report(words).encode(into: &writer)
        }
      }
      let given = try question()
      let place =
        try given?.place
        ?? DaemonPosition(socketDirectory: socket.directory, for: "sun").position.coordinates
      let report = SunReport(at: place, try given?.instant ?? LocalTime.now())
      var output = StandardOutput()
      if kaaba {
        let shadows = try report.shadows
        try output.write(json ? shadows.line : Array(shadows.table.utf8))
      } else {
        try output.write(json ? report.line : Array(report.table.utf8))
      }
      try output.flush()
    }
  }

  /// The place and the instant of the arguments; `nil` without a place, and no instant without one.
  private func question() throws(WordsError) -> (place: Coordinates, instant: Double?)? {
    let words = try placeWords(
      place, batch: batch, count: 2...3, example: "qiblactl sun 51.5 -0.13")
    guard let words else { return nil }
    return (
      try coordinates(words[0], words[1]), words.count == 3 ? try instant(words[2]) : nil
    )
  }

  private static func report(_ words: [Substring]) throws(WordsError) -> SunReport {
    SunReport(at: try coordinates(words[0], words[1]), try instant(words[2]))
  }
}

/// Parses an instant of RFC 3339 from 1900 to 2100, seconds since 1970.
func instant(_ word: Substring) throws(WordsError) -> Double {
  let years = -2_208_988_800.0..<4_133_980_800.0  // 1900-01-01 to 2101-01-01
  let parsed = UTCTime.microseconds(parsingAnyOffset: String(word))
  // A second 60 is a leap second, after which it is midnight UTC.
  let isSecond60 = word.dropFirst(17).hasPrefix("60")
  guard let microseconds = parsed,
    !isSecond60 || (0..<1_000_000).contains(microseconds % UTCTime.microsecondsPerDay)
  else {
    throw WordsError(
      description:
        "time: not an instant; write it such as 2026-11-23T12:00:00Z or 2026-11-23T15:00:00+03:00")
  }
  let seconds = Double(microseconds) / 1e6
  guard years.contains(seconds) else {
    throw WordsError(description: "time: the year is out of range: 1900 to 2100")
  }
  return seconds
}

/// The output of `qiblactl sun` for one place and instant.
struct SunReport: EncodableMessage {
  private let place: Coordinates
  private let unixSeconds: Double
  private let sun: SunDirection
  private let moon: MoonDirection

  init(at place: Coordinates, _ unixSeconds: Double) {
    (self.place, self.unixSeconds) = (place, unixSeconds)
    sun = SunDirection(from: place, unixSeconds: unixSeconds)
    moon = MoonDirection(from: place, unixSeconds: unixSeconds)
  }

  /// The moments of the next 24 hours at which the sun or a shadow has the direction of the Kaaba, and the next four at
  /// which the sun stands over it or over its antipode.
  var shadows: ShadowReport {
    get throws(QuantityError) { try ShadowReport(at: place, unixSeconds) }
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("sun")
    writer.fixed("latitude_deg", place.latitude, degreeDecimals)
    writer.fixed("longitude_deg", place.longitude, degreeDecimals)
    writer.key("time")
    writer.utc(Int64((unixSeconds * 1e6).rounded()))
    writer.fixed("azimuth_deg", sun.azimuth)
    writer.fixed("altitude_deg", sun.altitude, 6)
    writer.fixed("altitude_refracted_deg", sun.seenAltitude(), 6)
    writer.fixed("azimuth_rate_deg_per_min", sun.azimuthRate, 6)
    writer.fixed("altitude_rate_deg_per_min", sun.altitudeRate, 6)
    writer.key("moon")
    writer.beginObject()
    writer.fixed("azimuth_deg", moon.azimuth.degrees, 4)
    writer.fixed("altitude_deg", moon.altitude, 4)
    writer.fixed("lit_percent", moon.litPart * 100, 2)
    writer.fixed("phase_deg", moon.phase, 4)
    writer.endObject()
    writer.endObject()
  }

  /// The report for people.
  var table: String {
    let time = UTCTime.text(microseconds: Int64(unixSeconds.rounded()) * 1_000_000) ?? ""
    let shadow = Azimuth<TrueNorth>(degrees: sun.azimuth.degrees + 180)
    var lines = [
      "The sun at \(place.text), \(time):",
      row("azimuth", sun.azimuth.degrees(below360With: 3), "\(sun.azimuth.text), true north"),
      row("altitude", sun.altitude, "without refraction"),
      row("seen at", sun.seenAltitude(), "with refraction at 1010 hPa and 10 °C"),
    ]
    if sun.seenAltitude() > 0 {
      lines.append(row("shadow", shadow.degrees(below360With: 3), "the way a rod's shadow points"))
    } else {
      lines.append("  The sun is below the horizon.")
    }
    let rate = (sun.azimuthRate).signed(decimals: 3)
    lines.append("  The azimuth changes by \(rate)° a minute.")
    lines.append(
      row(
        "moon", moon.azimuth.degrees(below360With: 3), "\(moon.altitude.text(decimals: 1))° high, ")
        + "\((moon.litPart * 100).text(decimals: 0)) % lit, \(moon.phase < 180 ? "growing" : "shrinking")"
    )
    return lines.map { $0 + "\n" }.joined()
  }

  private func row(_ name: String, _ value: Double, _ note: String) -> String {
    "  " + name.padded(to: 10) + (value.text(decimals: 3) + "°").leftPadded(to: 9) + "  " + note
  }
}
