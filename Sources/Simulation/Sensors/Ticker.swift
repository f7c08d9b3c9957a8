import Randomness

/// A clock as it runs.
struct Ticker: Sendable {
  private let clock: SampleClock
  private var generator: SeededGenerator
  private var index = 0
  /// µs: the instant before `next`, also where it was lost; one period before the first.
  private(set) var previous: Int64
  /// µs.
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

  /// On to the next instant.
  mutating func advance() {
    previous = next
    index += 1
    schedule()
  }

  private mutating func schedule() {
    // Two numbers for each instant, whether they are used or not: losses do not change the jitter.
    let shift = generator.double(-1...1) * clock.jitter
    let chance = generator.double(0...1)
    let seconds = clock.start + (Double(index) + shift) / clock.rateHz
    next = max(0, Int64((seconds * 1_000_000).rounded()))
    isLost = chance < clock.loss || clock.gaps.contains { $0.contains(seconds) }
  }
}
