import Quantities
import Threads

/// The open files of a device, and the meaning of its counts.
struct IIOSampler: ~Copyable {
  let device: IIODevice
  private let clock = BootClock()
  private let counts: [OpenChannel]
  private var fieldUnit: FieldUnit

  init(_ device: IIODevice) throws(IIOError) {
    self.device = device
    var counts: [OpenChannel] = []
    for channel in device.channels { counts.append(try OpenChannel(channel, of: device)) }
    self.counts = counts
    fieldUnit = FieldUnit(isDoubtful: device.hasDoubtfulFieldUnit)
  }

  /// Reads every channel once, which may take seconds.
  ///
  /// - Parameters:
  ///   - health: decides which counts are used.
  ///   - deliver: takes each quantity as a sample of its own, at the middle of its reading: the kernel may
  ///     wait for the chip between two of them.
  mutating func read(
    _ health: inout ChannelHealth, deliver: (Sample) -> Void
  ) throws(IIOError) {
    for channel in counts {
      let before = clock.now
      let counts = try channel.read()
      let middle = before.advanced(byMicroseconds: clock.now.microseconds(since: before) / 2)
      guard try health.accepts(counts, of: channel.meaning.quantity, at: middle) else { continue }
      let vector = channel.meaning.vector(counts: counts)
      switch channel.meaning.quantity {
      case .magneticField:
        guard let field = fieldUnit.microtesla(vector) else { continue }
        deliver(Sample(time: middle, magneticField: MagneticField(microtesla: field)))
      case .acceleration:
        let acceleration = Acceleration(metresPerSecondSquared: vector)
        deliver(Sample(time: middle, acceleration: acceleration))
      case .angularRate:
        deliver(Sample(time: middle, angularRate: AngularRate(radiansPerSecond: vector)))
      }
    }
  }
}

/// The three files with a channel's counts.
private final class OpenChannel {
  let meaning: IIOChannel
  private let x: SysfsFile
  private let y: SysfsFile
  private let z: SysfsFile

  init(_ channel: IIOChannel, of device: IIODevice) throws(IIOError) {
    meaning = channel
    let paths = channel.countFiles.map { "\(device.path)/\($0)" }
    x = try SysfsFile(paths[0])
    y = try SysfsFile(paths[1])
    z = try SysfsFile(paths[2])
  }

  func read() throws(IIOError) -> Vector3 {
    Vector3(try x.number(), try y.number(), try z.number())
  }
}
