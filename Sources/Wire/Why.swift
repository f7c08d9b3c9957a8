/// A reason why the heading is missing or uncertain. Each has a stable code; the cases are in the
/// order of their severity, worst first.
public enum Why: UInt8, CaseIterable, Sendable {
  case mountWrong
  case uncalibrated, calibrationStale, calibrating
  case interferenceStrength, interferenceInclination, interferenceJump, interferenceTurn
  case tilt, accelerating, noTiltSensor
  case noPosition, positionOld, noTime, noDeclination, declinationModelExpired, declinationManual
  case weakHorizontalField
  case sensorMissing, sensorStuck, sensorSaturated, sensorAllZero, sensorAllOnes, busError
  case sensorsDisagree, gyroHold, warmingUp
}

/// A set of `Why` in an order: that of their severity, unless something else orders it.
///
/// Two sets with the same reasons are equal in whatever order they are.
public struct WhySet: Equatable, Sendable, Sequence, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0
  /// The raw values, as many as there are bits.
  private var order = SIMD32<UInt8>.zero

  public init() {}

  public init(arrayLiteral elements: Why...) {
    for element in elements { insert(element) }
  }

  public static func == (a: WhySet, b: WhySet) -> Bool { a.bits == b.bits }

  /// Whether the set has no reason.
  public var isEmpty: Bool { bits == 0 }

  /// How many reasons there are.
  public var count: Int { bits.nonzeroBitCount }

  /// The first reason in the order of the set; `nil` for an empty set.
  public var first: Why? { isEmpty ? nil : self[0] }

  /// The reason at an index from 0 to `count` − 1.
  private subscript(index: Int) -> Why? { Why(rawValue: order[index]) }

  public func contains(_ why: Why) -> Bool { bits & 1 << why.rawValue != 0 }

  /// Puts a reason in, before those that are less severe.
  public mutating func insert(_ why: Why) {
    guard !contains(why) else { return }
    append(why)
    sink(from: count - 1) { $0.rawValue < $1.rawValue }
  }

  /// Puts a reason in as the last one.
  public mutating func append(_ why: Why) {
    guard !contains(why) else { return }
    order[count] = why.rawValue
    bits |= 1 << why.rawValue
  }

  /// Moves each reason forward past the one before it for as long as `isWorse` says so.
  package mutating func reorder(by isWorse: (Why, Why) -> Bool) {
    for index in 0..<count { sink(from: index, by: isWorse) }
  }

  private mutating func sink(from index: Int, by isWorse: (Why, Why) -> Bool) {
    var index = index
    while index > 0, let own = self[index], let before = self[index - 1], isWorse(own, before) {
      (order[index - 1], order[index]) = (order[index], order[index - 1])
      index -= 1
    }
  }

  /// In the order of the set.
  public func makeIterator() -> Iterator { Iterator(set: self) }

  public struct Iterator: IteratorProtocol {
    fileprivate let set: WhySet
    private var index = 0

    fileprivate init(set: WhySet) { self.set = set }

    public mutating func next() -> Why? {
      guard index < set.count else { return nil }
      defer { index += 1 }
      return set[index]
    }
  }
}
