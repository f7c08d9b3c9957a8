/// The result of waiting for the server.
public enum Received<Value> {
  /// A line or a message.
  case value(Value)
  /// Nothing arrived in time.
  case timeout
  /// A signal arrived; the caller can check its flags and wait again.
  case interrupted
  /// The server has closed the connection.
  case ended
}

extension Received: Equatable where Value: Equatable {}
extension Received: Sendable where Value: Sendable {}

extension Received {
  /// The value; `nil` without one.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }
}
