private import Glibc
package import Quantities

extension Scene {
  /// The period after which the scene repeats, s.
  package static let turnThroughQiblaPeriod = 48.0

  /// A user who searches the Qibla: turns to it, stops, turns on past it, a magnet passes, turns
  /// back to it, stops, and turns away again; repeated for ever.
  ///
  /// - Parameters:
  ///   - qibla: the bearing of the Qibla.
  ///   - earth: the Earth's field at the place.
  package static func turnThroughQibla(
    _ qibla: Azimuth<TrueNorth>, earth: EarthField
  ) -> Scene {
    Scene(
      earth: earth,
      pose: { time in
        let t = time.truncatingRemainder(dividingBy: turnThroughQiblaPeriod)
        return Pose(
          headingDegrees: qibla.degrees + offset(t) + 0.4 * sin(2.1 * time),
          pitchDegrees: 12 + 2.5 * sin(0.9 * time), rollDegrees: 2 * sin(0.7 * time + 1))
      },
      magnets: { time in
        let t = time.truncatingRemainder(dividingBy: turnThroughQiblaPeriod)
        let nearness = exp(-((t - 25) / 1.5) * ((t - 25) / 1.5))
        return Vector3(-14, 26, 18) * nearness
      })
  }

  /// Degrees right of the Qibla by time: smooth steps between the corners of a path.
  private static func offset(_ t: Double) -> Double {
    let corners: [(time: Double, offset: Double)] = [
      (0, -70), (2, -70), (9, 0), (15, 0), (21, 60), (29, 60), (35, 0), (41, 0), (47, -70),
      (turnThroughQiblaPeriod, -70),
    ]
    for (from, to) in zip(corners, corners.dropFirst()) where t < to.time {
      let part = (t - from.time) / (to.time - from.time)
      return from.offset + (to.offset - from.offset) * part * part * (3 - 2 * part)
    }
    return corners[0].offset
  }
}
