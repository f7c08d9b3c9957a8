internal import JSON
package import Wire

/// The messages by which Home Assistant finds the device and makes its entities.
///
/// Source: Home Assistant's documentation of the MQTT integration, "MQTT Discovery" and "MQTT
/// Sensor".
package struct HomeAssistantDiscovery: Sendable {
  private let topics: MQTTTopics
  private let name: String
  /// The first level of the discovery topics; `homeassistant` unless the user has changed it there.
  private let prefix: String
  /// Seconds without a reading after which a value counts as unknown.
  private let expireAfterSeconds: Int

  package init(
    topics: MQTTTopics, name: String, prefix: String, expireAfterSeconds: Int
  ) {
    self.topics = topics
    self.name = name
    self.prefix = prefix
    self.expireAfterSeconds = expireAfterSeconds
  }

  /// One retained message for each entity.
  ///
  /// - Parameter hello: for the version of the daemon.
  package func messages(_ hello: Hello) -> [MQTTMessage] {
    Entity.all.map { entity in
      MQTTMessage(
        "\(prefix)/sensor/\(topics.device)/\(entity.key)/config", payload(entity, hello),
        isRetained: true, quality: .atLeastOnce)
    }
  }

  private func payload(_ entity: Entity, _ hello: Hello) -> [UInt8] {
    object { writer in
      writer.member("name", entity.name)
      writer.member("unique_id", "qiblad_\(topics.device)_\(entity.key)")
      writer.member("state_topic", entity.isOfState ? topics.state : topics.reading)
      writer.member("value_template", "{{ value_json.\(entity.member) | default(None) }}")
      writer.member("availability_topic", topics.availability)
      writer.member("payload_available", "online")
      writer.member("payload_not_available", "offline")
      if let options = entity.options {
        writer.member("device_class", "enum")
        writer.list("options", options)
      } else {
        writer.member("unit_of_measurement", "°")
        if entity.hasMean { writer.member("state_class", "measurement") }
        writer.member("suggested_display_precision", entity.decimals)
      }
      if !entity.isOfState { writer.member("expire_after", expireAfterSeconds) }
      if entity.isOfState {
        writer.member("json_attributes_topic", topics.state)
        writer.member("entity_category", "diagnostic")
      }
      writer.member("icon", entity.icon)
      writer.object("device") { writer in
        writer.list("identifiers", ["qiblad_\(topics.device)"])
        writer.member("name", name)
        writer.member("manufacturer", "qiblad")
        writer.member("model", hello.simulated ? "simulated compass" : "compass")
        writer.member("sw_version", hello.version)
      }
      writer.object("origin") { writer in
        writer.member("name", "qibla-bridge")
        writer.member("sw_version", programVersion)
      }
    }
  }
}

/// A value that Home Assistant shows.
private struct Entity {
  /// The last part of the identifier.
  let key: String
  let name: String
  /// The member of the payload.
  let member: String
  /// The values of an enumeration; `nil` for an angle in degrees.
  var options: [String]?
  var decimals = 0
  /// Whether Home Assistant may keep the mean of an hour. That of 359° and 1° would be 180°, and its class for angles,
  /// `measurement_angle`, makes a version before 2025.4 refuse the entity.
  var hasMean = false
  /// Whether the member is in the topic `state`, not `reading`.
  var isOfState = false
  let icon: String

  static let all = [
    Entity(key: "heading", name: "Heading", member: "heading_deg", icon: "mdi:compass"),
    Entity(
      key: "heading_error", name: "Heading error", member: "error68_deg", decimals: 1,
      hasMean: true, icon: "mdi:plus-minus"),
    Entity(
      key: "pointer", name: "Turn to Qibla", member: "pointer_deg", icon: "mdi:arrow-up-bold"),
    Entity(
      key: "alignment", name: "Alignment", member: "alignment",
      options: Reading.Alignment.allCases.map(\.rawValue), icon: "mdi:target"),
    Entity(
      key: "status", name: "Status", member: "status",
      options: Reading.Status.allCases.map(\.rawValue), isOfState: true,
      icon: "mdi:check-circle-outline"),
    Entity(
      key: "calibration", name: "Calibration", member: "calibration",
      options: StateMessage.Calibration.Status.allCases.map(\.rawValue), isOfState: true,
      icon: "mdi:tune"),
  ]
}
