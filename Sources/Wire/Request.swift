package import JSON

/// What a client asks (docs/protocol.md, what a client sends).
public enum Request: Equatable, Sendable {
  /// Send these topics from now on.
  case watch([Topic: WatchOptions])
  /// Stop sending these; all where none is named.
  case unwatch([Topic])
  /// Send the newest message of a topic once.
  case get(Topic)
  /// Say that you are there.
  case ping

  /// The verbs, as `hello` lists them.
  public static let verbs = ["watch", "unwatch", "get", "ping"]

  /// The bare word `watch`: what is useful to a person with `nc`.
  public static let bareWatch = Request.watch([
    .reading: WatchOptions(rateHz: 10), .event: WatchOptions(), .state: WatchOptions(),
  ])
}

/// How a topic is to be sent.
public struct WatchOptions: Equatable, Sendable {
  /// Messages a second at the most, in (0, 60]; `nil`: every one.
  ///
  /// Only `reading` has a rate; the other topics come when they change.
  public var rateHz: Double?

  public init(rateHz: Double? = nil) { self.rateHz = rateHz }

  /// What the server will do: no rate above the grid's, and none where there is no grid.
  public func effective(for topic: Topic) -> WatchOptions {
    guard topic == .reading else { return WatchOptions() }
    return WatchOptions(rateHz: min(rateHz ?? Limits.rateHz, Limits.rateHz))
  }
}

/// A request with the name by which the client knows its answer.
public struct TaggedRequest: Equatable, Sendable {
  /// Echoed in the reply; a number or a string.
  package var id: JSONValue?
  public var request: Request

  package init(id: JSONValue?, request: Request) {
    self.id = id
    self.request = request
  }

  /// - Parameter number: comes back in the reply.
  public init(number: Int, request: Request) {
    self.init(id: .number(Double(number)), request: request)
  }
}
