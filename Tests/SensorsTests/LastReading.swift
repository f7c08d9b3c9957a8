import Quantities
import Wire

@testable import Pipeline

/// The newest reading that a pipeline gives for samples, with ticks between them as in the daemon.
func lastReading(of samples: [Sample], _ settings: PipelineSettings) -> Reading? {
  var pipeline = Pipeline(settings)
  var timeline = Timeline()
  var last: Reading?
  func process(_ input: Input) {
    pipeline.process(input) {
      if case .reading(let reading) = copy $0 { last = reading }
    }
  }
  for sample in samples {
    while let tick = timeline.tick(before: sample.time) { process(.tick(tick)) }
    if let gap = timeline.accept(sample) { process(gap) }
    process(.sample(sample))
  }
  return last
}
