import Quantities
import QiblaClient
import Wire

/// What a running daemon's first sensor of each kind measures, along the axes of the chips or of a board with a name.
struct RawFeed {
  private let socketDirectory: String?
  private var sensors = FirstSensors()

  init(socketDirectory: String?) { self.socketDirectory = socketDirectory }

  /// The samples of the next `seconds`.
  ///
  /// - Throws: `CommandFailure` without a daemon, or where nothing is measured.
  mutating func samples(for seconds: Double) throws -> [Sample] {
    var (samples, first, sensors) = ([Sample](), Timestamp?.none, sensors)
    defer { self.sensors = sensors }
    try takeMessages(
      of: [.raw: WatchOptions()], socketDirectory: socketDirectory,
      silence: "the daemon measures nothing; qiblactl doctor shows what to do"
    ) { message in
      guard case .raw(let raw) = message else { return false }
      if let sample = raw.sample { samples.append(sensors.restrict(sample)) }
      let begin = first ?? raw.time
      first = begin
      return raw.time.seconds(since: begin) >= seconds
    }
    return samples
  }
}

extension RawMessage {
  /// `nil` where the chip's number is none that a daemon gives.
  fileprivate var sample: Sample? {
    guard let source = SensorSourceID(id) else { return nil }
    return Sample(
      time: time, magneticField: magneticField.map(MagneticField.init(microtesla:)),
      acceleration: acceleration.map(Acceleration.init(metresPerSecondSquared:)),
      angularRate: angularRate.map {
        AngularRate(
          radiansPerSecond: Vector3($0.x.inRadians, $0.y.inRadians, $0.z.inRadians))
      }, source: source)
  }
}
