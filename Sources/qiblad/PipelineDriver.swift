/// What runs the pipeline on its own thread.
protocol PipelineDriver: Sendable {
  /// Set where it is to stop.
  var stop: StopFlag { get }

  /// Runs until there are no more samples or it is to stop. Blocks.
  func run() throws -> PipelineEnd
}

/// Why the pipeline's thread ended.
enum PipelineEnd: Equatable, Sendable {
  /// The daemon is to stop.
  case stopped
  /// There are no more samples.
  case sourceEnded
}
