import Pipeline
import Quantities
import Session
import Simulation
import Trace
import Wire

/// A named scene with a simulated cheap board, an MPU-6050 and a QMC5883L.
struct SceneSource: InputSource {
  let origin = SampleOrigin.simulation
  let header: TraceHeader
  let settings: PipelineSettings
  let complaint: String? = nil
  private var samples: SimulatedSamples

  /// - Throws: an error of the scene's place, which none has.
  init(_ scene: NamedScene, seed: UInt64, options: RunOptions) throws {
    let date = options.date ?? options.clockDate
    let place = try scene.place.map { try Position(coordinates: $0) }
    let setting = Scene.Setting(
      position: options.position ?? place, utcMicroseconds: date,
      declination: options.declination ?? options.configuredDeclination,
      target: options.target?.coordinates, model: options.model)
    let trace = NamedSceneTrace(scene, device: Chips.mpu6050QMC5883L.device, setting: setting)
    header = trace.header(source: "qiblad --simulate")
    settings = options.settings(for: header)
    samples = trace.samples(seed: seed)
  }

  mutating func next(before _: Timestamp?) -> Input? { samples.next().map { .sample($0.sample) } }

  /// Nothing: a simulation has no end.
  func rewind() {}
}
