internal import JSON

/// A line of the server.
public enum Message: Equatable, Sendable {
  case hello(Hello)
  case reading(Reading)
  /// `live` is what a replay cannot know; a recording has none.
  case state(StateMessage, live: LiveState?)
  case event(Event)
  case qibla(QiblaMessage)
  case position(PositionMessage)
  case devices(DevicesMessage)
  case stats(StatsMessage)
  case reply(Reply)
  case error(RequestError)
  /// So many events did not reach this client; what holds now follows as `state` and `qibla`.
  case resync(lostEvents: Int)
  case bye(Bye)
  /// Of a newer server; to be passed over.
  case unknown(type: String)

  /// Reads one line.
  ///
  /// Members that are not known are passed over, and so are words that are not known where nothing
  /// depends on them: codes of `why`, haptic patterns, kinds of sensors. An event of an unknown
  /// name is `unknown(type: "event")`.
  ///
  /// - Parameter line: with or without its LF.
  public init(parsing line: ArraySlice<UInt8>) throws(MessageError) {
    let object: JSONValue
    do throws(JSONError) { object = try JSONValue(parsing: line) } catch {
      throw .notJSON(reason: "\(error)")
    }
    guard object.members != nil else { throw .notJSON(reason: "it is another JSON value") }
    let members = Members(object: object)
    let type = try members.required("type", members.string("type"))
    switch type {
    case "hello": self = .hello(try Hello(members))
    case "reading": self = .reading(try Reading(members))
    case "state": self = .state(try StateMessage(members), live: try LiveState(members))
    case "event":
      self = try Event(members).map { .event($0) } ?? .unknown(type: type)
    case "qibla": self = .qibla(try QiblaMessage(members))
    case "position": self = .position(try PositionMessage(members))
    case "devices": self = .devices(try DevicesMessage(members))
    case "stats": self = .stats(try StatsMessage(members))
    case "reply": self = .reply(try Reply(members, line))
    case "error": self = .error(try RequestError(members))
    case "resync":
      let lost = try members.required("lost_events", members.integer("lost_events"))
      self = .resync(lostEvents: Int(lost))
    case "bye": self = .bye(Bye(reason: try members.required("reason", members.string("reason"))))
    default: self = .unknown(type: type)
    }
  }

  /// Reads one line.
  public init(parsing line: [UInt8]) throws(MessageError) { try self.init(parsing: line[...]) }
}
