import ArgumentParser
import BridgeFormats
import Glibc
import ProgramOptions
import Wire

/// `qibla-bridge mqtt`: topics of an MQTT broker, and entities of Home Assistant.
struct MQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mqtt",
    abstract: "Publish readings, state and events to an MQTT broker.",
    discussion: """
      Topics are PREFIX/ID/availability, info, state, reading, event and qibla; all but reading and \
      event are retained. The position is not sent, and the bearing of the target is a whole degree, \
      unless --position is given. --home-assistant makes the entities of Home Assistant.

      Examples:
        qibla-bridge mqtt --broker 192.168.1.2 --home-assistant
        qibla-bridge mqtt --broker mqtt.example.org --tls --user mosque --password-file /etc/qiblad/mqtt
      """)

  @OptionGroup(title: "Broker") var broker: BrokerOptions

  @Option(
    help: """
      The device's identifier on the broker: letters, digits, _ and -; by default the host name and a \
      number of this machine.
      """,
    transform: { try parsedID($0) })
  var id: DeviceID?

  @Option(help: "The device's name for people; by default the identifier.")
  var name: String?

  @Option(help: "Readings a second, up to 60.")
  var rate = 1.0

  @Option(
    help: ArgumentHelp(
      "The least seconds between two states, or two positions or bearings, 0.1 to 3600.",
      valueName: "seconds"))
  var stateInterval = 1.0

  @Option(
    help: ArgumentHelp(
      "Seconds after which an unchanged state is sent again, 1 to 86400.", valueName: "seconds"))
  var repeatInterval = 60.0

  @Flag(help: "Also send the position, the distance and exact bearings.")
  var position = false

  @Flag(help: "Publish what Home Assistant needs to find the device.")
  var homeAssistant = false

  @Option(help: "The prefix of Home Assistant's discovery.")
  var homeAssistantPrefix = "homeassistant"

  @OptionGroup var socket: SocketOption

  func validate() throws {
    try check(rate: rate)
    guard stateInterval >= 0.1, stateInterval <= 3600 else {
      throw ValidationError("--state-interval: \(stateInterval) is not 0.1 to 3600 seconds")
    }
    guard repeatInterval >= 1, repeatInterval <= 86_400 else {
      throw ValidationError("--repeat-interval: \(repeatInterval) is not 1 to 86400 seconds")
    }
    guard MQTTTopics.isPrefix(homeAssistantPrefix) else {
      throw ValidationError("--home-assistant-prefix: '\(homeAssistantPrefix)' is not a topic")
    }
  }

  func run() throws {
    try qibla_bridge.run {
      let settings = try broker.settings()
      if settings.exposesPassword {
        complain("the password goes over the network unencrypted; use --tls or --ca-file")
      }
      let device = id ?? DeviceID(hostname: hostname(), machineID: machineID())
      let topics = MQTTTopics(prefix: broker.topicPrefix, device: device)
      let format = MQTTFormat(
        topics: topics, name: name ?? device.text, revealsPosition: position)
      let discovery = HomeAssistantDiscovery(
        topics: topics, name: format.name, prefix: homeAssistantPrefix,
        expireAfterSeconds: Int(max(30, (10 / rate).rounded(.up))))
      // Before the broker's thread says anything: who reads that may end the bridge.
      EndSignal.install()
      var bridge = MQTTBridge(
        format: format, discovery: homeAssistant ? discovery : nil,
        thread: try BrokerThread(
          settings, id: "qiblad-\(device)", will: format.availability(isOnline: false)),
        rate: {
          TopicRate(interval: .seconds(stateInterval), repeatInterval: .seconds(repeatInterval))
        })
      complain("this device is \(topics.prefix)/\(device)")
      var watched: [Topic: WatchOptions] = [.reading: WatchOptions(rateHz: rate)]
      for topic in [Topic.state, .event, .qibla] { watched[topic] = WatchOptions() }
      if position { watched[.position] = WatchOptions() }
      try bridge.run(DaemonFeed(socketDirectory: socket.socketDir, topics: watched))
    }
  }
}

private func parsedID(_ text: String) throws -> DeviceID {
  guard let id = DeviceID(text) else {
    throw ValidationError("'\(text)' is not 1 to 64 letters, digits, _ or -")
  }
  return id
}

/// This machine's name; empty where the system has none.
private func hostname() -> String {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "" }
  return name.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

/// The number of this installation (machine-id(5)); empty where there is none.
private func machineID() -> String {
  let descriptor = open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return "" }
  defer { close(descriptor) }
  var buffer = [UInt8](repeating: 0, count: 64)
  let count = read(descriptor, &buffer, buffer.count)
  return String(decoding: buffer.prefix(max(0, count)).filter { $0 > 0x20 }, as: UTF8.self)
}
