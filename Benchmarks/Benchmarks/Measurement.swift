internal import CAllocationCounter
internal import Glibc

/// What one benchmark gave, for one item.
struct Measurement {
  let benchmark: Benchmark
  /// The median of the rounds.
  let nanoseconds: Double
  /// In the round that allocated least: a lazy global that is made once is not steady state.
  let allocations: Double

  /// How many times faster than the sensor.
  var timesRealTime: Double? {
    benchmark.realSecondsPerItem.map { $0 * 1e9 / nanoseconds }
  }

  /// What was promised about the heap and is not so, in words.
  var brokenPromise: String? {
    switch benchmark.allocates {
    case .never where allocations > 0:
      "promises no allocation and makes \(allocations.formatted(decimals: 3))"
    case .always where allocations == 0:
      "allocates, and the counter saw nothing: no count of this run can be trusted"
    default: nil
    }
  }
}

extension Benchmark {
  /// Runs one round to warm up and `rounds` that count.
  ///
  /// - Parameters:
  ///   - rounds: at least 1.
  ///   - iterations: calls in each round, at least 1.
  func measure(rounds: Int, iterations: Int) throws -> Measurement {
    let body = try prepare()
    var times: [Double] = []
    var allocations: [Double] = []
    times.reserveCapacity(rounds + 1)
    allocations.reserveCapacity(rounds + 1)
    for _ in 0...rounds {
      let allocated = allocation_counter_value()
      let start = nanosecondsNow()
      for _ in 0..<iterations { try body() }
      let items = Double(iterations * itemsPerIteration)
      times.append(Double(nanosecondsNow() - start) / items)
      allocations.append(Double(allocation_counter_value() - allocated) / items)
    }
    return Measurement(
      benchmark: self, nanoseconds: times.dropFirst().sorted()[rounds / 2],
      allocations: allocations.dropFirst().min() ?? .infinity)
  }
}

/// Takes a value away, so that the work that made it cannot be optimized out.
@inline(__always) func consume<Value>(_ value: Value) {
  withUnsafePointer(to: value) { benchmark_consume($0) }
}

private func nanosecondsNow() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
