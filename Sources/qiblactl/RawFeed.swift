import Quantities
import QiblaClient
import Wire

/// What a running daemon's sensors measure, along the axes of the chips or of a board with a name.
struct RawFeed {
  let socketDirectory: String?

  /// A daemon that publishes nothing for so long has no sensor that measures.
  private static let silence = Duration.seconds(3)

  /// The samples of the next `seconds`.
  ///
  /// - Throws: `CommandFailure` without a daemon, or where nothing is measured.
  func samples(for seconds: Double) throws -> [Sample] {
    do {
      let connection = try Connection(socketDirectory: socketDirectory)
      try connection.send(.watch([.raw: WatchOptions()]))
      var samples: [Sample] = []
      while true {
        switch try connection.nextUnderstood(timeout: Self.silence) {
        case .value(.raw(let raw)):
          samples.append(raw.sample)
          guard let first = samples.first, raw.time.seconds(since: first.time) < seconds else {
            return samples
          }
        case .value(.error(let error)): throw CommandFailure("\(error.message); \(error.hint)")
        case .value, .interrupted: continue
        case .timeout:
          throw CommandFailure(
            "\(connection.path): the daemon measures nothing; qiblactl doctor shows what to do")
        case .ended: throw CommandFailure("\(connection.path): the daemon closed the connection")
        }
      }
    } catch let error as ConnectionError { throw CommandFailure("\(error)") }
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
