import Quantities
package import Wire

extension PlainLines {
  /// The line for the magnetic field: as measured, as learned, and by the magnetic model.
  package func update(_ field: FieldMessage) -> String {
    var parts = [words(field.measured) ?? "nothing measured"]
    if let words = words(field.reference) { parts.append("reference \(words)") }
    if let words = words(field.expected) { parts.append("model \(words)") }
    parts.append(field.status.rawValue + (field.kind.map { " (\($0.rawValue))" } ?? ""))
    if let added = field.disturbance {
      parts.append(
        "added forward \(fixed(added.x, 1)), right \(fixed(added.y, 1)), down \(fixed(added.z, 1)) \(style.micro)T"
      )
    }
    return "field    \(parts.joined(separator: "; "))".printable
  }

  /// The line for a measurement as it came.
  package func update(_ raw: RawMessage) -> String {
    func words(_ name: String, _ vector: Vector3?, _ decimals: Int, _ unit: String) -> String? {
      vector.map { v in
        "\(name) \(fixed(v.x, decimals)) \(fixed(v.y, decimals)) \(fixed(v.z, decimals)) \(unit)"
      }
    }
    let parts = [
      words("mag", raw.magneticField, 2, "\(style.micro)T"),
      words("accel", raw.acceleration, 3, style.isUnicode ? "m/s²" : "m/s2"),
      words("gyro", raw.angularRate, 2, style.isUnicode ? "°/s" : "deg/s"),
      raw.temperatureCelsius.map { "\(fixed($0, 2)) \(style.isUnicode ? "°C" : "deg C")" },
    ]
    return "raw      chip \(raw.id): \(parts.compactMap(\.self).joined(separator: ", "))".printable
  }

  /// `48.1 µT, 62.0° down`; `nil` where nothing is known.
  private func words(_ field: FieldMessage.Field) -> String? {
    guard let strength = field.strength else { return nil }
    let inclination = field.inclinationDegrees.map { ", \(fixed($0, 1))\(style.degree) down" } ?? ""
    return "\(fixed(strength, 1)) \(style.micro)T\(inclination)"
  }
}
