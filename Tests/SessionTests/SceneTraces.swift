import Quantities
import Session
import Simulation
import Testing
import Trace

/// The bytes of the beginning of a scene.
func sceneTrace(
  _ name: String, device: Device = Chips.icm20948.device, seed: UInt64 = 3, seconds: Int64 = 40
) throws -> [UInt8] {
  let scene = try #require(NamedScene.named(name))
  let position = try scene.place.map { try Position(coordinates: $0) }
  let trace = NamedSceneTrace(scene, device: device, setting: Scene.Setting(position: position))
  var writer = TraceWriter()
  var bytes: [UInt8] = []
  writer.write(trace.header(source: "a test"), to: &bytes)
  for step in trace.samples(seed: seed) {
    guard step.sample.time.microseconds < seconds * 1_000_000 else { break }
    try writer.write(step.sample, truth: trace.truth(of: step), to: &bytes)
  }
  return bytes
}
