internal import JSON
internal import Quantities

/// What the devices of a broker have said, by their identifiers.
package struct FleetList: Sendable {
  /// One device; what it has not said is `nil`.
  package struct Device: Equatable, Sendable {
    package var id: DeviceID
    package var name: String?
    package var version: String?
    package var isSimulated: Bool?
    /// Whether its bridge is connected to the broker; `nil` while the broker has no word of it.
    package var isOnline: Bool?
    package var status: String?
    package var why: [String] = []
    package var error68Degrees: Double?
    /// When the state was sent, µs since 1970, by the device's clock.
    package var stateMicroseconds: Int64?
  }

  /// The most devices that are kept: a broker may have any number of topics.
  package static let limit = 100_000

  private let prefix: String
  private var devices: [DeviceID: Device] = [:]
  /// Messages that are not those of a device: other topics, or no JSON.
  package private(set) var refused = 0

  package init(prefix: String) { self.prefix = prefix }

  /// The topics to subscribe to.
  package var subscriptions: [String] {
    ["availability", "info", "state"].map { "\(prefix)/+/\($0)" }
  }

  /// Sorted by identifier.
  package var sorted: [Device] { devices.values.sorted { $0.id.text < $1.id.text } }

  /// Adds what one message says. An empty payload removes nothing: it only clears a retained message.
  package mutating func take(topic: String, payload: [UInt8]) {
    guard let (id, last) = parts(of: topic), devices[id] != nil || devices.count < Self.limit
    else {
      refused += 1
      return
    }
    var device = devices[id] ?? Device(id: id)
    if last == "availability" {
      switch String(decoding: payload, as: UTF8.self) {
      case "online": device.isOnline = true
      case "offline": device.isOnline = false
      default: refused += 1
      }
    } else if let json = try? JSONValue(parsing: payload[...]), json.members != nil {
      last == "info" ? device.takeInfo(json) : device.takeState(json)
    } else {
      refused += 1
    }
    devices[id] = device
  }

  private func parts(of topic: String) -> (DeviceID, Substring)? {
    guard topic.hasPrefix(prefix + "/") else { return nil }
    let rest = topic.dropFirst(prefix.count + 1).split(
      separator: "/", omittingEmptySubsequences: false)
    guard rest.count == 2, let id = DeviceID(String(rest[0])),
      ["availability", "info", "state"].contains(rest[1])
    else { return nil }
    return (id, rest[1])
  }
}

extension FleetList.Device {
  fileprivate mutating func takeInfo(_ json: JSONValue) {
    name = json["name"]?.string
    version = json["version"]?.string
    isSimulated = json["simulated"]?.bool
  }

  fileprivate mutating func takeState(_ json: JSONValue) {
    status = json["status"]?.string
    why = json["why"]?.array?.compactMap(\.string) ?? []
    error68Degrees = json["error68_deg"]?.number
    stateMicroseconds = json["time"]?.string.flatMap { UTCTime.microseconds(parsing: $0) }
  }
}
