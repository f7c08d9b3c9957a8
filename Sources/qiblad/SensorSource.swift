import Configuration
import I2C
import Logging
import Pipeline
import Quantities
import Replay
import Sensors
import Trace
import Wire

/// The sensors of this device, on their I²C buses.
// Sendable: made by the main task, handed to the pipeline's thread, and used by that one alone.
final class SensorSource: SampleSource, @unchecked Sendable {
  /// µs. So long is waited for a sample at the most, so that an end is noticed.
  private static let longestWait: Int64 = 20_000
  /// µs. A tick waits so long for a sample that is still on its way.
  private static let lateness: Int64 = 3_000

  let settings: PipelineSettings
  let isSimulated = false
  let isLive = true
  let complaint: String? = nil
  private let queue = SampleQueue()
  private let health = FieldHealth()
  private let clock = BootClock()
  private let threads: [BusThread]
  private var primary = PrimarySensors()
  private var lastTime: Timestamp?
  private var isStarted = false

  /// - Throws: `ChosenChipError`.
  init(
    _ configuration: Configuration, options: ReplayOptions, logger: Logger
  ) throws(ChosenChipError) {
    var chosen: [ChosenChip] = []
    for text in configuration.sensorChips { chosen.append(try ChosenChip(parsing: text)) }
    var header = TraceHeader()
    header.initialState = InitialState(position: nil, utcMicroseconds: options.clockDate)
    settings = options.settings(for: header)
    let names =
      configuration.sensorBus.map { [I2CBusName($0)] } ?? I2CBusName.likely(among: I2CAdapter.all())
    threads = names.enumerated().map { [queue, health, chosen] index, name in
      BusThread { BusReport(name, first: index * 256, health, logger).runner(chosen, into: queue) }
    }
    let list = names.map(\.text).joined(separator: ", ")
    logger.notice("looking for sensors on the I2C bus \(list)")
  }

  deinit { for thread in threads { thread.stop() } }

  /// The next sample; where none comes in time a sample of nothing, so that time goes on.
  ///
  /// - Throws: `NoThread`.
  func next(before tick: Timestamp?) throws -> Sample? {
    if !isStarted {
      isStarted = true
      for thread in threads where !thread.start() { throw NoThread() }
    }
    let due = tick?.advanced(byMicroseconds: Self.lateness + 50) ?? clock.now
    let wait = min(max(due.microseconds(since: clock.now), 0), Self.longestWait)
    if let (source, sample) = queue.take(within: Int(wait) * 1000),
      let sample = primary.filter(sample, from: source)
    {
      return inOrder(sample)
    }
    return inOrder(Sample(time: clock.now.advanced(byMicroseconds: -Self.lateness)))
  }

  var fieldFault: Why? { health.fault }

  func rewind() {}

  /// What comes late counts from now on.
  private func inOrder(_ sample: Sample) -> Sample {
    var sample = sample
    sample.time = max(sample.time, lastTime ?? sample.time)
    lastTime = sample.time
    return sample
  }
}

/// The system refuses another thread.
struct NoThread: Error, CustomStringConvertible {
  var description: String {
    "the system refuses a thread for an I2C bus; raise the limits of this process"
  }
}

extension I2CBusName {
  /// The first buses of adapters that serve displays and memory modules; sensors are not there, and a
  /// stray question may disturb what is.
  private static let others = [
    "SMBus I801", "SMBus PIIX4", "i915", "AMDGPU", "Radeon", "nvkm", "NVIDIA", "DPDDC", "fef04500",
    "fef09500",
  ]

  /// The buses where sensors may be, by name; bus 1, a Raspberry Pi's, where there is none yet.
  static func likely(among adapters: [I2CAdapter]) -> [I2CBusName] {
    let likely = adapters.filter { adapter in
      !others.contains { adapter.name.hasPrefix($0) } && !adapter.name.contains("HDMI")
    }
    return likely.isEmpty ? [I2CBusName("1")] : likely.map(I2CBusName.init)
  }
}
