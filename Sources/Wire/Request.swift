/// A request from a client (docs/protocol.md, what a client sends).
public enum Request: Equatable, Sendable {
  /// Send these topics from now on.
  case watch([Topic: WatchOptions])
  /// Stop sending these topics; an empty list means all.
  case unwatch([Topic])
  /// Send the newest message of a topic once.
  case get(Topic)
  /// Answer, to show that the connection works.
  case ping
  /// Change the daemon; on the control socket only.
  case control(ControlRequest)

  /// The verbs of both sockets, as `hello` lists them.
  public static let verbs = ["watch", "unwatch", "get", "ping"]
  /// The verbs of the control socket.
  public static let controlVerbs = verbs + ControlRequest.Verb.allCases.map(\.rawValue)

  /// The meaning of a line with the bare word `watch`, for a person with `nc`.
  public static let bareWatch = Request.watch([
    .reading: WatchOptions(rateHz: 10), .event: WatchOptions(), .state: WatchOptions(),
  ])
}

/// A request with the `id` by which the client recognises the reply.
public struct TaggedRequest: Equatable, Sendable {
  /// A number or a string, repeated in the reply.
  public var id: RequestID?
  public var request: Request

  public init(id: RequestID?, request: Request) {
    self.id = id
    self.request = request
  }

  /// - Parameter number: the `id`, repeated in the reply.
  public init(number: Int, request: Request) {
    self.init(id: RequestID(number), request: request)
  }
}
