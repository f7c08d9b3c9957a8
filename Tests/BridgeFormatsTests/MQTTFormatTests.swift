import BridgeFormats
import JSON
import Quantities
import Testing
import Wire

@Suite struct MQTTFormatTests {
  private func format(name: String = "mast", revealsPosition: Bool = false) throws -> MQTTFormat {
    let id = try #require(DeviceID("boat-1"))
    return MQTTFormat(
      topics: MQTTTopics(prefix: "qiblad", device: id), name: name,
      revealsPosition: revealsPosition)
  }

  private let hello = Hello(version: "1.2.3", runID: "a", replay: false, simulated: false)

  private func json(_ message: MQTTMessage) throws -> JSONValue {
    #expect(!message.payload.contains(UInt8(ascii: "\n")))
    return try JSONValue(parsing: message.payload[...])
  }

  private func keys(_ value: JSONValue) -> Set<String> { Set(value.members?.map(\.key) ?? []) }

  @Test func whatLateSubscribersNeedIsRetainedAndConfirmed() throws {
    let format = try format()
    for message in [format.availability(isOnline: true), format.info(hello)] {
      #expect(message.isRetained && message.quality == .atLeastOnce, "\(message.topic)")
    }
    let reading = format.reading(try fullReading())
    #expect(!reading.isRetained && reading.quality == .atMostOnce)
    #expect(format.availability(isOnline: false).payload.text == "offline")
    #expect(reading.topic == "qiblad/boat-1/reading")
  }

  @Test func aReadingNamesItsNorth() throws {
    let known = try json(format().reading(fullReading()))
    #expect(known["heading_deg"]?.number == 94 && known["north"]?.string == "true")
    let unknown = try json(format().reading(fullReading(declination: nil)))
    #expect(unknown["heading_deg"]?.number == 101.1 && unknown["north"]?.string == "magnetic")
    let none = try json(format().reading(emptyReading))
    #expect(none["heading_deg"] == nil && none["north"] == nil)
    #expect(none["status"]?.string == "unavailable")
  }

  // The bearing of the target to 0.001° and its distance are the position.
  @Test func withoutPermissionNothingTellsThePosition() throws {
    var reading = try fullReading()
    reading.qibla = Azimuth(degrees: 118.987)
    let shown = try json(format().reading(reading))
    #expect(shown["qibla_deg"]?.number == 119)
    #expect(shown["pointer_deg"]?.number == 25)
    #expect(shown["declination_deg"] == nil && shown["heading_magnetic_deg"] == nil)
    let position = PositionMessage(
      sequence: 0, time: Timestamp(microseconds: 0), status: .manual,
      position: try Position(coordinates: Coordinates(latitude: 51.5, longitude: -0.1)))
    #expect(try format().position(position) == nil)
    let target = QiblaMessage.Target(
      name: "Kaaba", coordinates: try Coordinates(latitude: 21.4, longitude: 39.8))
    let qibla = QiblaMessage(
      sequence: 0, time: Timestamp(microseconds: 0), bearing: Azimuth(degrees: 118.987),
      distanceKilometres: 4794.753, error68Degrees: nil, note: .none, target: target)
    let coarse = try json(format().qibla(qibla))
    #expect(keys(coarse) == ["bearing_deg", "cardinal", "note", "target"])
    #expect(coarse["bearing_deg"]?.number == 119)
    let open = try format(revealsPosition: true)
    #expect(try json(open.reading(reading))["qibla_deg"]?.number == 119)
    #expect(try json(open.qibla(qibla))["distance_km"]?.number == 4794.753)
    let sent = try json(#require(open.position(position)))
    #expect(sent["latitude_deg"]?.number == 51.5 && sent["longitude_deg"]?.number == -0.1)
  }

  @Test(arguments: [(359.96, 0.0), (359.94, 359.9), (0, 0)])
  func aRoundedHeadingStaysBelow360(heading: Double, sent: Double) throws {
    let reading = try fullReading(magnetic: heading, declination: nil)
    #expect(try json(format().reading(reading))["heading_deg"]?.number == sent)
  }

  @Test func aPointerRunsFromMinus180() throws {
    for (bearing, heading, pointer) in [
      (0.0, 180.0, -180.0), (10, 350, 20), (350, 10, -20), (180, 0.04, 180 - 0.04), (0, 0, 0),
    ] {
      var reading = try fullReading(magnetic: heading, declination: 0)
      reading.qibla = Azimuth(degrees: bearing)
      let shown = try #require(try json(format().reading(reading))["pointer_deg"]?.number)
      let expected = (pointer * 10).rounded() / 10
      #expect(shown == (expected >= 180 ? -180 : expected))
    }
  }

  @Test(arguments: awkwardNames)
  func anyNameComesBackInInfoAndDiscovery(name: String) throws {
    let format = try format(name: name)
    #expect(try json(format.info(hello))["name"]?.string == name)
    let discovery = HomeAssistantDiscovery(
      topics: format.topics, name: name, prefix: "homeassistant", expireAfterSeconds: 30)
    for message in discovery.messages(hello) {
      #expect(try json(message)["device"]?["name"]?.string == name)
    }
  }

  @Test func identitiesAreOneLevelOfATopic() {
    for text in ["a", "A-b_9", String(repeating: "x", count: 64)] {
      #expect(DeviceID(text)?.text == text)
    }
    for text in awkwardNames + ["a/b", "+", "#", "a b", String(repeating: "x", count: 65)]
    where text != "Kaaba" {
      #expect(DeviceID(text) == nil, "\(text)")
    }
  }

  @Test func twoBoardsWithOneHostNameHaveTwoIdentities() throws {
    let first = DeviceID(hostname: "raspberrypi", machineID: "0123456789abcdef")
    let second = DeviceID(hostname: "raspberrypi", machineID: "0123456789abcdee")
    #expect(
      first != second && first == DeviceID(hostname: "raspberrypi", machineID: "0123456789abcdef"))
    #expect(first.text.hasPrefix("raspberrypi-") && !first.text.contains("0123456789abcdef"))
    for name in awkwardNames {
      let id = DeviceID(hostname: name, machineID: name)
      #expect(DeviceID(id.text) == id)
    }
  }

  @Test(arguments: ["", "/", "a/", "/a", "a+b", "#", "$SYS", "a\nb", "\u{0}"])
  func aPrefixThatIsNoTopicIsRefused(prefix: String) { #expect(!MQTTTopics.isPrefix(prefix)) }

  // Home Assistant's documentation: "MQTT Sensor" (configuration variables) and "MQTT discovery".
  @Test func discoveryHasOnlyDocumentedMembers() throws {
    let documented: Set = [
      "availability", "availability_mode", "availability_template", "availability_topic",
      "default_entity_id", "device", "device_class", "enabled_by_default", "encoding",
      "entity_category", "entity_picture", "expire_after", "force_update", "icon",
      "json_attributes_template", "json_attributes_topic", "last_reset_value_template", "name",
      "object_id", "options", "origin", "payload_available", "payload_not_available", "platform",
      "qos", "state_class", "state_topic", "suggested_display_precision", "unique_id",
      "unit_of_measurement", "value_template",
    ]
    let ofDevice: Set = [
      "configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model",
      "model_id", "name", "serial_number", "suggested_area", "sw_version", "via_device",
    ]
    let topics = try format().topics
    let discovery = HomeAssistantDiscovery(
      topics: topics, name: "mast", prefix: "homeassistant", expireAfterSeconds: 30)
    var identities: Set<String> = []
    for message in discovery.messages(hello) {
      let json = try json(message)
      #expect(message.isRetained)
      #expect(keys(json).isSubset(of: documented), "\(message.topic)")
      #expect(keys(json["device"] ?? .null).isSubset(of: ofDevice))
      #expect(keys(json["origin"] ?? .null) == ["name", "sw_version"])
      #expect(json["availability_topic"]?.string == topics.availability)
      #expect([topics.state, topics.reading].contains(json["state_topic"]?.string))
      // `options` are for `enum` only, which has neither unit nor state class.
      let isEnum = json["device_class"]?.string == "enum"
      #expect((json["options"] != nil) == isEnum)
      #expect((json["unit_of_measurement"] != nil) != isEnum)
      // The mean of directions of 359° and 1°, 180°, is none: no statistics of them.
      let isError = json["name"]?.string == "Heading error"
      #expect(json["state_class"]?.string == (isError ? "measurement" : nil))
      let identity = try #require(json["unique_id"]?.string)
      #expect(identities.insert(identity).inserted)
      let levels = message.topic.split(separator: "/")
      #expect(levels.count == 5 && levels[1] == "sensor" && levels[4] == "config")
    }
    #expect(identities.count == 6)
  }
}
