private import Quantities

extension Reading {
  /// This reading as a dial on a turned screen needs it: heading and pointer are those of the
  /// screen's upper edge.
  ///
  /// A device that is held upright keeps its values: a screen that is turned in its own plane still
  /// faces the same way. The alignment is judged for the forward axis alone; on a turned screen it
  /// is `unknown` rather than wrong.
  package func turned(by turn: ScreenTurn) -> Reading {
    guard turn != .none, axis == .forward else { return self }
    let degrees = Double(turn.rawValue)
    var reading = self
    reading.headingMagnetic = headingMagnetic.map { Azimuth(degrees: $0.degrees + degrees) }
    reading.headingTrue = headingTrue.map { Azimuth(degrees: $0.degrees + degrees) }
    reading.pointer = pointer.map { RelativeBearing(degrees: $0.degrees - degrees) }
    reading.alignment = .unknown
    return reading
  }
}
