/// What came of waiting for the server.
public enum Received<Value> {
  /// A line or a message.
  case value(Value)
  /// Nothing came in time.
  case timeout
  /// A signal came; whoever waits can look at its flags and wait again.
  case interrupted
  /// The server has closed the connection.
  case ended
}

extension Received: Equatable where Value: Equatable {}
extension Received: Sendable where Value: Sendable {}

extension Received {
  /// The value, or `nil` where none came.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }
}
