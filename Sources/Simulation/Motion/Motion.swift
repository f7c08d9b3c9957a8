private import Glibc
package import Quantities

/// Rotation and translation of a device as functions of time, smooth to the second derivative.
///
/// Only the rotation that follows from the angles is used, so pitch can exceed 90° and every angle
/// can exceed a full turn.
package struct Motion: Equatable, Sendable {
  /// Degrees clockwise from true north.
  package var heading: Path
  /// Degrees, nose up.
  package var pitch: Path
  /// Degrees, right side down.
  package var roll: Path
  /// m; north, east, down of the start.
  package var track: Track
  /// Speed of a vehicle, m/s, level and along the heading. It only adds acceleration, along and
  /// across; the track does not change.
  package var speed: Path
  /// Times of free fall; the track does not change.
  package var falls: [Envelope] = []

  package init(
    heading: Path = Path(), pitch: Path = Path(), roll: Path = Path(), track: Track = Track(),
    speed: Path = Path()
  ) {
    self.heading = heading
    self.pitch = pitch
    self.roll = roll
    self.track = track
    self.speed = speed
  }

  /// Body → north, east, down, at `time` in s.
  package func attitude(at time: Double) -> Quaternion {
    Quaternion(
      yaw: heading.jet(at: time).value.inRadians, pitch: pitch.jet(at: time).value.inRadians,
      roll: roll.jet(at: time).value.inRadians)
  }

  /// m/s² without gravity; north, east, down.
  package func acceleration(at time: Double) -> Vector3 {
    let (heading, speed) = (heading.jet(at: time), speed.jet(at: time))
    let (sine, cosine) = (sin(heading.value.inRadians), cos(heading.value.inRadians))
    let across = speed.value * heading.rate.inRadians  // centripetal: v ω
    let falling = falls.reduce(0) { $0 + $1.jet(at: time).value }
    return track.acceleration(at: time)
      + Vector3(cosine * speed.rate - sine * across, sine * speed.rate + cosine * across, 0)
      + Vector3(0, 0, World.gravity * falling)
  }

  /// Whether it turns by more than 1°/s or accelerates by more than 0.2 m/s².
  package func isMoving(at time: Double) -> Bool {
    let turning =
      abs(heading.jet(at: time).rate) + abs(pitch.jet(at: time).rate)
      + abs(roll.jet(at: time).rate)
    return turning > 1 || acceleration(at: time).length > 0.2
  }
}
