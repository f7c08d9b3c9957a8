import Quantities
import QiblaClient
import Wire

/// What a running daemon's sensors measure, along the axes of the chips or of a board with a name.
struct RawFeed {
  let socketDirectory: String?

  /// The samples of the next `seconds`.
  ///
  /// - Throws: `CommandFailure` without a daemon, or where nothing is measured.
  func samples(for seconds: Double) throws -> [Sample] {
    try messages(
      of: .raw, for: seconds, socketDirectory: socketDirectory,
      silence: "the daemon measures nothing; qiblactl doctor shows what to do"
    ) { message in
      if case .raw(let raw) = message { (raw.time, raw.sample) } else { nil }
    }
  }
}

extension RawMessage {
  fileprivate var sample: Sample {
    Sample(
      time: time, magneticField: magneticField.map(MagneticField.init(microtesla:)),
      acceleration: acceleration.map(Acceleration.init(metresPerSecondSquared:)),
      angularRate: angularRate.map {
        AngularRate(
          radiansPerSecond: Vector3($0.x.inRadians, $0.y.inRadians, $0.z.inRadians))
      })
  }
}
