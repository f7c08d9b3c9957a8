/// How uneven intervals were: of the differences that were added those that half and 99 % stay within.
///
/// Its memory is taken once; adding allocates nothing.
package struct Jitter: Equatable, Sendable {
  /// What is added beyond this many is left out.
  /// Source: a size; over twice the samples of any chip in a second.
  package static let capacity = 256

  /// Source: per cent.
  private static let whole = 100

  /// µs, the smallest first; those from `count` on mean nothing.
  private var differences = [Int64](repeating: 0, count: capacity)
  private var count = 0

  package init() {}

  /// Adds a difference in µs, from 0 on.
  package mutating func add(_ difference: Int64) {
    guard count < Self.capacity else { return }
    var place = count
    while place > 0, differences[place - 1] > difference {
      differences[place] = differences[place - 1]
      place -= 1
    }
    differences[place] = difference
    count += 1
  }

  /// The smallest difference that so many per cent of them do not exceed, µs; `nil` where there is none.
  ///
  /// - Parameter percent: above 0 and up to 100.
  package func percentile(_ percent: Int) -> Int64? {
    guard count > 0 else { return nil }
    let (quotient, rest) = (count * percent).quotientAndRemainder(dividingBy: Self.whole)
    return differences[rest > 0 ? quotient : quotient - 1]
  }

  /// Forgets them all.
  package mutating func removeAll() { count = 0 }

  package static func == (a: Self, b: Self) -> Bool {
    a.differences[..<a.count] == b.differences[..<b.count]
  }
}
