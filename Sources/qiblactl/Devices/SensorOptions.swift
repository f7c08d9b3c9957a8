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
      let path = file.config ?? Configuration.defaultPath
      throw CommandFailure("\(path): sensors.chips: \(error)")
    }
  }

  /// The daemon that reads the sensors; `nil` if none runs, or if it replays a recording or
  /// simulates.
  ///
  /// - Throws: `CommandFailure` for a daemon of another protocol.
  func daemon() throws(CommandFailure) -> SensorDaemon? { try runningDaemon().sensors }

  /// The daemon that runs: one that reads the sensors, or the socket of one that plays a recording or a simulation.
  ///
  /// A daemon that refuses this user, has no room or does not answer counts as one that reads the sensors: its chips are
  /// not to be set up a second time.
  ///
  /// - Throws: `CommandFailure` for a daemon of another protocol.
  func runningDaemon() throws(CommandFailure) -> (sensors: SensorDaemon?, playing: String?) {
    let connection: Connection
    do throws(ConnectionError) {
      connection = try Connection(socketDirectory: socket.directory(configuration: file.config))
    } catch {
      guard let refusal = error.refusal else { return (nil, nil) }
      // A daemon that hangs accepts no connection.
      let isSilent = refusal.reason == .system(errno: EAGAIN)
      return (SensorDaemon(socket: refusal.path, isSilent: isSilent), nil)
    }
    return try report(of: connection)
  }

  private func report(
    of connection: Connection
  ) throws(CommandFailure) -> (sensors: SensorDaemon?, playing: String?) {
    var daemon = SensorDaemon(socket: connection.path)
    do {
      switch try connection.nextUnderstood(timeout: Connection.greetingTimeout) {
      case .value(.hello(let hello)):
        if hello.replay || hello.simulated { return (nil, connection.path) }
        daemon.version = hello.version
      case .timeout:
        daemon.isSilent = true
        return (daemon, nil)
      case .value, .interrupted, .ended: break
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      return (daemon, nil)  // the connection broke
    }
    do {
      // With --bus the user wants that bus, even if the daemon scans another one.
      if bus == nil, case .devices(let devices) = try connection.newest(.devices) {
        daemon.devices = devices
      }
      if case .state(let state, _) = try connection.newest(.state) { daemon.state = state }
      if case .field(let field) = try connection.newest(.field) { daemon.field = field }
    } catch {
      // It says no more: what it said so far is its report.
    }
    return (daemon, nil)
  }
}

extension ConnectionError {
  /// The attempt at a daemon that runs and does not let this program in; `nil` where none runs.
  fileprivate var refusal: Attempt? {
    guard case .noDaemon(let attempts) = self else { return nil }
    return attempts.first {
      $0.reason == .system(errno: EACCES) || $0.reason == .system(errno: EAGAIN)
    }
  }
}

/// A daemon that reads the sensors.
struct SensorDaemon {
  let socket: String
  /// Whether it runs and does not answer.
  var isSilent = false
  /// `nil` if it did not greet in time.
  var version: String?
  /// Its report of the sensors; `nil` if it sends none, or the user chose another bus.
  var devices: DevicesMessage?
  /// Calibration, position and signs of a wrong mount.
  var state: StateMessage?
  /// The field as it is measured and as it should be; `nil` where the daemon sends none.
  var field: FieldMessage?
}
