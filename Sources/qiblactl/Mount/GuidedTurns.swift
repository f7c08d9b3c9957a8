import Mounting
import Quantities
import QiblaClient
import Wire

/// What the running daemon measures while the user holds and turns the device as told.
struct GuidedTurns {
  /// The mean acceleration with the device level, m/s² along the inertial board's axes.
  let level: Vector3
  /// The same with its nose raised.
  let noseUp: Vector3
  /// Those of the turns, of the sensors that make the heading.
  let samples: [Sample]
  /// Where the daemon says that the device is; `nil` where it does not know.
  let position: Position?

  /// s.
  private static let pose = 1.5
  private static let turns = 20.0

  /// - Throws: `CommandFailure`, or `MountRefusal` where a pose was not held.
  init(socketDirectory: String?) throws {
    var feed = RawFeed(socketDirectory: socketDirectory)
    try ask(
      "Put the device level, as it is used, away from iron and magnets. Press Enter and leave it.")
    level = try Self.meanForce(try feed.samples(for: Self.pose))
    try ask("Raise its front end by about 45 degrees. Press Enter and hold it.")
    noseUp = try Self.meanForce(try feed.samples(for: Self.pose))
    try ask(
      "Press Enter, then turn the device for 20 s about all of its axes: nod it, roll it, swing it round."
    )
    samples = try feed.samples(for: Self.turns)
    let connection = try Connection(socketDirectory: socketDirectory)
    if case .position(let message) = try connection.newest(.position) {
      position = message.position
    } else {
      position = nil
    }
  }

  private static func meanForce(_ samples: [Sample]) throws -> Vector3 {
    guard
      let mean = steadyMean(samples.compactMap { $0.acceleration?.metresPerSecondSquared })
    else { throw MountRefusal.noGravity }
    return mean
  }
}

/// The mean acceleration of a pose, m/s²; `nil` without any, or where the device was moved.
func steadyMean(_ forces: [Vector3]) -> Vector3? {
  /// The largest RMS scatter, m/s². Hands that hold a pose cause less.
  let largestScatter = 1.0
  guard !forces.isEmpty else { return nil }
  let mean = forces.reduce(.zero, +) / Double(forces.count)
  let square = forces.reduce(0) { $0 + ($1 - mean).dot($1 - mean) } / Double(forces.count)
  return square.squareRoot() < largestScatter ? mean : nil
}
