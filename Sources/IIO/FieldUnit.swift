import Quantities

/// Determines whether the fields of a driver whose unit is uncertain are 100 times too small.
///
/// The strength of the Earth's field is 22 to 67 µT, and magnets of the device mostly add to it. The median
/// strength of a few readings separates the two cases: 50 µT read 0.5 where the unit is wrong. Readings before that
/// are not used.
struct FieldUnit {
  /// µT: a lower strength shows the wrong unit. The geometric mean of 50 and 0.5.
  private static let border = 5.0
  /// Readings whose median decides.
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
