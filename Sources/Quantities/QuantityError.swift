/// Why a number cannot be a value of a quantity.
public enum QuantityError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `value` is out of the range of `quantity`; `allowed` is the range with its unit.
  case outOfRange(quantity: String, value: Double, allowed: String)

  public var description: String {
    switch self {
    case .outOfRange(let quantity, let value, let allowed):
      "\(quantity) \(value) is out of range: \(allowed)"
    }
  }
}
