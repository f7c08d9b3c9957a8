/// The bad lines of a trace so far: how many of each kind, and the first few with their numbers.
package struct SkippedLines: Equatable, Sendable {
  /// One bad line.
  package struct Line: Equatable, Sendable {
    /// Counted from 1, the header being line 1.
    package let number: Int
    package let reason: BadLine
  }

  /// What a `BadLine` is about, without the particulars.
  package enum Kind: String, CaseIterable, Sendable {
    case empty = "empty"
    case notJSON = "not JSON"
    case cutOff = "cut off"
    case tooLong = "too long"
    case noTime = "without t"
    case timeOutOfRange = "t out of range"
    case badValue = "bad value"
    case repeatedKey = "repeated key"
    case nothingButTime = "nothing but t"
    case duplicateTime = "duplicate time"
    case severalInputs = "several inputs"
  }

  /// So many lines are kept with their numbers; the rest is counted.
  package static let listed = 8

  /// Bad lines in all.
  package private(set) var total = 0
  /// The first of them, in order.
  package private(set) var first: [Line] = []
  private var counts: [Kind: Int] = [:]

  package init() {}

  /// How many lines were bad in this way.
  package subscript(kind: Kind) -> Int { counts[kind, default: 0] }

  mutating func add(_ reason: BadLine, line number: Int) {
    total += 1
    counts[reason.kind, default: 0] += 1
    if first.count < Self.listed { first.append(Line(number: number, reason: reason)) }
  }
}

extension BadLine {
  /// What it is about, without the particulars.
  package var kind: SkippedLines.Kind {
    switch self {
    case .empty: .empty
    case .notJSON: .notJSON
    case .cutOff: .cutOff
    case .tooLong: .tooLong
    case .noTime: .noTime
    case .timeOutOfRange: .timeOutOfRange
    case .badValue: .badValue
    case .repeatedKey: .repeatedKey
    case .nothingButTime: .nothingButTime
    case .duplicateTime: .duplicateTime
    case .severalInputs: .severalInputs
    }
  }
}

extension SkippedLines: CustomStringConvertible {
  /// Such as: `2 bad lines skipped (1 not JSON, 1 without t); the first is line 17: it has no "t"`.
  package var description: String {
    guard let line = first.first else { return "no bad lines" }
    let kinds = Kind.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.rawValue)" }
    let list = kinds.joined(separator: ", ")
    return "\(total) bad \(total == 1 ? "line" : "lines") skipped (\(list)); "
      + "the first is line \(line.number): \(line.reason)"
  }
}
