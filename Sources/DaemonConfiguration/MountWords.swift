import Boards
package import Quantities

extension Mount {
  /// The mount of live sensors.
  package init(_ mount: Configuration.Mount) {
    self.init(magnetometer: mount.magnetometer, inertial: mount.inertial)
  }
}

extension Configuration.Mount: CustomStringConvertible {
  /// One line for the journal: `mount: flat, components up, x arrow forward (x -y -z)`.
  package var description: String {
    func words(_ board: NamedBoard?, _ mount: BoardMount) -> String {
      (board.map { "\($0.title), " } ?? "") + "\(mount.words) (\(mount))"
    }
    let forField = words(magnetometerBoard, magnetometer)
    let forMotion = words(inertialBoard, inertial)
    guard forField != forMotion else { return "mount: \(forField)" }
    return "mount: magnetometer \(forField); inertial chip \(forMotion)"
  }
}

extension Configuration.Mount {
  /// The value for the key `magnetometer`: `gy-271-p x -y -z`.
  package var magnetometerText: String { Self.text(magnetometerBoard, magnetometer) }

  /// The value for the key `inertial`.
  package var inertialText: String { Self.text(inertialBoard, inertial) }

  private static func text(_ board: NamedBoard?, _ mount: BoardMount) -> String {
    (board.map { "\($0.name) " } ?? "") + mount.description
  }

  /// The rotation from a chip's sensor frame to the axes of its board.
  ///
  /// - Parameters:
  ///   - driver: the driver of the chip, the project's or the kernel's.
  ///   - isMagnetometer: true for the board with the magnetometer, false for the inertial one.
  package func boardFromChip(_ driver: String, isMagnetometer: Bool) -> Matrix3 {
    (isMagnetometer ? magnetometerBoard : inertialBoard)?.boardFromChip(driver) ?? .identity
  }
}
