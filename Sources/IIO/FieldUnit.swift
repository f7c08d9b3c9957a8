import Quantities

/// Finds out, for a driver whose unit is doubtful, whether its fields are 100 times too small.
///
/// The Earth's field is 22 to 67 µT strong and a device's own magnets add rather than take away, so
/// the median strength of a few readings tells the two apart: a field of 50 µT reads 0.5 where the unit is
/// wrong, and the border lies at the geometric mean. What is read before that is not handed on.
struct FieldUnit {
  /// µT. Below, the unit must be wrong.
  private static let border = 5.0
  private static let needed = 9

  private var strengths: [Double] = []
  private(set) var factor: Double?

  init(isDoubtful: Bool) { factor = isDoubtful ? nil : 1 }

  /// The field in µT, or `nil` for as long as the unit is not known.
  mutating func microtesla(_ reading: Vector3) -> Vector3? {
    if factor == nil, reading.length > 0 { strengths.append(reading.length) }
    if strengths.count == Self.needed {
      factor = strengths.sorted()[Self.needed / 2] < Self.border ? 100 : 1
      strengths = []
    }
    return factor.map { reading * $0 }
  }
}
