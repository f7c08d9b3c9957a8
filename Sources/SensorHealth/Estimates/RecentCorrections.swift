package import Quantities

/// The corrections of the attitude in the last updates, so that they can be undone where their cause was a magnet that came
/// near slowly, or a vehicle's push.
package struct RecentCorrections: Sendable {
  /// Updates. Source: derived; the 5 s of a vehicle's push (`VehicleCheck`), at ten updates a second.
  private static let ofPush = 50
  /// Updates in which a magnet comes near. Source: chosen; 1.6 s.
  private static let ofMagnet = 16
  /// Rotation vectors, earth frame, rad.
  private var rotations = [Vector3](repeating: .zero, count: ofPush)
  private var next = 0
  /// The sum of the corrections of the tilt, a rotation vector in the earth frame, rad; it fades within a minute.
  ///
  /// Where the sensors err as the covariance says, each correction is independent of the ones before (white innovations), and the sum
  /// has the variance `varianceOfTilt`. A force that is no gravity, or an accelerometer that has shifted, turns the tilt one way.
  package private(set) var ofTilt = Vector3.zero
  /// rad²: the sum of what the updates took from the variance of the tilt. It fades as the square of `ofTilt`.
  package private(set) var varianceOfTilt = 0.0
  /// rad²: the tilt's before the next update.
  private var varianceBefore = 0.0

  /// What one update leaves of `ofTilt`. Source: chosen of 20, 30 and 60 s; the sum of white innovations grows with
  /// the root of the time, and what a shifted accelerometer does with the time.
  private static let keptOfTilt = 1 - 1 / (60.0 * 10)

  package init() {}

  /// The rotation vector of the newest of them, earth frame, rad.
  ///
  /// - Parameter count: how many; at most all that are kept.
  package func sum(ofNewest count: Int) -> Vector3 {
    var sum = Vector3.zero
    for back in 0..<min(count, Self.ofPush) {
      sum = sum + rotations[(next + Self.ofPush - 1 - back) % Self.ofPush]
    }
    return sum
  }

  /// rad about down: of those in which a magnet may have come near.
  package var northOfMagnet: Double {
    var sum = 0.0
    for back in 1...Self.ofMagnet { sum += rotations[(next + Self.ofPush - back) % Self.ofPush].z }
    return sum
  }

  /// Notes the tilt's variance before an update, rad².
  package mutating func expect(tiltVariance: Double) { varianceBefore = tiltVariance }

  /// Appends a correction, a rotation vector in the earth frame; the oldest is dropped.
  ///
  /// - Parameters:
  ///   - rotation: rad.
  ///   - tiltVariance: rad², what the update has left of the tilt's.
  package mutating func append(_ rotation: Vector3, tiltVariance: Double) {
    let taken = max(varianceBefore - tiltVariance, 0)
    varianceOfTilt = varianceOfTilt * Self.keptOfTilt * Self.keptOfTilt + taken
    rotations[next] = rotation
    ofTilt = ofTilt * Self.keptOfTilt + Vector3(rotation.x, rotation.y, 0)
    next = (next + 1) % Self.ofPush
  }

  /// The newest corrections are undone.
  ///
  /// - Returns: their sum, as that of `sum(ofNewest:)`.
  package mutating func undo(newest count: Int) -> Vector3 {
    let sum = sum(ofNewest: count)
    ofTilt = ofTilt - Vector3(sum.x, sum.y, 0)
    reset()
    return sum
  }

  /// Discards all corrections, that of the tilt too: they found an attitude that was not known before.
  package mutating func restart() {
    reset()
    (ofTilt, varianceOfTilt) = (.zero, 0)
  }

  /// Discards the corrections that may be undone.
  package mutating func reset() {
    for index in rotations.indices { rotations[index] = .zero }
  }
}
