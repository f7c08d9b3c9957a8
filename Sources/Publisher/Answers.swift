internal import Logging
internal import NIOCore
internal import Quantities
internal import Wire

extension FanOut {
  /// Carries out one line of a client.
  func answer(_ line: ArraySlice<UInt8>, from client: Client) {
    withoutDelivering {
      do throws(RequestError) {
        let request = try TaggedRequest(parsing: line, mayControl: client.kind == .control)
        try carryOut(request, for: client)
      } catch {
        client.send(error)
      }
    }
  }

  /// Answers a line of a client that asks too often: with its `id`, and without carrying it out.
  func refuse(_ line: ArraySlice<UInt8>, from client: Client) {
    clientLog.log(
      .tooMany, .info, "a client sends over \(limits.requestsPerSecond) requests a second")
    let id: RequestID?
    do throws(RequestError) {
      id = try TaggedRequest(parsing: line, mayControl: client.kind == .control).id
    } catch { id = error.id }
    client.send(RequestError.rateLimited(id, limits))
  }

  private func carryOut(_ request: TaggedRequest, for client: Client) throws(RequestError) {
    switch request.request {
    case .watch(let topics): watch(topics, request, client)
    case .unwatch(let topics): unwatch(topics, request, client)
    case .get(let topic): client.answer(Reply(id: request.id, outcome: try get(topic, request)))
    case .control(let command): try perform(command, request.id, for: client)
    case .ping: client.answer(Reply(id: request.id, outcome: .pong(newestTime)))
    }
  }

  /// The reply comes first, then the newest message of those topics that are sent only when they
  /// change.
  private func watch(_ topics: [Topic: WatchOptions], _ request: TaggedRequest, _ client: Client) {
    var effective: [Topic: WatchOptions] = [:]
    for (topic, options) in topics {
      let inForce = options.effective(for: topic)
      effective[topic] = inForce
      let last = topic.isFrequent ? nil : newest[topic]?.sequence
      client.subscribe(to: topic, inForce, last: last)
    }
    subscriptionsChanged()
    client.answer(Reply(id: request.id, outcome: .watching(effective)))
    for topic in Topic.sentWhenWatched where topics[topic] != nil {
      newest[topic].map { client.write($0.bytes) }
    }
    lineQueue.noteWatch()
  }

  private func unwatch(_ topics: [Topic], _ request: TaggedRequest, _ client: Client) {
    let named = Topic.allCases.filter { topics.isEmpty || topics.contains($0) }
    let ended = named.filter { client.watches($0) }
    for topic in ended { client.unsubscribe(from: topic) }
    subscriptionsChanged()
    client.answer(Reply(id: request.id, outcome: .unwatched(ended)))
  }

  private func get(
    _ topic: Topic, _ request: TaggedRequest
  ) throws(RequestError) -> Reply.Outcome {
    guard let line = newestLine(of: topic) else {
      throw absence(of: topic, request)
    }
    return .message(Array(line.bytes.readableBytesView.dropLast()))
  }

  /// The error where a topic has no message: whether one will come.
  private func absence(of topic: Topic, _ request: TaggedRequest) -> RequestError {
    let reason: (message: String, hint: String) =
      switch topic {
      case .devices where isWithoutDevices:
        ("a replay or a simulation has no devices", RequestError.hintWithoutSensors)
      case .stats where lossless:
        (
          "there is no stats with --wait-for-client",
          "ask a daemon that was started without it"
        )
      default:
        (
          "there is no \(topic.rawValue) yet",
          "watch it, and it comes as soon as there is one"
        )
      }
    return RequestError(
      id: request.id, code: .notAvailable, message: reason.message, hint: reason.hint)
  }

  /// The instant of the newest message. Readings come at every tick: it is that of another topic before the first
  /// reading, and while no sensor is read.
  private var newestTime: Timestamp? {
    newestLine(of: .reading)?.time
      ?? Topic.allCases.compactMap { newestLine(of: $0)?.time }.max()
  }
}
