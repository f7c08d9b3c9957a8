package import Quantities

/// The surroundings of a simulated device, without its sensors: the Earth's field, the motion, the
/// magnets.
package struct World: Sendable {
  /// Gravity, m/s², downwards.
  ///
  /// - Source: standard gravity, CGPM 1901.
  package static let gravity = 9.80665

  package let earth: Scene.EarthField
  package let motion: Motion
  package let magnets: [Magnet]
  /// The Earth's field at the place, µT; north, east, down.
  package let undisturbed: Vector3

  package init(earth: Scene.EarthField, motion: Motion, magnets: [Magnet] = []) {
    self.earth = earth
    self.motion = motion
    self.magnets = magnets
    undisturbed = earth.vector
  }

  /// The field at `time`, s, and the part of it from magnets; µT, body frame.
  package func field(at time: Double) -> (whole: Vector3, added: Vector3) {
    let bodyFromEarth = motion.attitude(at: time).inverse
    let earth = bodyFromEarth.rotate(undisturbed)
    var added = Vector3.zero
    for magnet in magnets {
      let strength = magnet.strength(at: time)
      guard strength != 0 else { continue }
      switch magnet.frame {
      case .earth:
        let field = magnet.field(
          at: time, device: motion.track.position(at: time), undisturbed: undisturbed)
        added = added + bodyFromEarth.rotate(field) * strength
      case .body:
        added = added + magnet.field(at: time, device: .zero, undisturbed: earth) * strength
      }
    }
    return (earth + added, added)
  }

  /// Specific force at `time`, s: m/s², body frame; at rest and level (0, 0, −9.8).
  package func force(at time: Double) -> Vector3 {
    motion.attitude(at: time).inverse.rotate(
      motion.acceleration(at: time) - Vector3(0, 0, Self.gravity))
  }
}
