import Quantities
import QiblaClient
import Wire

/// What the sensors measure that make a running daemon's heading, along the axes of the chips or of a board with a
/// name.
struct RawFeed {
  private let socketDirectory: String?
  /// `nil` before the first samples.
  private var sensors: FirstSensors?

  init(socketDirectory: String?) { self.socketDirectory = socketDirectory }

  /// The samples of the next `seconds`.
  ///
  /// - Throws: `CommandFailure` without a daemon, or where nothing is measured.
  mutating func samples(for seconds: Double) throws -> [Sample] {
    var (samples, first) = ([Sample](), Timestamp?.none)
    try takeMessages(
      of: [.raw: WatchOptions()], socketDirectory: socketDirectory,
      silence: "the daemon measures nothing; qiblactl doctor shows what to do"
    ) { message in
      guard case .raw(let raw) = message else { return false }
      if let sample = raw.sample { samples.append(sample) }
      let begin = first ?? raw.time
      first = begin
      return raw.time.seconds(since: begin) >= seconds
    }
    var sensors = try self.sensors ?? FirstSensors(field: magnetometerInUse(), among: samples)
    defer { self.sensors = sensors }
    return samples.map { sensors.restrict($0) }
  }

  /// The magnetometer that makes the heading; `nil` where there is only one.
  private func magnetometerInUse() throws -> SensorSourceID? {
    let connection = try Connection(socketDirectory: socketDirectory)
    guard case .state(let state, _) = try connection.newest(.state) else { return nil }
    let inUse = state.sensors.first { $0.kind == .mag && $0.isPrimary == true }
    return inUse?.id.flatMap { SensorSourceID($0) }
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
      }, temperatureCelsius: temperatureCelsius, source: source)
  }
}
