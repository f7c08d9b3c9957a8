import ArgumentParser
import Configuration
import I2C
import IIO
import QiblaClient
import Sensors
import Wire

/// Which sensors are looked at: those that the daemon would, unless an option says otherwise.
struct SensorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Look at this I2C bus only: a number, a node or an adapter's name.", valueName: "name"))
  var bus: String?

  @Option(help: "The configuration file.")
  var config: String?

  @Option(help: ArgumentHelp("The directory of the daemon's sockets.", valueName: "directory"))
  var socketDir: String?

  /// - Throws: `CommandFailure`.
  func configuration() throws -> Configuration {
    do { return try Configuration.load(path: config) } catch { throw CommandFailure("\(error)") }
  }

  /// The buses, chosen as the daemon does.
  func buses(_ configuration: Configuration, among adapters: [I2CAdapter]) -> [I2CBusName] {
    (bus ?? configuration.sensorBus).map { [I2CBusName($0)] }
      ?? I2CBusName.likely(among: adapters)
  }

  /// The chips that the kernel's drivers have, those of a named bus where one is named, as the daemon reads
  /// them.
  func kernelDevices(_ configuration: Configuration, among adapters: [I2CAdapter]) -> [IIODevice] {
    guard let name = bus ?? configuration.sensorBus else { return IIODevice.all() }
    let number = I2CBusName(name).adapter(among: adapters)?.number
    return IIODevice.all().filter { number != nil && $0.place?.bus == number }
  }

  /// The chips that the configuration says are there.
  func chosen(_ configuration: Configuration) throws -> [ChosenChip] {
    do { return try configuration.sensorChips.map { try ChosenChip(parsing: $0) } } catch {
      throw CommandFailure("\(error)")
    }
  }

  /// The socket of a daemon that reads the sensors; `nil` where none runs, or one that replays a
  /// recording or simulates.
  func daemonSocket() -> String? {
    do {
      let connection = try Connection(socketDirectory: socketDir)
      let greeting = try connection.nextUnderstood(timeout: .seconds(2))
      if case .value(.hello(let hello)) = greeting, hello.replay || hello.simulated { return nil }
      return connection.path
    } catch {
      return nil  // no daemon, or one that is just ending
    }
  }
}
