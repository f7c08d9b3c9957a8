import Pipeline
import Quantities
import Session
import Simulation
import Storage
import Trace
import Wire

/// A simulated device that turns through the Qibla and back.
struct SimulationSource: InputSource {
  let origin = SampleOrigin.simulation
  let header: TraceHeader
  let settings: PipelineSettings
  let complaint: String? = nil
  private var simulator: Simulator

  init(seed: UInt64, options: RunOptions) {
    // To the day, so that the same seed gives the same samples all day long.
    let today = options.clockDate.map { $0 - $0 % UTCTime.microsecondsPerDay }
    let start = options.start(utcMicroseconds: options.date ?? options.clockDate)
    let setting = Scene.Setting(
      position: options.position ?? start?.position,
      utcMicroseconds: options.date ?? today,
      declination: options.declination ?? options.configuredDeclination,
      target: options.target?.coordinates, model: options.model)
    var header = TraceHeader(isMagnetometerCalibrated: true, isSimulated: true)
    // As in the header of `qiblactl simulate`: the simulated sensors are exact but for noise.
    header.isInertialCalibrated = true
    // Without a position of its own the device is where the scene is.
    header.initialState = InitialState(
      position: start == nil ? setting.position : nil,
      utcMicroseconds: options.date ?? options.clockDate)
    self.header = header
    settings = options.settings(for: header)
    simulator = Simulator(scene: .turnThroughQibla(in: setting), seed: seed)
  }

  mutating func next(before _: Timestamp?) -> Input? { simulator.next().map { .sample($0.sample) } }

  /// Nothing: a simulation has no end.
  func rewind() {}
}
