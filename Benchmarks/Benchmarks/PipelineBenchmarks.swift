import Heading
import Pipeline
import Qibla
import Quantities
import Session
import Simulation
internal import TestSamples
import Trace
import Wire
import Mounting

let pipelineBenchmarks = [
  Benchmark(
    "pipeline: a nine-axis sample", iterations: 10, allocates: .never, itemsPerIteration: 6_000
  ) {
    var samples = try simulatedSamples(seconds: 60)
    var pipeline = try warmPipeline(samples)
    return {
      // Time runs on, so that no gap is made.
      for index in samples.indices {
        samples[index].time = samples[index].time.advanced(byMicroseconds: 60_000_000)
      }
      feed(samples, to: &pipeline)
    }
  },
  Benchmark("mount: a nine-axis sample of a turning device", iterations: 50_000, allocates: .never)
  {
    let samples = try simulatedSamples(seconds: 60)
    var monitor = MountMonitor(mount: .identity, calibration: nil)
    var index = 0
    return {
      var sample = samples[index % samples.count]
      sample.time = sample.time.advanced(
        byMicroseconds: 60_000_000 * Int64(index / samples.count))
      monitor.update(sample)
      index += 1
    }
  },
  Benchmark("pipeline: a tick and its reading", iterations: 50_000, allocates: .never) {
    let samples = try simulatedSamples(seconds: 7)
    let pipeline = try warmPipeline(samples)
    let time = Timestamp(microseconds: 6_991_000)
    return {
      var copy = pipeline
      copy.process(.tick(time)) { output in
        if case .reading(let reading) = copy output { consume(reading.sequence) }
      }
    }
  },
  Benchmark(
    "replay of a nine-axis trace at 100 Hz", iterations: 1, itemsPerIteration: 12_000,
    realSecondsPerItem: 0.01
  ) {
    let trace = try simulatedTrace(seconds: 120)
    return {
      var reader = try TraceReader(source: MemorySource(trace), name: "simulation")
      let settings = RunOptions().settings(for: reader.header)
      var session = Session(settings, topics: [.reading, .event])
      var bytes = 0
      while let item = try reader.next() {
        _ = session.feed(item.input) { bytes += $0.bytes.count }
      }
      session.finish { bytes += $0.bytes.count }
      consume(bytes)
    }
  },
]

/// A device that turns through the Qibla, at 100 Hz with every sensor in every sample.
private func nineAxisModel() -> SensorModel {
  var model = SensorModel()
  model.inertialPerField = 1
  return model
}

/// Gives samples to a pipeline: in a function, no access to it has to be checked for each of them.
private func feed(_ samples: [Sample], to pipeline: inout Pipeline) {
  for sample in samples { pipeline.process(.sample(sample)) { _ in } }
}

private func simulatedSamples(seconds: Int) throws -> [Sample] {
  let scene = Scene.turnThroughQibla(in: Scene.Setting())
  return Simulator(scene: scene, model: nineAxisModel(), seed: 1).prefix(seconds * 100)
    .map(\.sample)
}

/// A pipeline that has seen all of `samples`, with its ticks up to a second before their end.
private func warmPipeline(_ samples: [Sample]) throws -> Pipeline {
  let setting = Scene.Setting()
  var settings = PipelineSettings()
  settings.calibration = .given
  settings.assumedDate = setting.utcMicroseconds
  settings.position = setting.position
  var pipeline = Pipeline(settings)
  for sample in samples {
    pipeline.process(.sample(sample)) { _ in }
    pipeline.process(.tick(sample.time)) { _ in }
  }
  return pipeline
}

private func simulatedTrace(seconds: Int) throws -> [UInt8] {
  let trace = SimulatedTrace(setting: Scene.Setting())
  var writer = TraceWriter()
  var bytes: [UInt8] = []
  writer.write(trace.header(seed: 1, model: nineAxisModel()), to: &bytes)
  for step in Simulator(scene: trace.scene, model: nineAxisModel(), seed: 1).prefix(seconds * 100) {
    try writer.write(step.sample, truth: trace.truth(of: step, mount: .identity), to: &bytes)
  }
  return bytes
}
