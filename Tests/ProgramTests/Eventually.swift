import Testing

/// How long anything may take; a limit against hanging, far beyond what a loaded machine needs.
let patience = Duration.seconds(30)

/// How often it is looked for at least: where the tests of other suites keep the threads, a look can wait for seconds.
private let fewestLooks = 100

/// Something that was waited for did not come.
struct NotInTime: Error, CustomStringConvertible {
  let what: String
  var description: String { "\(what) did not come in time" }
}

/// Looks again and again until `look` finds something.
func eventually<T>(
  _ what: String, within limit: Duration = patience,
  sourceLocation: SourceLocation = #_sourceLocation, _ look: () throws -> T?
) async throws -> T {
  let deadline = ContinuousClock.now + limit
  var looks = 0
  while true {
    if let found = try look() { return found }
    looks += 1
    guard ContinuousClock.now < deadline || looks < fewestLooks else {
      Issue.record("\(what) did not come in \(limit)", sourceLocation: sourceLocation)
      throw NotInTime(what: what)
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// As above, for a condition.
func eventually(
  _ what: String, within limit: Duration = patience,
  sourceLocation: SourceLocation = #_sourceLocation, holds: () throws -> Bool
) async throws {
  try await eventually(what, within: limit, sourceLocation: sourceLocation) {
    try holds() ? () : nil
  }
}
