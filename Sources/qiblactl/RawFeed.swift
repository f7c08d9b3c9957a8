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
    var (samples, first) = ([Sample](), Timestamp?.none)
    try takeMessages(
      of: [.raw: WatchOptions()], socketDirectory: socketDirectory,
      silence: "the daemon measures nothing; qiblactl doctor shows what to do"
    ) { message in
      guard case .raw(let raw) = message else { return false }
      samples.append(raw.sample)
      let begin = first ?? raw.time
      first = begin
      return raw.time.seconds(since: begin) >= seconds
    }
    return samples
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
