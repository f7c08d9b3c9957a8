package import Quantities

/// The position of a point as a function of time: metres along the axes of one frame.
package struct Track: Equatable, Sendable {
  package var x: Path
  package var y: Path
  package var z: Path

  package init(x: Path = Path(), y: Path = Path(), z: Path = Path()) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// A point that does not move, m.
  package init(at point: Vector3) {
    self.init(x: Path(point.x), y: Path(point.y), z: Path(point.z))
  }

  /// m, at `time` in s.
  package func position(at time: Double) -> Vector3 {
    Vector3(x.jet(at: time).value, y.jet(at: time).value, z.jet(at: time).value)
  }

  /// m/s², at `time` in s.
  package func acceleration(at time: Double) -> Vector3 {
    Vector3(
      x.jet(at: time).acceleration, y.jet(at: time).acceleration, z.jet(at: time).acceleration)
  }
}
