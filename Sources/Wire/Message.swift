internal import JSON

/// One line that the server sends.
public enum Message: Equatable, Sendable {
  case hello(Hello)
  case reading(Reading)
  /// `live` exists only in a running daemon; a replay has none.
  case state(StateMessage, live: LiveState?)
  case event(Event)
  case qibla(QiblaMessage)
  case position(PositionMessage)
  case calibration(CalibrationMessage)
  case field(FieldMessage)
  case raw(RawMessage)
  case devices(DevicesMessage)
  case stats(StatsMessage)
  case reply(Reply)
  case error(RequestError)
  /// The client was too slow and lost this number of events. The current `state` and `qibla`
  /// follow.
  case resync(lostEvents: Int)
  case bye(Bye)
  /// A type that only a newer server knows; ignore it.
  case unknown(type: String)

  /// Reads one line.
  ///
  /// Unknown members are ignored. So are unknown codes of `why`, haptic patterns and kinds of
  /// sensors. An event with an unknown name is `unknown(type: "event")`.
  ///
  /// - Parameter line: with or without its LF.
  public init(parsing line: ArraySlice<UInt8>) throws(MessageError) {
    let object: JSONValue
    do throws(JSONError) { object = try JSONValue(parsing: line) } catch {
      throw .notJSON(reason: "\(error)")
    }
    guard object.members != nil else { throw .notJSON(reason: "it is another kind of JSON value") }
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
    case "calibration": self = .calibration(try CalibrationMessage(members))
    case "field": self = .field(try FieldMessage(members))
    case "raw": self = .raw(try RawMessage(members))
    case "devices": self = .devices(try DevicesMessage(members))
    case "stats": self = .stats(try StatsMessage(members))
    case "reply": self = .reply(try Reply(members, line))
    case "error": self = .error(try RequestError(members, line))
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
