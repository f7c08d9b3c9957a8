import JSON
package import Quantities

extension Calibration {
  /// Reads a calibration as `qiblactl fit --json` prints it and a trace's `initial_state` holds it:
  /// `{"offset_ut":[x,y,z],"matrix":[[…],[…],[…]],"grade":"A"}`, and what else is known of it; other
  /// members are ignored.
  ///
  /// - Parameter text: UTF-8.
  /// - Throws: `TraceHeaderError` that names the member and what is allowed.
  package init(parsing text: [UInt8]) throws(TraceHeaderError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: text[...]) } catch { throw .notJSON(error) }
    guard case .object(let members) = value else {
      throw .badValue(key: "calibration", found: "no object", allowed: "a JSON object")
    }
    try self.init(reading: try HeaderObject(members))
  }

  /// Reads a calibration's members.
  init(reading object: HeaderObject) throws(TraceHeaderError) {
    var object = object
    let offset = try object.required("offset_ut", "three numbers of µT, up to 1e6") { value in
      value.vector.flatMap { max(abs($0.x), abs($0.y), abs($0.z)) <= 1e6 ? $0 : nil }
    }
    let matrix = try object.required(
      "matrix", "a symmetric matrix of three rows, up to 1e6, that stretches and does not mirror"
    ) { value in value.matrix.flatMap { $0.isSoftIron ? $0 : nil } }
    let grade = try object.required("grade", "A, B, C, D, F or given") {
      $0.string.flatMap(Calibration.Grade.init(rawValue:))
    }
    self.init(
      hardIron: offset, softIron: matrix, grade: grade,
      residual: try object.number("residual_percent", 0...1000, "percent").map { $0 / 100 },
      error68Degrees: try object.number("heading_error68_deg", 0...180, "degrees"),
      radius: try object.number("radius_ut", 0...1e6, "µT"),
      misalignment: try object.take(
        "misalignment", "a rotation: four numbers w, x, y, z whose squares add to 1"
      ) { $0.rotation } ?? .identity,
      isLevelOnly: try object.take("level_only", "true or false") { $0.bool } ?? false)
  }
}

extension HeaderObject {
  /// Takes a number within a range, or `nil` where there is none.
  fileprivate mutating func number(
    _ key: String, _ range: ClosedRange<Double>, _ unit: String
  ) throws(TraceHeaderError) -> Double? {
    try take(key, "\(range.lowerBound) to \(range.upperBound) \(unit)") {
      $0.number.flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension JSONValue {
  /// A unit quaternion, w first; rounding in the text is taken out.
  fileprivate var rotation: Quaternion? {
    guard let array, array.count == 4 else { return nil }
    let parts = array.compactMap(\.number)
    guard parts.count == 4 else { return nil }
    let square = parts.reduce(0) { $0 + $1 * $1 }
    guard abs(square - 1) <= 1e-3 else { return nil }
    let rotation = Quaternion(w: parts[0], x: parts[1], y: parts[2], z: parts[3])
    return rotation == .identity ? rotation : rotation.normalized
  }
}

extension Matrix3 {
  /// Symmetric and positive definite (Sylvester's criterion): a stretch, with no turn hidden in it.
  fileprivate var isSoftIron: Bool {
    let largest = max(abs(row0.x), abs(row1.y), abs(row2.z))
    let skew = max(abs(row0.y - row1.x), abs(row0.z - row2.x), abs(row1.z - row2.y))
    let minor = row0.x * row1.y - row0.y * row1.x
    return largest <= 1e6 && skew <= 1e-6 * largest && row0.x > 0 && minor > 0 && determinant > 0
  }
}
