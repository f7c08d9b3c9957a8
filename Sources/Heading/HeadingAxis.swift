private import Glibc
import Quantities

/// Chooses the direction whose azimuth is the heading, and keeps it from flipping.
///
/// Body x has no azimuth when it points straight up. Steeper than 75° the heading is therefore that
/// of the direction one looks when the device is held before the face: z, the underside, while the
/// nose is up, and −z while it is down. Both continue x's azimuth without a jump. It goes back to x
/// below 65°.
struct HeadingAxis {
  private(set) var axis = HeadingEstimate.Axis.forward
  /// Whether the chosen direction is so steep that its azimuth is unsure, or was a moment ago: a
  /// compass that comes out of a steep pose still has to find out what that pose hid.
  private(set) var isSteep = false
  private var lastSteep: Timestamp?
  /// s.
  private static let steepDwell = 0.7
  private static let upright = 75.0.inRadians
  private static let flat = 65.0.inRadians
  private static let steep = 60.0.inRadians
  private static let steepNoMore = 55.0.inRadians

  /// - Parameter pitch: rad, nose up.
  mutating func update(pitch: Double) {
    switch axis {
    case .forward: if abs(pitch) > Self.upright { axis = .back }
    case .back: if abs(pitch) < Self.flat { axis = .forward }
    }
  }

  /// - Parameter steepness: rad, of the chosen direction above or below the horizon.
  mutating func update(steepness: Double, at time: Timestamp) {
    if steepness > (isSteep ? Self.steepNoMore : Self.steep) {
      isSteep = true
      lastSteep = time
    } else if let lastSteep, time.seconds(since: lastSteep) < Self.steepDwell {
      isSteep = true
    } else {
      isSteep = false
    }
  }

  /// Where the heading points, level frame.
  ///
  /// - Parameters:
  ///   - forward: body x, level frame.
  ///   - down: body z, level frame.
  func direction(forward: Vector3, down: Vector3) -> Vector3 {
    switch axis {
    case .forward: forward
    case .back: forward.z <= 0 ? down : -down
    }
  }
}
