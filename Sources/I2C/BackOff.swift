/// How long to wait before the next try at something that failed: doubled with each failure.
package struct BackOff: Equatable, Sendable {
  /// µs before the second try.
  package let first: Int64
  /// µs, never more.
  package let longest: Int64
  private var next: Int64

  /// - Parameters:
  ///   - first: µs, from 1.
  ///   - longest: µs; a quarter of a second, so that what comes back is in use within one: an adapter on
  ///     USB needs some 0.3 s to be there, and a chip up to 0.1 s to be set up.
  package init(first: Int64 = 50_000, longest: Int64 = 250_000) {
    precondition(first > 0 && longest >= first, "a back-off must grow from more than nothing")
    self.first = first
    self.longest = longest
    next = first
  }

  /// µs to wait now, after one more failure.
  package mutating func failed() -> Int64 {
    defer { next = min(next * 2, longest) }
    return next
  }

  /// Begins anew after a success.
  package mutating func succeeded() { next = first }
}
