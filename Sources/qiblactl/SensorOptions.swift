import ArgumentParser
import Configuration
import I2C
import IIO
import ProgramOptions
import QiblaClient
import Sensors
import Wire

/// Which sensors are looked at: those that the daemon would, unless an option says otherwise.
struct SensorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Look at this I2C bus only: a number, a node or an adapter's name.", valueName: "name"))
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

  /// The chips that the kernel's drivers have, as the daemon reads them.
  func kernelDevices(_ buses: ChosenBuses) -> [IIODevice] {
    IIODevice.all().filter { buses.includeKernelDevice(onBus: $0.place?.bus) }
  }

  /// The chips that the configuration says are there.
  func chosen(_ configuration: Configuration) throws -> [ChosenChip] {
    do { return try configuration.sensorChips.map { try ChosenChip(parsing: $0) } } catch {
      throw CommandFailure("\(error)")
    }
  }

  /// The daemon that reads the sensors; `nil` where none runs, or one that replays a recording or simulates.
  func daemon() -> SensorDaemon? {
    do {
      let connection = try Connection(socketDirectory: socket.socketDir)
      let greeting = try connection.nextUnderstood(timeout: .seconds(2))
      if case .value(.hello(let hello)) = greeting, hello.replay || hello.simulated { return nil }
      // Who names a bus wants to see that one, whichever the daemon looks at.
      guard bus == nil, case .devices(let devices) = try connection.newest(.devices) else {
        return SensorDaemon(socket: connection.path)
      }
      var daemon = SensorDaemon(socket: connection.path, devices: devices)
      if case .state(let state, _) = try connection.newest(.state) { daemon.mount = state.mount }
      return daemon
    } catch {
      return nil  // no daemon, or one that is just ending
    }
  }
}

/// A daemon that reads the sensors.
struct SensorDaemon {
  let socket: String
  /// What it says of them; `nil` where it does not, or it is not what was asked for.
  var devices: DevicesMessage?
  /// What it has seen of how they sit.
  var mount: StateMessage.Mount?
}
