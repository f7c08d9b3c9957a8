import Dates
import HeadingCheck
import JSON
import Quantities
import Wire

/// The output of `qiblactl check turn`: the deviation curve as text, JSON, and a certificate to print.
struct TurnCheckReport: EncodableMessage {
  let check: TurnCheck
  let device: CheckedDevice
  /// `nil` where the machine's clock is clearly wrong.
  let unixSeconds: Double?

  private static let coefficients:
    [(name: String, value: @Sendable (DeviationCurve) -> Double?, meaning: String)] =
      [
        ("A", { $0.a }, "constant: mount, declination"), ("B", { $0.b }, "hard iron, fore and aft"),
        ("C", { $0.c }, "hard iron, athwart"), ("D", { $0.d }, "soft iron along the axes"),
        ("E", { $0.e }, "soft iron between the axes"),
      ]

  private var date: String {
    unixSeconds.flatMap { UTCTime.text(microseconds: Int64($0.rounded()) * 1_000_000) }
      ?? "date unknown"
  }

  private var lines: [String] {
    let (curve, worst) = (check.curve, check.curve.worst)
    var lines = [
      "Deviation of the heading from \(DeviationCurve.marks) marks, \(date)",
      "Worst \(worst.error.signed(decimals: 1))° at \(worst.direction.text(decimals: 0))°; scatter of the marks ±\(curve.residual.text(decimals: 1))°; the daemon reports ±\(check.promised.text(decimals: 1))°",
    ]
    lines += fieldLines
    lines.append("     heading   field")
    for (name, value, meaning) in Self.coefficients {
      let heading = Self.degrees(value(curve))
      let field = Self.degrees(check.fieldCurve.flatMap(value))
      lines.append("  \(name) \(heading)\(field)  \(meaning)")
    }
    lines.append("  \(check.isTrue ? "true" : "magnetic") heading; \(device.text)")
    if let place = device.place { lines.append("  place: \(place.text)") }
    lines += check.limits.map { "  " + $0 }
    return lines
  }

  /// A coefficient in its column.
  private static func degrees(_ value: Double?) -> String {
    (value.map { $0.signed(decimals: 2) + "°" } ?? "unknown").leftPadded(to: 8)
  }

  private var fieldLines: [String] {
    guard let worst = check.fieldCurve?.worst else { return [] }
    return [
      "The field alone: worst \(worst.error.signed(decimals: 1))° at \(worst.direction.text(decimals: 0))°"
    ]
  }

  /// The report for people.
  var text: String {
    let marks = zip(check.curve.directions, check.curve.errors).map { degrees, error in
      let direction = Azimuth<TrueNorth>(degrees: degrees)
      return
        "  \(direction.degrees(below360With: 0).text(decimals: 0).leftPadded(to: 4))°  error \(error.signed(decimals: 1))°"
    }
    return (lines + ["Marks:"] + marks).map { $0 + "\n" }.joined()
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("turn_check")
    if let unixSeconds {
      writer.key("time")
      writer.utc(Int64((unixSeconds * 1e6).rounded()))
    }
    encode(check.curve, into: &writer)
    writer.fixed("daemon_error68_deg", check.promised, 2)
    writer.key("north")
    writer.string(check.isTrue ? "true" : "magnetic")
    writer.key("marks")
    writer.beginArray()
    for (direction, error) in zip(check.curve.directions, check.curve.errors) {
      writer.beginObject()
      writer.fixed("direction_deg", direction, 3)
      writer.fixed("error_deg", error, 3)
      writer.endObject()
    }
    writer.endArray()
    if let fieldCurve = check.fieldCurve {
      writer.key("field")
      writer.beginObject()
      encode(fieldCurve, into: &writer)
      writer.endObject()
    }
    device.encode(into: &writer)
    writer.endObject()
  }

  private func encode(_ curve: DeviationCurve, into writer: inout JSONWriter) {
    for (name, value, _) in Self.coefficients {
      guard let value = value(curve) else { continue }
      writer.key("\(name.lowercased())_deg")
      writer.number(value, decimals: 3)
    }
    writer.fixed("residual_deg", curve.residual, 3)
    writer.fixed("worst_deg", curve.worst.error, 3)
    writer.fixed("worst_at_deg", curve.worst.direction, 1)
  }

  /// The certificate.
  var picture: String { check.certificate(device, date: date) }
}
