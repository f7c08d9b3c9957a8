/// Whether the reference field has a horizontal part that is large enough to find north.
///
/// Near a magnetic pole it has not: the local anomalies of a room and what a calibration leaves are as
/// large, and turn it to anywhere.
package struct HorizontalField: Sendable {
  /// Whether it is too weak to find north.
  package private(set) var isTooWeak = false

  /// µT. Source: WMM2025 calls a horizontal field of under 2 µT a blackout zone; half a µT more for what a good
  /// calibration leaves …
  private static let least = 2.5
  /// µT: so much until it is used again. Source: derived; as much more.
  private static let enough = 3.5
  /// µT. Source: the caution zone of WMM2025.
  private static let weak = 6.0

  package init() {}

  /// Takes the horizontal part of the reference field, µT.
  package mutating func update(_ horizontal: Double) {
    isTooWeak = horizontal < (isTooWeak ? Self.enough : Self.least)
  }

  /// Whether the field of the place, µT, is one that makes a heading worse.
  package static func isWeak(_ horizontal: Double) -> Bool { horizontal < weak }
}
