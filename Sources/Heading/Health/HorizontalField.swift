/// Whether the place's field has a horizontal part that can tell north at all.
///
/// Near a magnetic pole it has none: the strays of a room and of a calibration are as large, and turn
/// what is left to anywhere.
struct HorizontalField {
  /// Whether it tells nothing of north.
  private(set) var isTooWeak = false

  /// µT. Source: WMM2025 calls a horizontal field of under 2 µT a blackout zone; half a µT more for the
  /// error of a good calibration.
  private static let least = 2.5
  /// µT. Source: derived; twice the error of a good calibration above `least`.
  private static let enough = 3.5
  /// µT. Source: the caution zone of WMM2025.
  private static let weak = 6.0

  /// Takes in the horizontal part of the place's field, µT.
  mutating func update(_ horizontal: Double) {
    isTooWeak = horizontal < (isTooWeak ? Self.enough : Self.least)
  }

  /// Whether the field of the place, µT, is one that makes a heading worse.
  static func isWeak(_ horizontal: Double) -> Bool { horizontal < weak }
}
