import Randomness

/// The state of a `SampleClock`.
struct Ticker: Sendable {
  private let clock: SampleClock
  private var generator: SeededGenerator
  private var index = 0
  /// The time before `next`, µs, even if that measurement was lost; at first one period before.
  private(set) var previous: Int64
  /// The time of the next measurement, µs.
  private(set) var next: Int64
  /// Whether what is measured at `next` never arrives.
  private(set) var isLost = false

  init(_ clock: SampleClock, generator: SeededGenerator) {
    precondition(clock.rateHz > 0 && clock.rateHz <= 10_000, "a rate of up to 10 kHz")
    precondition((0...0.45).contains(clock.jitter), "jitter keeps instants in order")
    self.clock = clock
    self.generator = generator
    next = 0
    previous = 0
    schedule()
    previous = next - Int64((1_000_000 / clock.rateHz).rounded())
  }

  /// Advances to the next measurement.
  mutating func advance() {
    previous = next
    index += 1
    schedule()
  }

  private mutating func schedule() {
    // Two random numbers for each measurement, used or not, so that losses do not change the
    // jitter.
    let shift = generator.double(-1...1) * clock.jitter
    let chance = generator.double(0...1)
    let seconds = clock.start + (Double(index) + shift) / clock.rateHz
    next = max(0, Int64((seconds * 1_000_000).rounded()))
    isLost = chance < clock.loss || clock.gaps.contains { $0.contains(seconds) }
  }
}
