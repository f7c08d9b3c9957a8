private import Glibc
package import Quantities

/// Whether the device is in a vehicle, which pushes it for seconds.
///
/// A push of 1 m/s² for seconds looks like a tilt of 6°: both are a horizontal acceleration in what the filter takes for the earth frame.
/// Two things distinguish them. Gravity and a push across it are together stronger than gravity, by a² / 2g, and gravity in a wrong attitude
/// is not. And the speed of a vehicle is larger than that of a person.
package struct VehicleCheck: Equatable, Sendable {
  /// m/s², earth frame: the acceleration over `averaging`.
  private var acceleration = Vector3.zero
  /// m/s, earth frame: its integral over `speedMemory`.
  private var velocity = Vector3.zero
  /// The logarithm of how much likelier pushes are than a tilt.
  private var evidence = 0.0
  /// m/s²: the strength of the force without a push, and its variance, (m/s²)².
  private var strength = standardGravity
  private var strengthVariance = strengthError * strengthError
  /// s since the acceleration was last as small as it is without a push.
  private var sinceCalm = 0.0
  /// s for which a vehicle may have pushed the device before: from the push on that the odds of `leave` began with.
  package private(set) var possiblePushSeconds = 0.0
  /// Whether a vehicle pushes the device.
  package private(set) var isInVehicle = false

  /// s. Source: assumed; a hand shakes, and a road's bumps come, more than once a second.
  private static let averaging = 1.0
  /// m/s², 68 %: what the accelerometer's errors leave of the strength before it is measured. Source: assumed, 5 mg.
  private static let strengthError = 0.05
  /// m/s², 68 %: what noise and bumps leave of it in the mean of `averaging`. Source: assumed, 3 mg.
  private static let strengthNoise = 0.03
  /// (m/s²)²/s: how fast the strength changes as the device is turned, by the accelerometer's gains. Source: assumed, 3 mg in a minute.
  private static let strengthWalk = strengthNoise * strengthNoise / 60
  /// m/s²: what a push adds to the strength while that is measured, at most. Source: derived; a push of 0.4 m/s².
  private static let leastExcess = 0.01
  /// m/s. Source: assumed; the speed of a person who walks fast.
  private static let fastestPerson = 2.0
  /// m/s, 68 %. Source: assumed; the mean speed of a car in a town, 22 km/h.
  private static let speed = 6.0
  /// s. Source: assumed; a vehicle reaches the speed of a person who walks fast in that time.
  private static let speedMemory = 10.0
  /// s. Time constant with which evidence becomes weaker. Source: assumed; a vehicle that drives evenly brakes or turns within that time.
  private static let evidenceMemory = 20.0
  /// How large the evidence must be, when it is gone, and what it is at most. Source: derived; odds of 20, 3 and 400 to 1.
  private static let (enter, leave, most) = (3.0, 1.0, 6.0)
  /// s. Source: assumed; a push of a vehicle lasts for so long.
  private static let pushTime = 5.0

  package init() {}

  /// s: for how long the newest push has lasted at most. `averaging` shows it late.
  package var pushSeconds: Double { min(sinceCalm + Self.averaging, Self.pushTime) }

  /// (m/s)² in one second: by how much less a velocity along one axis says of the tilt, because it may be the vehicle's. 0 without one.
  package var velocityVariance: Double {
    isInVehicle ? 2 * Self.pushTime * Self.speed * Self.speed : 0
  }

  /// Takes the acceleration (specific force less gravity's, m/s², earth frame) of `interval` s.
  package mutating func take(_ acceleration: Vector3, interval: Double) {
    let share = 1 - exp(-interval / Self.averaging)
    self.acceleration = self.acceleration + (acceleration - self.acceleration) * share
    velocity = (velocity + acceleration * interval) * exp(-interval / Self.speedMemory)
    let push = self.acceleration
    let expected = (push.x * push.x + push.y * push.y) / (2 * standardGravity)
    let excess = (push - Vector3(0, 0, standardGravity)).length - strength
    let variance = strengthVariance + Self.strengthNoise * Self.strengthNoise
    // Of two normal distributions, about `expected` and about 0. What is far beyond both is the accelerometer's offset.
    let isOffset = excess > 2 * (expected + variance.squareRoot())
    let ratio = isOffset ? 0 : expected * (excess - expected / 2) / variance
    strengthVariance = min(
      strengthVariance + Self.strengthWalk * interval, Self.strengthError * Self.strengthError)
    sinceCalm += interval
    if expected < Self.leastExcess {
      sinceCalm = 0
      let noise = 2 * Self.averaging / interval * Self.strengthNoise * Self.strengthNoise
      let gain = strengthVariance / (strengthVariance + noise)
      strength += gain * excess
      strengthVariance *= 1 - gain
    }
    let evidence = self.evidence * exp(-interval / Self.evidenceMemory) + ratio * interval
    self.evidence = min(max(evidence, -Self.most), Self.most)
    possiblePushSeconds = self.evidence < Self.leave ? pushSeconds : possiblePushSeconds + interval
    if self.evidence < Self.leave {
      isInVehicle = false
    } else if self.evidence > Self.enter, hypot(velocity.x, velocity.y) > Self.fastestPerson {
      isInVehicle = true
    }
  }

  /// The earth frame is turned.
  package mutating func turn(by rotation: Quaternion) {
    (acceleration, velocity) = (rotation.rotate(acceleration), rotation.rotate(velocity))
  }
}
