import ArgumentParser
import DaemonConfiguration
import Doctor
import Geomagnetism
import I2C
import Quantities
import Session
import Wire

/// `qiblactl doctor`: checks the sensors and prints what is wrong and how to fix it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the sensors; print what is wrong and the command that fixes it.",
    discussion: """
      Checks buses, chips and gpsd as the daemon would, and samples the chips for a second: keep the \
      device still. While a daemon runs, its own report of the chips is used instead, which has no noise and no \
      field strength; its calibration, position and declination are checked too. Of the machine it checks the service, who may read the stream, the room for \
      the state, and the clock. Prints one line \
      for each check; the exit status is 0 without a fault, otherwise 1.

      Example: sudo qiblactl doctor --config /etc/qiblad/qiblad.toml
      """)

  @OptionGroup var sensors: SensorOptions

  @Option(
    parsing: .unconditional, help: "The device's position, for the strength of the Earth's field.",
    transform: { try Position(parsing: $0) })
  var position: Position?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    var isHealthy = true
    try qiblactl.run {
      let report = DoctorReport(diagnosis: Diagnosis(of: try observation()))
      isHealthy = report.diagnosis.isHealthy
      var output = StandardOutput()
      try output.write(json ? report.line : Array(report.text.utf8))
      try output.flush()
    }
    guard isHealthy else { throw ExitCode.failure }
  }

  private func observation() throws -> Observation {
    let configuration = try sensors.configuration()
    var machine = Observation.Machine.seen()
    let (daemon, playing) = try sensors.runningDaemon()
    machine.socket = .seen(
      daemon?.socket ?? SocketDirectory(path: "/run/qiblad", origin: .system).streamSocket)
    machine.socket?.configuredMode = configuration.stream.mode
    let gpsd = configuration.gpsd.map(GPSDLook.init)
    let given = position ?? configuration.place
    var seen = Observation(
      daemonSocket: daemon?.socket, machine: machine, gpsd: gpsd?.seen,
      expectedField: try expectedField(at: given ?? gpsd?.position, configuration),
      isPlaceGiven: given != nil)
    seen.playingSocket = playing
    seen.isDaemonSilent = daemon?.isSilent ?? false
    seen.isMagnetometerMounted = configuration.mount.isMagnetometerChecked
    (seen.daemonVersion, seen.ownVersion) = (daemon?.version, programVersion)
    seen.daemonDevices = daemon?.devices
    (seen.daemonState, seen.daemonField) = (daemon?.state, daemon?.field)
    seen.mount.magnetometer = configuration.mount.magnetometerText
    seen.mount.inertial = configuration.mount.inertialText
    if seen.daemonDevices == nil { try look(at: configuration, &seen) }
    return seen
  }

  /// Observes buses and chips. If a daemon runs but does not report its sensors, the chips are not
  /// sampled, so that the daemon can go on.
  private func look(at configuration: Configuration, _ seen: inout Observation) throws {
    let chosen = try sensors.chosen(configuration)
    let buses = sensors.buses(configuration, among: seen.machine.adapters)
    let isAlone = seen.daemonSocket == nil
    var looks = buses.names.map {
      BusLook($0, among: seen.machine.adapters, chosen: chosen, mayWrite: isAlone)
    }
    if isAlone { for index in looks.indices { looks[index].sample() } }
    seen.buses = looks.map(\.seen)
    seen.kernelDevices = sensors.kernelDevices(buses)
    if isAlone { seen.kernelSampled = sampled(seen.kernelDevices) }
  }

  /// The strength of the Earth's field, µT; `nil` if place or date is not known.
  private func expectedField(
    at place: Position?, _ configuration: Configuration
  ) throws -> Double? {
    guard let place, let date = MachineClock.now().checked() else { return nil }
    let height = place.altitudeMetres ?? 0
    guard GeomagneticModel.altitudesMetres.contains(height) else { return nil }
    var coefficients = CoefficientOptions()
    coefficients.path = configuration.coefficients
    let found = try coefficients.model().evaluate(
      at: place.coordinates, altitudeMetres: height,
      decimalYear: UTCTime.decimalYear(microseconds: date))
    return found.field.total / 1000
  }
}
