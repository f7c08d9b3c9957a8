package import JSON
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
    try self.init(value)
  }

  /// Reads a calibration from its object; as `init(parsing:)` otherwise.
  package init(_ value: JSONValue) throws(TraceHeaderError) {
    guard case .object(let members) = value else {
      throw .badValue(key: "calibration", found: "no object", allowed: "a JSON object")
    }
    try self.init(reading: try HeaderObject(members))
  }

  private static let strengths = 0.0...1e6
  private static let inclinations = -90.0...90

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
      radius: try object.number("radius_ut", Self.strengths, "µT"),
      inclination: try object.number("inclination_deg", Self.inclinations, "degrees")?.inRadians,
      misalignment: try object.take(
        "misalignment", "a rotation: four numbers w, x, y, z whose squares add to 1"
      ) { $0.rotation } ?? .identity,
      isLevelOnly: try object.take("level_only", "true or false") { $0.bool } ?? false,
      inertial: try object.inertial())
    if let strength = try object.number("confirmed_ut", Self.strengths, "µT") {
      let inclination = try object.number("confirmed_inclination_deg", Self.inclinations, "degrees")
      confirmedField = CalibrationField(strength: strength, inclination: inclination?.inRadians)
    }
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

extension HeaderObject {
  /// Takes the calibrations of accelerometer and gyro, or `nil` where there is none.
  fileprivate mutating func inertial() throws(TraceHeaderError) -> InertialCalibration? {
    let accelerometer = try axes("accelerometer", .accelerometer)
    let gyro = try axes("gyro", .gyro)
    guard accelerometer != nil || gyro != nil else { return nil }
    return InertialCalibration(accelerometer: accelerometer, gyro: gyro)
  }

  private mutating func axes(
    _ key: String, _ names: AxesCalibrationMembers
  ) throws(TraceHeaderError) -> AxesCalibration? {
    guard var members = try object(key) else { return nil }
    let offset = try members.required(names.offset, "three numbers, up to \(names.limit)") {
      $0.vector.flatMap { $0.isWithin(0 - names.limit...names.limit) ? $0 : nil }
    }
    let matrix = try members.required("matrix", "three rows of a matrix near the identity") {
      $0.matrix.flatMap { $0.isNearIdentity ? $0 : nil }
    }
    let offsetSigma = try members.required(names.offsetSigma, "three numbers from 0") {
      $0.vector.flatMap { $0.isWithin(0...names.limit) ? $0 : nil }
    }
    let matrixSigma = try members.required("matrix_sigma", "three rows of numbers from 0 to 1") {
      $0.matrix.flatMap { matrix in
        matrix.rows.allSatisfy { $0.isWithin(0...1) } ? matrix : nil
      }
    }
    let forceSensitivity = try members.take(
      "force_sensitivity", "three rows of rad/s for 1 m/s², each up to 0.01"
    ) { $0.matrix.flatMap { $0.rows.allSatisfy { $0.isWithin(-0.01...0.01) } ? $0 : nil } }
    return AxesCalibration(
      offset: offset * names.scale, matrix: matrix, offsetSigma: offsetSigma * names.scale,
      matrixSigma: matrixSigma, forceSensitivity: forceSensitivity ?? .zero)
  }
}

/// The members that accelerometer and gyro call differently, and their units.
struct AxesCalibrationMembers {
  let offset: String
  let offsetSigma: String
  /// The member's unit in that of the calibration.
  let scale: Double
  /// The largest offset, in the member's unit.
  let limit: Double

  /// In the member's unit. Of a unit that is converted twelve decimals, so that reading and writing again gives the same.
  func written(_ vector: Vector3) -> Vector3 {
    guard scale != 1 else { return vector }
    let converted = vector / scale
    return Vector3(
      converted.x.twelveDecimals, converted.y.twelveDecimals, converted.z.twelveDecimals)
  }

  /// m/s²; an offset of a whole g is no offset.
  static let accelerometer = Self(
    offset: "offset_mps2", offsetSigma: "offset_sigma_mps2", scale: 1, limit: 10)
  /// Degrees a second.
  static let gyro = Self(
    offset: "bias_dps", offsetSigma: "bias_sigma_dps", scale: 1.0.inRadians, limit: 100)
}

extension Double {
  /// Rounded to twelve decimals: it is read back in another unit and written again as the same text.
  var twelveDecimals: Double { (self * 1e12).rounded() / 1e12 }
}

extension Vector3 {
  fileprivate func isWithin(_ range: ClosedRange<Double>) -> Bool {
    range.contains(x) && range.contains(y) && range.contains(z)
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
    // what is normalised but for the last bit stays as it is, so that it is the same after it was written and read
    return abs(square - 1) <= 4 * Double.ulpOfOne ? rotation : rotation.normalized
  }
}

extension Matrix3 {
  fileprivate var rows: [Vector3] { [row0, row1, row2] }

  /// Gains of 0.5 to 1.5, and cross-axis terms up to 0.5: what is further off is another mount.
  fileprivate var isNearIdentity: Bool {
    (self + Matrix3.identity * -1).rows.allSatisfy { $0.isWithin(-0.5...0.5) }
  }

  /// Symmetric and positive definite (Sylvester's criterion): a stretch, with no turn hidden in it.
  fileprivate var isSoftIron: Bool {
    let largest = max(abs(row0.x), abs(row1.y), abs(row2.z))
    let skew = max(abs(row0.y - row1.x), abs(row0.z - row2.x), abs(row1.z - row2.y))
    let minor = row0.x * row1.y - row0.y * row1.x
    return largest <= 1e6 && skew <= 1e-6 * largest && row0.x > 0 && minor > 0 && determinant > 0
  }
}
