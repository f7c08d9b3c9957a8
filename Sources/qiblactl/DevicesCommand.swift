import ArgumentParser
import I2C
import Wire

/// What `qiblactl devices` says, however it came to know it.
protocol SensorReport: EncodableMessage {
  /// For people.
  var text: String { get }
  /// Whether anything is there that measures.
  var hasSensor: Bool { get }
}

/// `qiblactl devices`: what is on the buses, in words.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the sensors that are there, and what else answered where.",
    discussion: """
      Where a daemon runs, it says what it reads, and how well. Without one the buses are looked at that \
      it would look at, and what drivers of the kernel have is listed. Where no sensor is found the \
      status is 1; `qiblactl doctor` says what to do.
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    try qiblactl.run {
      let daemon = sensors.daemon()
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
      throw CommandFailure("no sensor is found; qiblactl doctor says what to do")
    }
  }
}
