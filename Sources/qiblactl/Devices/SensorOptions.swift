import ArgumentParser
import DaemonConfiguration
import Glibc
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
  ///
  /// A daemon that refuses this user, has no room or does not answer counts as one that reads the sensors: its chips are
  /// not to be set up a second time.
  func runningDaemon() -> (sensors: SensorDaemon?, playing: String?) {
    do throws(ConnectionError) {
      let connection = try Connection(socketDirectory: socket.directory(configuration: file.config))
      return report(of: connection)
    } catch {
      return (error.refusingSocket.map { SensorDaemon(socket: $0) }, nil)
    }
  }

  private func report(of connection: Connection) -> (sensors: SensorDaemon?, playing: String?) {
    var daemon = SensorDaemon(socket: connection.path)
    do {
      let greeting = try connection.nextUnderstood(timeout: .seconds(2))
      if case .value(.hello(let hello)) = greeting {
        if hello.replay || hello.simulated { return (nil, connection.path) }
        daemon.version = hello.version
      }
      // With --bus the user wants that bus, even if the daemon scans another one.
      if bus == nil, case .devices(let devices) = try connection.newest(.devices) {
        daemon.devices = devices
      }
      if case .state(let state, _) = try connection.newest(.state) { daemon.state = state }
    } catch {
      // It says no more: what it said so far is its report.
    }
    return (daemon, nil)
  }
}

extension ConnectionError {
  /// The socket of a daemon that runs and does not let this program in; `nil` where none runs.
  fileprivate var refusingSocket: String? {
    guard case .noDaemon(let attempts) = self else { return nil }
    return attempts.first {
      $0.reason == .system(errno: EACCES) || $0.reason == .system(errno: EAGAIN)
    }?.path
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
