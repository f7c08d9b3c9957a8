/// How long to wait before the next attempt at something that failed: twice as long after each
/// failure.
package struct RetryDelay: Equatable, Sendable {
  /// µs to wait after the first failure.
  package let first: Int64
  /// The longest wait, µs.
  package let longest: Int64
  private var next: Int64

  /// - Parameters:
  ///   - first: µs to wait after the first failure, from 1.
  ///   - longest: the longest wait, µs, from `first`.
  package init(first: Int64, longest: Int64) {
    precondition(first > 0 && longest >= first, "a delay grows, from more than nothing")
    self.first = first
    self.longest = longest
    next = first
  }

  /// Records a failure.
  ///
  /// - Returns: µs to wait now.
  package mutating func failed() -> Int64 {
    defer { next = min(next * 2, longest) }
    return next
  }

  /// Records a success: the next failure is the first again.
  package mutating func succeeded() { next = first }
}
