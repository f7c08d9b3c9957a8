import Quantities

/// What the channels of a device are worth, over all the times that it is opened.
///
/// A channel that fails is told, left out, and has the device opened again, which sets its chip up: soon at
/// first, then ever more seldom, so that its other channels are not held up for ever.
struct ChannelHealth {
  /// µs from one opening for a channel's sake to the next, doubled up to the second.
  private static let pause: (first: Int64, longest: Int64) = (1_000_000, 30_000_000)

  private enum Told: Equatable {
    case nothing, measures
    case failed(SensorFault)
  }

  private struct Channel {
    var watch: CountsWatch
    var told = Told.nothing
    /// The device is not opened again for its sake before this.
    var patienceUntil: Timestamp?
    var pause = ChannelHealth.pause.first
  }

  private let deliver: (IIOEvent) -> Void
  private var device: IIODevice?
  private var channels: [Channel?] = Array(repeating: nil, count: IIOQuantity.allCases.count)

  /// - Parameter deliver: gets what happens to the channels.
  init(deliver: @escaping (IIOEvent) -> Void) { self.deliver = deliver }

  /// The device is open, for the first time or again.
  mutating func opened(_ device: IIODevice) {
    self.device = device
    let rateHz = device.rateHz
    for quantity in device.channels.map(\.quantity) {
      let limits = CountLimits(
        type: device.scanType(of: quantity), driver: device.name, rateHz: rateHz)
      var channel = channels[quantity.position] ?? Channel(watch: CountsWatch(limits))
      channel.watch = channel.watch.reopened(limits)
      channels[quantity.position] = channel
    }
  }

  /// The device cannot be read; what measures again is told again.
  mutating func lost() {
    for index in channels.indices { channels[index]?.told = .nothing }
  }

  /// Whether counts that were read at `time` are to be handed on.
  ///
  /// - Throws: `.faulty` where the device has to be opened again for them; that was told.
  mutating func accepts(
    _ counts: Vector3, of quantity: IIOQuantity, at time: Timestamp
  ) throws(IIOError) -> Bool {
    guard let device, var channel = channels[quantity.position] else { return true }
    defer { channels[quantity.position] = channel }
    switch channel.watch.judge(counts, at: time) {
    case .doubtful: return false
    case .sound:
      guard channel.told != .measures else { return true }
      channel.told = .measures
      (channel.patienceUntil, channel.pause) = (nil, Self.pause.first)
      deliver(.found(device, quantity))
      return true
    case .failed(let fault):
      let error = IIOError.faulty(fault, quantity, path: device.path)
      if channel.told != .failed(fault) { deliver(.failed(error)) }
      channel.told = .failed(fault)
      if let until = channel.patienceUntil, time < until { return false }
      channel.patienceUntil = time.advanced(byMicroseconds: channel.pause)
      channel.pause = min(channel.pause * 2, Self.pause.longest)
      throw error
    }
  }
}

extension IIOQuantity {
  /// Its place in an array of all.
  fileprivate var position: Int {
    switch self {
    case .magneticField: 0
    case .acceleration: 1
    case .angularRate: 2
    }
  }
}

extension IIODevice {
  /// How the counts of a quantity lie in a buffer, which says what they end at; `nil` where the device has
  /// no buffer.
  fileprivate func scanType(of quantity: IIOQuantity) -> IIOScanType? {
    smallText("\(path)/scan_elements/\(quantity.prefix)_x_type").flatMap(IIOScanType.init)
  }
}
