/// Why a number cannot be the quantity that it was offered as.
public enum QuantityError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `value` lies outside what `quantity` can be; `allowed` says the range with its unit.
  case outOfRange(quantity: String, value: Double, allowed: String)

  public var description: String {
    switch self {
    case .outOfRange(let quantity, let value, let allowed):
      "\(quantity) \(value) is out of range: \(allowed)"
    }
  }
}
