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

/// A set of `Why`, in the order of their severity.
public struct WhySet: Equatable, Sendable, Sequence, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  public init() {}

  public init(arrayLiteral elements: Why...) {
    for element in elements { insert(element) }
  }

  /// Whether the set has no reason.
  public var isEmpty: Bool { bits == 0 }

  /// The worst reason; `nil` for an empty set.
  public var first: Why? { isEmpty ? nil : Why(rawValue: UInt8(bits.trailingZeroBitCount)) }

  public func contains(_ why: Why) -> Bool { bits & 1 << why.rawValue != 0 }

  public mutating func insert(_ why: Why) { bits |= 1 << why.rawValue }

  /// Worst first.
  public func makeIterator() -> Iterator { Iterator(rest: bits) }

  public struct Iterator: IteratorProtocol {
    fileprivate var rest: UInt64

    public mutating func next() -> Why? {
      guard rest != 0 else { return nil }
      defer { rest &= rest - 1 }
      return Why(rawValue: UInt8(rest.trailingZeroBitCount))
    }
  }
}
