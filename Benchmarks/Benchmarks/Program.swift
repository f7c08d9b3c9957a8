internal import Glibc

/// `benchmarks [--check | --json | --bus] [NAME-PART…]`
///
/// Without an option: a table. `--check`: every benchmark briefly, exit 1 where one that promises
/// not to allocate does; no time is judged, so that a busy machine cannot fail it. `--json`: one
/// line each. `--bus`: no time either, but what probing and sampling put on an I2C bus.
@main
struct Program {
  static let benchmarks: [Benchmark] =
    controlBenchmarks + wireBenchmarks + jsonBenchmarks + geomagnetismBenchmarks + qiblaBenchmarks
    + pipelineBenchmarks + sensorBenchmarks + timesBenchmarks

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let options = words.filter { $0.hasPrefix("-") }
    let parts = words.filter { !$0.hasPrefix("-") }
    let chosen = benchmarks.filter { benchmark in
      parts.isEmpty || parts.contains { benchmark.name.contains($0) }
    }
    guard options.allSatisfy(["--check", "--json", "--bus"].contains), options.count < 2 else {
      fail("usage: benchmarks [--check | --json | --bus] [NAME-PART…]", status: 64)
    }
    guard !chosen.isEmpty else {
      fail("benchmarks: none is called \(parts.joined(separator: " or "))", status: 64)
    }
    switch options.first {
    case "--check": check(chosen)
    case "--bus": BusBudget.printAll()
    case "--json": for benchmark in chosen { print(Report.json(measured(benchmark))) }
    default:
      print(Report.heading)
      for benchmark in chosen { print(Report.row(measured(benchmark))) }
    }
  }

  private static func check(_ chosen: [Benchmark]) {
    var broken = 0
    for benchmark in chosen {
      let iterations = min(benchmark.iterations, 1_000)
      let measurement = measured(benchmark, rounds: 2, iterations: iterations)
      if let promise = measurement.brokenPromise {
        broken += 1
        print("FAILED  \(benchmark.name): \(promise)")
      } else {
        print("ok      \(benchmark.name)")
      }
    }
    if broken > 0 { fail("benchmarks: \(broken) of \(chosen.count) failed", status: 1) }
    print("allocation checks: \(chosen.count) passed")
  }

  private static func measured(
    _ benchmark: Benchmark, rounds: Int = 9, iterations: Int? = nil
  ) -> Measurement {
    do {
      return try benchmark.measure(rounds: rounds, iterations: iterations ?? benchmark.iterations)
    } catch {
      fail("benchmarks: \(benchmark.name): \(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    var line = message + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(status)
  }
}
