import ArgumentParser
import BridgeFormats
import Wire

/// Options of every bridge that sends headings to receivers without an error bar.
struct HeadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send no heading whose error (68 %) is over this, in degrees.", valueName: "degrees"))
  var maxError = HeadingLimit.standardDegrees

  @Option(help: "Headings a second, up to 60.")
  var rate = 10.0

  @Flag(help: "Also send headings of a simulation or a recording, which no sensor measures now.")
  var allowSimulated = false

  func validate() throws {
    guard maxError > 0, maxError <= 180 else {
      throw ValidationError("--max-error: \(maxError) is not above 0 and up to 180 degrees")
    }
    try check(rate: rate)
  }

  var limit: HeadingLimit { HeadingLimit(error68Degrees: maxError) }
}

/// - Throws: for a rate that the daemon does not take.
func check(rate: Double) throws {
  guard rate > 0, rate <= Limits.rateHz else {
    throw ValidationError("--rate: \(rate) is not above 0 and up to 60")
  }
}

/// Whether headings of this daemon may be sent; prints why not.
struct SimulationGuard {
  let allowsSimulated: Bool
  /// Whether no sensor measures what the daemon sends.
  private(set) var isSimulated = false

  /// Takes the daemon's `hello`.
  mutating func take(_ hello: Hello) {
    isSimulated = hello.simulated || hello.replay
    guard isSimulated, !allowsSimulated else { return }
    complain(
      "no sensor measures what this daemon sends, so no heading is passed on; "
        + "--allow-simulated passes it on")
  }

  init(allowsSimulated: Bool) { self.allowsSimulated = allowsSimulated }

  var allows: Bool { !isSimulated || allowsSimulated }
}
