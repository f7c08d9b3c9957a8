/// They measure the measuring: what a body that does nothing costs, and whether what Swift puts on
/// the heap is counted.
let controlBenchmarks = [
  Benchmark("control: nothing", iterations: 1_000_000, allocates: .never) {
    { consume(0) }
  },
  Benchmark("control: an array", iterations: 100_000, allocates: .always) {
    { consume([UInt8](repeating: 1, count: 100)) }
  },
  Benchmark("control: an object", iterations: 100_000, allocates: .always) {
    final class Box { var number = 1.0 }
    return { consume(Box()) }
  },
  Benchmark("control: aligned memory", iterations: 100_000, allocates: .always) {
    {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
      consume(memory)
      memory.deallocate()
    }
  },
]
