import Quantities
import SensorHealth

/// Which channels of a device measure, over all the times that it is opened.
///
/// A channel with a fault is reported and left out, and the device is opened again, which sets its chip up:
/// at growing intervals, so that the device's other channels are not interrupted all the time.
struct ChannelHealth {
  /// µs from one opening because of a channel to the next: doubled each time, up to `longest`. Chosen: a
  /// chip that lost its power for a moment measures again after the first.
  private static let reopening: (first: Int64, longest: Int64) = (1_000_000, 30_000_000)

  /// What was reported of a channel last.
  private enum Report: Equatable {
    case nothing, measures
    case failed(SensorFault)
  }

  private struct Channel {
    var detector: ChannelFaultDetector
    var reported = Report.nothing
    /// The device is not opened again because of this channel before then.
    var nextReopening: Timestamp?
    /// µs.
    var reopeningInterval = ChannelHealth.reopening.first
  }

  private let deliver: (IIOEvent) -> Void
  private var device: IIODevice?
  private var channels: [Channel?] = Array(repeating: nil, count: IIOQuantity.allCases.count)

  /// - Parameter deliver: takes what happens to the channels.
  init(deliver: @escaping (IIOEvent) -> Void) { self.deliver = deliver }

  /// Takes that the device was opened, for the first time or again.
  mutating func opened(_ device: IIODevice) {
    self.device = device
    let rateHz = device.rateHz
    for quantity in device.channels.map(\.quantity) {
      let limits = CountLimits(
        type: device.scanType(of: quantity), driver: device.name, rateHz: rateHz)
      var channel = channels[quantity.position] ?? Channel(detector: ChannelFaultDetector(limits))
      channel.detector = channel.detector.reopened(limits)
      channels[quantity.position] = channel
    }
  }

  /// Takes that the device cannot be read; channels that measure again are reported again.
  mutating func lost() {
    for index in channels.indices { channels[index]?.reported = .nothing }
  }

  /// Whether counts that were read at `time` are used.
  ///
  /// - Throws: `.faulty`, after it was reported, where the device has to be opened again.
  mutating func accepts(
    _ counts: Vector3, of quantity: IIOQuantity, at time: Timestamp
  ) throws(IIOError) -> Bool {
    guard let device, var channel = channels[quantity.position] else { return true }
    defer { channels[quantity.position] = channel }
    switch channel.detector.judge(counts, at: time) {
    case .suspect: return false
    case .plausible:
      guard channel.reported != .measures else { return true }
      channel.reported = .measures
      (channel.nextReopening, channel.reopeningInterval) = (nil, Self.reopening.first)
      deliver(.found(device, quantity))
      return true
    case .failed(let fault):
      let error = IIOError.faulty(fault, quantity, path: device.path)
      if channel.reported != .failed(fault) { deliver(.failed(error)) }
      channel.reported = .failed(fault)
      if let next = channel.nextReopening, time < next { return false }
      channel.nextReopening = time.advanced(byMicroseconds: channel.reopeningInterval)
      channel.reopeningInterval = min(channel.reopeningInterval * 2, Self.reopening.longest)
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
  /// The layout of a quantity's counts in a buffer, which gives their range; `nil` where the device has no
  /// buffer.
  fileprivate func scanType(of quantity: IIOQuantity) -> IIOScanType? {
    smallText("\(path)/scan_elements/\(quantity.prefix)_x_type").flatMap(IIOScanType.init)
  }
}
