import DaemonConfiguration
import Doctor
import I2C
import IIO
import Quantities
import Sensors

/// Measures the mean field of one magnetometer, in the chip's axes.
struct FieldProbe {
  private let sensors: SensorOptions
  private let configuration: Configuration

  /// The largest scatter of an axis, µT. Every chip at rest has less.
  private static let largestScatter = 3.0

  /// - Throws: `CommandFailure` if a daemon uses the sensors.
  init(_ sensors: SensorOptions) throws {
    self.sensors = sensors
    configuration = try sensors.configuration()
    if let daemon = try sensors.daemon() {
      throw CommandFailure(
        "a daemon runs and uses the sensors (\(daemon.socket)); "
          + "stop it first: \(Observation.Machine.stopService)"
      )
    }
  }

  /// The mean field of about a second, µT in the chip's axes, and the name of the chip's driver.
  ///
  /// - Throws: `CommandFailure` if no magnetometer measures, or the device was moved.
  func field() throws -> (driver: String, microtesla: Vector3) {
    let adapters = Observation.Machine.seen().adapters
    let buses = sensors.buses(configuration, among: adapters)
    let chosen = try sensors.chosen(configuration)
    for name in buses.names {
      var look = BusLook(name, among: adapters, chosen: chosen, mayWrite: true)
      look.sample()
      for (found, chip) in zip(look.seen.found, look.seen.sampled) where !chip.fields.isEmpty {
        return (found.chip.driver, try mean(of: chip))
      }
    }
    let devices = sensors.kernelDevices(buses)
    for (device, chip) in zip(devices, sampled(devices)) where !chip.fields.isEmpty {
      return (device.name, try mean(of: chip))
    }
    throw CommandFailure("no magnetometer measures; qiblactl doctor shows what to do")
  }

  private func mean(of chip: SampledChip) throws -> Vector3 {
    // The first samples may be older than the chip's set-up.
    try Self.mean(chip.fields.dropFirst(chip.fields.count / 4).map(\.microtesla), at: chip.name)
  }

  /// - Throws: `CommandFailure` if there are no samples, or they scatter too much.
  static func mean(_ fields: [Vector3], at place: String) throws -> Vector3 {
    guard !fields.isEmpty else { throw CommandFailure("\(place): no field was measured") }
    let mean = fields.reduce(.zero, +) / Double(fields.count)
    let square = fields.reduce(0) { $0 + ($1 - mean).dot($1 - mean) } / Double(3 * fields.count)
    guard square.squareRoot() < largestScatter else {
      throw CommandFailure(
        "\(place): the field was not steady: hold the device still, away from magnets")
    }
    return mean
  }
}
