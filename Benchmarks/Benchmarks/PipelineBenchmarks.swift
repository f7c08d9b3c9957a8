internal import Glibc
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
    "pipeline: a nine-axis sample", iterations: 12, allocates: .never,
    itemsPerIteration: samplesInPeriod
  ) {
    var samples = simulatedSamples()
    var pipeline = try warmPipeline(&samples)
    return {
      repeatLater(&samples)
      feed(samples, to: &pipeline)
    }
  },
  Benchmark("mount: a nine-axis sample of a turning device", iterations: 50_000, allocates: .never)
  {
    var samples = simulatedSamples()
    var monitor = MountMonitor(mount: .identity, calibration: nil)
    var index = 0
    return {
      if index == samples.count {
        repeatLater(&samples)
        index = 0
      }
      monitor.update(samples[index])
      index += 1
    }
  },
  Benchmark("pipeline: a tick and its reading", iterations: 50_000, allocates: .never) {
    var samples = simulatedSamples()
    let pipeline = try warmPipeline(&samples)
    let time = samples[samples.count - 1].time.advanced(byMicroseconds: 1_000)
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

/// s, after which the motion of `simulatedSamples` is as at its beginning.
private let period = 48.0
private let samplesInPeriod = Int(period) * 100

/// A device that turns to the Qibla while a magnet passes, and back in the same way: the end joins the beginning, so that the samples
/// can be repeated without a jump, which the filter takes for a fault of the gyro.
private func simulatedSamples() -> [Sample] {
  let there = Scene.turnThroughQibla(in: Scene.Setting())
  // From 1 s to 25 s and back.
  let place = { @Sendable (time: Double) in 13 - 12 * cos(2 * .pi * time / period) }
  let scene = Scene(
    earth: there.earth, pose: { there.pose(place($0)) }, magnets: { there.magnets(place($0)) })
  return Simulator(scene: scene, model: nineAxisModel(), seed: 1).prefix(samplesInPeriod)
    .map(\.sample)
}

/// Lets all of the samples come again, after the last one.
private func repeatLater(_ samples: inout [Sample]) {
  for index in samples.indices {
    samples[index].time = samples[index].time.advanced(byMicroseconds: Int64(period * 1e6))
  }
}

/// A pipeline that has seen `samples` three times, with all their ticks.
///
/// - Throws: `WithoutGyro` where its heading does not use the gyro: a pipeline that has discarded it measures other work.
private func warmPipeline(_ samples: inout [Sample]) throws -> Pipeline {
  let setting = Scene.Setting()
  var settings = PipelineSettings()
  settings.calibration = .given
  settings.assumedDate = setting.utcMicroseconds
  settings.position = setting.position
  var pipeline = Pipeline(settings)
  var source: Reading.Source?
  for turn in 0..<3 {
    if turn > 0 { repeatLater(&samples) }
    for sample in samples {
      pipeline.process(.sample(sample)) { _ in }
      pipeline.process(.tick(sample.time)) { output in
        if case .reading(let reading) = copy output { source = reading.source }
      }
    }
  }
  guard source == .magnetometerGyro else { throw WithoutGyro(source: source) }
  return pipeline
}

private struct WithoutGyro: Error {
  let source: Reading.Source?
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
