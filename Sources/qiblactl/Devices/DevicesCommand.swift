import ArgumentParser
import I2C
import Wire

/// The output of `qiblactl devices`, from the daemon or from its own scan.
protocol SensorReport: EncodableMessage {
  /// The report for people.
  var text: String { get }
  /// Whether a known sensor was found.
  var hasSensor: Bool { get }
}

/// `qiblactl devices`: lists the chips on the buses.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the sensors and all other chips that answer on the buses.",
    discussion: """
      While a daemon runs, the list is its own report: what it reads, at which rate, with which \
      errors. Without a daemon, this command scans the buses that the daemon would scan, and lists \
      the chips of kernel drivers. If no sensor is found, the exit status is 1; `qiblactl doctor` \
      shows what to do.

      Examples:
        qiblactl devices
        qiblactl devices --bus 1 --json
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    try qiblactl.run {
      let (daemon, playing) = try sensors.runningDaemon()
      if let playing, !json {
        complain(
          "the daemon at \(playing) plays a recording or a simulation and uses no sensor; this is the machine's own"
        )
      }
      if let daemon, daemon.isSilent {
        complain("\(daemon.socket): the daemon does not answer; qiblactl doctor shows what to do")
      }
      if let daemon, let devices = daemon.devices {
        try show(DaemonDevicesReport(daemonSocket: daemon.socket, devices: devices))
      } else {
        try show(try look(besides: daemon?.socket))
      }
    }
  }

  private func look(besides socket: String?) throws -> DevicesReport {
    let configuration = try sensors.configuration()
    let chosen = try sensors.chosen(configuration)
    let adapters = I2CAdapter.all()
    let buses = sensors.buses(configuration, among: adapters)
    return DevicesReport(
      daemonSocket: socket,
      buses: buses.names.map {
        BusLook($0, among: adapters, chosen: chosen, mayWrite: socket == nil).seen
      }, kernelDevices: sensors.kernelDevices(buses))
  }

  private func show(_ report: some SensorReport) throws {
    var output = StandardOutput()
    try output.write(json ? report.line : Array(report.text.utf8))
    try output.flush()
    guard report.hasSensor else {
      throw CommandFailure("no sensor is found; qiblactl doctor shows what to do")
    }
  }
}
