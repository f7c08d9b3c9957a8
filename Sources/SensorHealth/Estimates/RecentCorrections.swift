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

  /// Appends a correction, a rotation vector in the earth frame, rad; the oldest is dropped.
  package mutating func append(_ rotation: Vector3) {
    rotations[next] = rotation
    next = (next + 1) % Self.ofPush
  }

  /// The newest corrections are undone.
  ///
  /// - Returns: their sum, as that of `sum(ofNewest:)`.
  package mutating func undo(newest count: Int) -> Vector3 {
    let sum = sum(ofNewest: count)
    reset()
    return sum
  }

  /// Discards all of them: they are not to be undone.
  package mutating func reset() {
    for index in rotations.indices { rotations[index] = .zero }
  }
}
