import ArgumentParser
import DaemonConfiguration
import I2C
import IIO
import ProgramOptions
import QiblaClient
import Sensors
import Wire

/// Options for the choice of sensors. By default, they are the sensors that the daemon would use.
struct SensorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Scan only this I2C bus: a number, a device node or an adapter's name.", valueName: "name"))
  var bus: String?

  @OptionGroup var file: ConfigurationOption

  @OptionGroup var socket: SocketOption

  /// - Throws: `CommandFailure`.
  func configuration() throws -> Configuration {
    do { return try Configuration.load(path: file.config) } catch {
      throw CommandFailure("\(error)")
    }
  }

  /// The buses, chosen as the daemon does.
  func buses(_ configuration: Configuration, among adapters: [I2CAdapter]) -> ChosenBuses {
    ChosenBuses(named: bus ?? configuration.sensorBus, among: adapters)
  }

  /// The chips that the daemon would read through kernel drivers.
  func kernelDevices(_ buses: ChosenBuses) -> [IIODevice] {
    IIODevice.all().filter { buses.includeKernelDevice(onBus: $0.place?.bus) }
  }

  /// The chips that are named in the configuration.
  func chosen(_ configuration: Configuration) throws -> [ChosenChip] {
    do { return try configuration.sensorChips.map { try ChosenChip(parsing: $0) } } catch {
      throw CommandFailure("\(error)")
    }
  }

  /// The daemon that reads the sensors; `nil` if none runs, or if it replays a recording or
  /// simulates.
  func daemon() -> SensorDaemon? { runningDaemon().sensors }

  /// The daemon that runs: one that reads the sensors, or the socket of one that plays a recording or a simulation.
  func runningDaemon() -> (sensors: SensorDaemon?, playing: String?) {
    do {
      let connection = try Connection(
        socketDirectory: socket.directory(configuration: file.config))
      let greeting = try connection.nextUnderstood(timeout: .seconds(2))
      var daemon = SensorDaemon(socket: connection.path)
      if case .value(.hello(let hello)) = greeting {
        if hello.replay || hello.simulated { return (nil, connection.path) }
        daemon.version = hello.version
      }
      // With --bus the user wants that bus, even if the daemon scans another one.
      if bus == nil, case .devices(let devices) = try connection.newest(.devices) {
        daemon.devices = devices
      }
      if case .state(let state, _) = try connection.newest(.state) { daemon.state = state }
      return (daemon, nil)
    } catch {
      return (nil, nil)  // no daemon runs, or it is ending
    }
  }
}

/// A daemon that reads the sensors.
struct SensorDaemon {
  let socket: String
  /// `nil` if it did not greet in time.
  var version: String?
  /// Its report of the sensors; `nil` if it sends none, or the user chose another bus.
  var devices: DevicesMessage?
  /// Calibration, position and signs of a wrong mount.
  var state: StateMessage?
}
