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
    func words(_ board: BoardMount) -> String { "\(board.words) (\(board))" }
    guard magnetometer != inertial else { return "mount: \(words(magnetometer))" }
    return "mount: magnetometer \(words(magnetometer)); inertial chip \(words(inertial))"
  }
}
