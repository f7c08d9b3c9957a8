/// A reason why the heading is missing or uncertain. Each has a stable code; the cases are in the
/// order of their severity, worst first.
public enum Why: UInt8, CaseIterable, Sendable {
  case mountWrong
  case uncalibrated, calibrationStale, calibrating
  case interferenceStrength, interferenceInclination, interferenceJump, interferenceTurn
  case tilt, accelerating, noTiltSensor
  case fieldUneven, turningFast, calibrationPoor, calibrationUnconfirmed
  case noPosition, positionOld, noTime, noDeclination, declinationModelExpired, declinationManual
  case weakHorizontalField
  case sensorMissing, sensorStuck, sensorSaturated, sensorAllZero, sensorAllOnes, busError
  case sensorsDisagree, motionContradicted, inertialUncalibrated, gyroHold, warmingUp
}

/// Fixed storage of one element for each case of `Why`, with room for some more: nothing is allocated for a reading.
package typealias ArrayByWhy<Element> = InlineArray<40, Element>

/// A set of reasons in an order, the most important one first.
///
/// The order is that of severity unless `append` or `reorder` made another one. Two sets are equal when they
/// have the same reasons in the same order.
public struct WhySet: Equatable, Sendable, Sequence, ExpressibleByArrayLiteral {
  /// The raw values of the first `count` elements; the others are 0.
  private var elements = ArrayByWhy<UInt8>(repeating: 0)

  /// How many reasons the set has.
  public private(set) var count = 0

  public init() {}

  /// The elements in the order of severity.
  public init(arrayLiteral elements: Why...) {
    for element in elements { insert(element) }
  }

  public static func == (a: WhySet, b: WhySet) -> Bool { a.elementsEqual(b) }

  /// Whether the set has no reason.
  public var isEmpty: Bool { count == 0 }

  /// The most important reason; `nil` for an empty set.
  public var first: Why? { isEmpty ? nil : self[0] }

  public func contains(_ why: Why) -> Bool {
    for index in 0..<count where elements[index] == why.rawValue { return true }
    return false
  }

  /// Inserts a reason before those that are less severe. A reason that the set has stays where it is.
  public mutating func insert(_ why: Why) {
    guard !contains(why) else { return }
    append(why)
    moveForward(from: count - 1) { $0.rawValue < $1.rawValue }
  }

  /// Adds a reason as the last one. A reason that the set has stays where it is.
  public mutating func append(_ why: Why) {
    guard !contains(why) else { return }
    elements[count] = why.rawValue
    count += 1
  }

  /// Removes a reason; the others keep their order.
  package mutating func remove(_ why: Why) {
    var kept = 0
    for index in 0..<count where elements[index] != why.rawValue {
      elements[kept] = elements[index]
      kept += 1
    }
    for index in kept..<count { elements[index] = 0 }
    count = kept
  }

  /// Moves each reason before its neighbours for as long as `precedes` holds for the two.
  package mutating func reorder(by precedes: (Why, Why) -> Bool) {
    for index in 0..<count { moveForward(from: index, by: precedes) }
  }

  /// The same reasons in the order of severity.
  package var bySeverity: WhySet {
    var set = self
    set.reorder { $0.rawValue < $1.rawValue }
    return set
  }

  private mutating func moveForward(from index: Int, by precedes: (Why, Why) -> Bool) {
    var index = index
    while index > 0, let own = self[index], let other = self[index - 1], precedes(own, other) {
      elements.swapAt(index - 1, index)
      index -= 1
    }
  }

  /// The reason at an index below `count`.
  private subscript(index: Int) -> Why? { Why(rawValue: elements[index]) }

  /// The most important reason first.
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

extension WhySet: CustomStringConvertible, CustomReflectable {
  public var description: String { "[\(map(\.code.description).joined(separator: ", "))]" }

  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .set)
  }
}
