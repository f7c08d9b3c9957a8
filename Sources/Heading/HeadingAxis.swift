private import Glibc
import Quantities

/// Chooses the direction whose azimuth is the heading, and keeps it from flipping.
///
/// Body x has no azimuth when it points straight up. Steeper than that (`uprightPitch`) the heading is therefore that
/// of the direction one looks when the device is held before the face: z, the underside, while the nose is up, and −z
/// while it is down. Both continue x's azimuth without a jump. It goes back to x at a smaller pitch.
struct HeadingAxis {
  private(set) var axis = HeadingEstimate.Axis.forward
  /// Whether the chosen direction is so steep that its azimuth is unsure.
  private(set) var isSteep = false
  private let uprightPitch: ClosedRange<Double>
  private let steepness: ClosedRange<Double>

  init(_ parameters: HeadingParameters) {
    (uprightPitch, steepness) = (parameters.uprightPitch, parameters.steepness)
  }

  /// - Parameter pitch: rad, nose up.
  mutating func update(pitch: Double) {
    switch axis {
    case .forward: if abs(pitch) > uprightPitch.upperBound { axis = .back }
    case .back: if abs(pitch) < uprightPitch.lowerBound { axis = .forward }
    }
  }

  /// - Parameter now: rad, of the chosen direction above or below the horizon.
  mutating func update(steepness now: Double) {
    isSteep = now > (isSteep ? steepness.lowerBound : steepness.upperBound)
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
