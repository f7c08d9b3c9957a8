import Quantities
package import Wire

extension PlainLines {
  /// The line for the magnetic field: as measured, as learned, and by the magnetic model.
  package func update(_ field: FieldMessage) -> String {
    var parts = [field.measured.words ?? "nothing measured"]
    if let words = field.reference.words { parts.append("reference \(words)") }
    if let words = field.expected.words { parts.append("model \(words)") }
    parts.append(field.status.rawValue + (field.kind.map { " (\($0.rawValue))" } ?? ""))
    if let added = field.disturbance {
      parts.append(
        "added forward \(fixed(added.x, 1)), right \(fixed(added.y, 1)), down \(fixed(added.z, 1)) uT"
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
      words("mag", raw.magneticField, 2, "uT"), words("accel", raw.acceleration, 3, "m/s2"),
      words("gyro", raw.angularRate, 2, "deg/s"),
    ]
    return "raw      chip \(raw.id): \(parts.compactMap(\.self).joined(separator: ", "))".printable
  }
}

extension FieldMessage.Field {
  /// `48.1 uT, 62.0 deg down`; `nil` where nothing is known.
  fileprivate var words: String? {
    guard let strength else { return nil }
    let inclination = inclinationDegrees.map { ", \(fixed($0, 1)) deg down" } ?? ""
    return "\(fixed(strength, 1)) uT\(inclination)"
  }
}
