import Quantities
import Wire

@testable import Pipeline

/// What the pipeline makes of samples, 60 times a second.
func readings(of samples: [Sample], _ settings: PipelineSettings) -> [Reading] {
  var pipeline = Pipeline(settings)
  var timeline = Timeline()
  var readings: [Reading] = []
  func process(_ input: Input) {
    pipeline.process(input) {
      if case .reading(let reading) = copy $0 { readings.append(reading) }
    }
  }
  for sample in samples {
    while let tick = timeline.tick(before: sample.time) { process(.tick(tick)) }
    if let gap = timeline.accept(.sample(sample)) { process(gap) }
    process(.sample(sample))
  }
  return readings
}
