/// One thing to measure.
///
/// To add one, write it into a list beside its kin and name that list in `Program.benchmarks`:
///
/// ```swift
/// Benchmark("double a number", iterations: 1_000, allocates: .never) {
///   var number = 1.0  // made once, outside the measurement
///   return {
///     number *= 2
///     consume(number)
///   }
/// }
/// ```
struct Benchmark: Sendable {
  /// What a benchmark promises about the heap, once warm.
  enum Allocation: String, Sendable {
    /// `--check` fails when it allocates.
    case never
    /// Counted and reported, nothing is promised.
    case reported
    /// `--check` fails when it does *not* allocate: the proof that the counter sees.
    case always
  }

  let name: String
  /// Calls of the body in one round.
  let iterations: Int
  let allocates: Allocation
  /// What one call of the body works through, such as the samples of a recording; 1 where it is
  /// just one thing. Times and counts are given for one of these.
  let itemsPerIteration: Int
  /// Seconds of sensor time in one item, for work that is compared with real time.
  let realSecondsPerItem: Double?
  /// Prepares, and returns the body to measure.
  let prepare: @Sendable () throws -> () throws -> Void

  init(
    _ name: String, iterations: Int, allocates: Allocation = .reported, itemsPerIteration: Int = 1,
    realSecondsPerItem: Double? = nil,
    prepare: @escaping @Sendable () throws -> () throws -> Void
  ) {
    self.name = name
    self.iterations = iterations
    self.allocates = allocates
    self.itemsPerIteration = itemsPerIteration
    self.realSecondsPerItem = realSecondsPerItem
    self.prepare = prepare
  }
}
