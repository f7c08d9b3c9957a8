/// The topics of one device on a broker.
package struct MQTTTopics: Equatable, Sendable {
  /// What comes before the identifier of a device, without the last `/`.
  package let prefix: String
  package let device: DeviceID

  /// - Parameter prefix: without wildcards: see `isPrefix`.
  package init(prefix: String, device: DeviceID) {
    self.prefix = prefix
    self.device = device
  }

  /// Whether a text can be the prefix: 1 to 128 bytes, without the wildcards `+` and `#`, control
  /// characters, and `/` or `$` at its beginning or `/` at its end.
  package static func isPrefix(_ text: String) -> Bool {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && $0 != "+" && $0 != "#"
    }
    return isPlain && (1...128).contains(text.utf8.count) && !text.hasPrefix("/")
      && !text.hasPrefix("$") && !text.hasSuffix("/")
  }

  /// `online` or `offline`, retained; `offline` is also the last will.
  package var availability: String { topic("availability") }
  /// The name and the versions, retained.
  package var info: String { topic("info") }
  /// The condition of the device, retained.
  package var state: String { topic("state") }
  package var reading: String { topic("reading") }
  package var event: String { topic("event") }
  /// The direction of the target, retained.
  package var qibla: String { topic("qibla") }
  /// The position, retained; only sent when the user asks for it.
  package var position: String { topic("position") }

  private func topic(_ last: String) -> String { "\(prefix)/\(device)/\(last)" }
}

/// What is published in one topic.
package struct MQTTMessage: Equatable, Sendable {
  /// How often a broker delivers a message.
  package enum Quality: Int32, Sendable {
    case atMostOnce = 0
    case atLeastOnce = 1
  }

  package var topic: String
  package var payload: [UInt8]
  /// Whether the broker keeps the message for clients that subscribe later.
  package var isRetained: Bool
  package var quality: Quality
  /// Whether a newer message of the topic replaces this one while it waits.
  package var isReplaceable: Bool

  package init(
    _ topic: String, _ payload: [UInt8], isRetained: Bool, quality: Quality,
    isReplaceable: Bool = true
  ) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
    self.quality = quality
    self.isReplaceable = isReplaceable
  }
}
