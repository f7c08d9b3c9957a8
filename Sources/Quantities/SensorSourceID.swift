/// The number of a chip whose samples reach the pipeline: it stays that chip's for as long as the
/// daemon runs, whatever other chips come and go.
///
/// A trace writes it as `id` of a measurement and as `source` of a report, 0 to 65,535. A fix of a
/// satellite receiver has none.
package struct SensorSourceID: RawRepresentable, Hashable, Comparable, Sendable,
  ExpressibleByIntegerLiteral, CustomStringConvertible
{
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package init(integerLiteral value: UInt16) { rawValue = value }

  /// - Returns: `nil` where `number` is not in 0...65,535.
  package init?(_ number: Int) {
    guard let rawValue = UInt16(exactly: number) else { return nil }
    self.rawValue = rawValue
  }

  /// The number, 0 to 65,535.
  package var number: Int { Int(rawValue) }

  package var description: String { "\(rawValue)" }

  /// Without it the comparison would be the generic one of `RawRepresentable`, which is slow; each sample makes
  /// some.
  package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
