import ArgumentParser
import ProgramOptions
import Qibla
import Quantities
import Session
import Simulation
import Trace

/// `qiblactl simulate`: prints a simulated trace that includes the true heading.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Print a simulated recording, marked as such, with the true heading for scoring.",
    discussion: """
      Without --scene, the device turns to the Qibla, stops, turns on past it, a magnet passes, and \
      the device turns back. The same seed gives the same bytes.

      Examples:
        qiblactl simulate --scene walk --seconds 60 > walk.jsonl
        qiblactl simulate | qiblactl replay -
      """)

  @OptionGroup var place: PlaceOptions

  @OptionGroup var noise: SeedOption

  @Option(
    name: [.customLong("seconds"), .customLong("duration")], parsing: .unconditional,
    help: "The duration, above 0 and up to 86400 s; by default the scene's own.")
  var seconds: Double?

  @Option(
    help: ArgumentHelp("The scene to simulate; --list prints all.", valueName: "name"),
    completion: .list(NamedScene.all.map(\.name)), transform: { try NamedScene(parsing: $0) })
  var scene: NamedScene?

  @Option(help: "The sensor chips of the simulated device; needs --scene.")
  var chip: Chips?

  @Flag(help: "Print the name and a summary of each scene, one a line.")
  var list = false

  func validate() throws {
    if let seconds, !(seconds > 0 && seconds <= 86_400) {
      throw ValidationError("--seconds: \(seconds) is not between 0 and 86400 s")
    }
    if chip != nil, scene == nil { throw ValidationError("--chip needs --scene") }
  }

  func run() throws {
    try qiblactl.run {
      if list { return try printScenes() }
      if let scene { return try simulate(scene) }
      try simulateTurnThroughQibla()
    }
  }

  private func setting(at given: Position? = nil) -> Scene.Setting {
    Scene.Setting(
      position: place.position ?? given, utcMicroseconds: place.date,
      declination: place.declination)
  }

  private func simulateTurnThroughQibla() throws {
    let model = SensorModel()
    let trace = SimulatedTrace(setting: setting())
    let end = Int64((seconds ?? Scene.turnThroughQiblaPeriod) * 1_000_000)
    var output = TraceOutput()
    try output.write(trace.header(seed: noise.value, model: model))
    for step in Simulator(scene: trace.scene, model: model, seed: noise.value) {
      guard step.sample.time.microseconds < end else { break }
      try output.write(step.sample, trace.truth(of: step, mount: model.mount))
    }
    try output.flush()
  }

  private func simulate(_ scene: NamedScene) throws {
    let chip = chip ?? .icm20948
    let position = try scene.place.map { try Position(coordinates: $0) }
    let trace = NamedSceneTrace(scene, device: chip.device, setting: setting(at: position))
    let end = Int64((seconds ?? scene.seconds) * 1_000_000)
    var output = TraceOutput()
    try output.write(
      trace.header(
        source: "qiblactl simulate --scene \(scene.name) --chip \(chip.rawValue)"
          + " --seed \(noise.value)"))
    for step in trace.samples(seed: noise.value) {
      guard step.sample.time.microseconds < end else { break }
      try output.write(step.sample, trace.truth(of: step))
    }
    try output.flush()
  }

  private func printScenes() throws {
    let width = NamedScene.all.map(\.name.count).max() ?? 0
    var output = StandardOutput()
    for scene in NamedScene.all {
      let padding = String(repeating: " ", count: width - scene.name.count + 2)
      try output.write(Array("\(scene.name)\(padding)\(scene.summary)\n".utf8))
    }
    try output.flush()
  }
}

extension Chips: ExpressibleByArgument {}

extension NamedScene {
  fileprivate init(parsing name: String) throws {
    guard let scene = NamedScene.named(name) else {
      throw ValidationError("there is no scene \"\(name)\"; --list shows them")
    }
    self = scene
  }
}

/// Writes a trace to standard output, line by line.
private struct TraceOutput: ~Copyable {
  private var output = StandardOutput()
  private var writer = TraceWriter()
  private var line: [UInt8] = []

  mutating func write(_ header: TraceHeader) throws {
    writer.write(header, to: &line)
    try send()
  }

  mutating func write(_ sample: Sample, _ truth: TraceTruth) throws {
    try writer.write(sample, truth: truth, to: &line)
    try send()
  }

  mutating func flush() throws { try output.flush() }

  private mutating func send() throws {
    try output.write(line)
    line.removeAll(keepingCapacity: true)
  }
}
