import ArgumentParser
import I2C
import Wire

/// `qiblactl devices`: what is on the buses, in words.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the sensors that are there, and what else answered where.",
    discussion: """
      Looks at the buses that the daemon would look at, and needs none. While one runs it only reads. \
      Also lists what drivers of the kernel have. Where no sensor is found the status is 1; `qiblactl \
      doctor` says what to do.
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    try qiblactl.run {
      let configuration = try sensors.configuration()
      let chosen = try sensors.chosen(configuration)
      let socket = sensors.daemonSocket()
      let adapters = I2CAdapter.all()
      let report = DevicesReport(
        daemonSocket: socket,
        buses: sensors.buses(configuration, among: adapters).map {
          BusLook($0, among: adapters, chosen: chosen, mayWrite: socket == nil).seen
        }, kernelDevices: sensors.kernelDevices(configuration, among: adapters))
      var output = StandardOutput()
      try output.write(json ? report.line : Array(report.text.utf8))
      try output.flush()
      guard report.hasSensor else {
        throw CommandFailure("no sensor is found; qiblactl doctor says what to do")
      }
    }
  }
}
