import Glibc

/// Where whole lines go: a socket, a file, a terminal. No method blocks; what a reader does not take in
/// time is dropped.
protocol LineOutput: AnyObject {
  /// Writes whole lines. A failure that can pass is reported once, and the lines are dropped.
  ///
  /// - Returns: whether the lines were taken; for several readers, by those that are there.
  /// - Throws: `ReaderGone` for standard output that was closed.
  @discardableResult func write(_ lines: [UInt8]) throws -> Bool
  /// Does what is due.
  func serve() throws
  /// The descriptors to wait for.
  var descriptors: [pollfd] { get }
  /// When `serve` must be called at the latest.
  var deadline: ContinuousClock.Instant? { get }
  /// Closes everything, and removes what it made in the file system.
  func end()
}

extension LineOutput {
  func serve() throws {}
  var descriptors: [pollfd] { [] }
  var deadline: ContinuousClock.Instant? { nil }
  func end() {}
}

/// Several outputs that get the same lines.
struct LineOutputs {
  private let outputs: [any LineOutput]

  init(_ outputs: [any LineOutput]) { self.outputs = outputs }

  /// Writes lines to each output.
  ///
  /// - Returns: whether all of them took the lines.
  @discardableResult
  func write(_ lines: [UInt8]) throws -> Bool {
    guard !lines.isEmpty else { return true }
    var isTaken = true
    for output in outputs where !(try output.write(lines)) { isTaken = false }
    return isTaken
  }

  func serve() throws { for output in outputs { try output.serve() } }
  var descriptors: [pollfd] { outputs.flatMap(\.descriptors) }
  var deadline: ContinuousClock.Instant? { outputs.compactMap(\.deadline).min() }
  func end() { for output in outputs { output.end() } }
}
