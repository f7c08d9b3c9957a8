import I2C
import IIO
import Logging
import Quantities
import Sensors

/// Tells the log what happens to the sensors that drivers of the kernel have, and hands their samples on.
struct KernelReport: Sendable {
  let queue: SampleQueue
  let health: FieldHealth
  let names: SensorNames
  let logger: Logger

  /// - Parameters:
  ///   - device: as it was found first.
  ///   - source: its number among all sensors.
  func tell(_ device: IIODevice, source: Int, _ event: IIOEvent) {
    let isMagnetometer = device.channels.contains { $0.quantity == .magneticField }
    switch event {
    case .sample(let sample): queue.put(sample, from: source)
    case .found(let device):
      names[source] = "the kernel's driver \(device.name), \(device.whereItIs)"
      logger.notice("the kernel's driver \(device.name), \(device.whereItIs), measures")
      if isMagnetometer { health.started() }
    case .failed(let error):
      logger.warning("the kernel's driver \(device.name), \(device.whereItIs): \(error)")
      if isMagnetometer { health.failed(error) }
      queue.putLoss(of: source, at: BootClock().now)
    }
  }
}

extension IIODevice {
  /// As in `I2C bus 1 at 0x1E (/sys/bus/iio/devices/iio:device0)`.
  fileprivate var whereItIs: String {
    guard let place else { return path }
    return "I2C bus \(place.bus) at \(hexadecimal(place.address)) (\(path))"
  }
}
