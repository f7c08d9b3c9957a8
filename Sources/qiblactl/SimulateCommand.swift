import ArgumentParser
import Qibla
import Quantities
import Replay
import Simulation
import Trace

/// `qiblactl simulate`: a trace of a device that is not there, with the truth in it.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Print a made-up recording, marked as such, with the truth for scoring.",
    discussion: """
      A device turns to the Qibla, stays, turns on past it, a magnet passes, and it turns back. The \
      same seed gives the same bytes.
      """)

  @OptionGroup var place: PlaceOptions

  @Option(help: "Which noise.")
  var seed: UInt64 = 1

  @Option(help: "Seconds, 0 to 86400.")
  var duration = Scene.turnThroughQiblaPeriod

  func validate() throws {
    guard duration > 0, duration <= 86_400 else {
      throw ValidationError("--duration: \(duration) is not between 0 and 86400 s")
    }
  }

  func run() throws {
    try qiblactl.run {
      let setting = Scene.Setting(
        position: place.position, utcMicroseconds: place.date, declination: place.declination)
      let model = SensorModel()
      let trace = SimulatedTrace(setting: setting)
      var output = StandardOutput()
      var writer = TraceWriter()
      var lines: [UInt8] = []
      writer.write(trace.header(seed: seed, model: model), to: &lines)
      for step in Simulator(scene: trace.scene, model: model, seed: seed) {
        guard step.sample.time.microseconds < Int64(duration * 1_000_000) else { break }
        try writer.write(
          step.sample, truth: trace.truth(of: step, mount: model.mount), to: &lines)
        try output.write(lines)
        lines.removeAll(keepingCapacity: true)
      }
      try output.flush()
    }
  }
}
