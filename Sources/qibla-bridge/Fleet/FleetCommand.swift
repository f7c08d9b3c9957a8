import ArgumentParser
import BridgeFormats
import Glibc

/// `qibla-bridge fleet`: what the devices of a broker say.
struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "List the devices of a broker with status, error, age and version.",
    discussion: """
      Reads the retained messages of `qibla-bridge mqtt` and ends when no more arrive. AGE is the time \
      since the device sent its state, by its own clock.

      Examples:
        qibla-bridge fleet --broker 192.168.1.2
        qibla-bridge fleet --broker 192.168.1.2 --json | jq 'select(.online | not)'
      """)

  @OptionGroup(title: "Broker") var broker: BrokerOptions

  @Option(help: "The longest wait for messages, 1 to 300 seconds.")
  var wait = 10.0

  @Flag(help: "Print one JSON object a line for each device.")
  var json = false

  @Flag(
    help: """
      End with status 1 unless there is a device and every one is online with a usable heading.
      """)
  var check = false

  func validate() throws {
    guard wait >= 1, wait <= 300 else {
      throw ValidationError("--wait: \(wait) is not 1 to 300 seconds")
    }
  }

  func run() throws {
    var isHealthy = true
    try qibla_bridge.run {
      let settings = try broker.settings()
      let list: FleetList
      do throws(MosquittoError) {
        list = try collected(settings)
      } catch {
        throw CommandFailure("broker \(settings.address): \(error)")
      }
      let now = plausibleUTC()
      let text = json ? list.jsonLines(now: now) : Array(list.table(now: now).utf8)
      try writeAll(text)
      if check, list.sorted.isEmpty {
        throw CommandFailure(
          "\(settings.address) has no message of a device under \(broker.topicPrefix)/; "
            + "check --broker and --topic-prefix")
      }
      isHealthy = list.sorted.allSatisfy(\.isHealthy)
    }
    if check, !isHealthy { throw ExitCode.failure }
  }

  /// How long no message must come for the list to be whole.
  private static let quiet = Duration.milliseconds(700)

  private func collected(_ settings: BrokerSettings) throws(MosquittoError) -> FleetList {
    var list = FleetList(prefix: broker.topicPrefix)
    let client = try MosquittoClient(settings, id: nil)
    let deadline = ContinuousClock.now + .seconds(wait)
    try client.connect()
    var hasAsked = false
    var lastMessage = ContinuousClock.now
    while .now < deadline {
      if !hasAsked, try client.isAccepted() {
        for topic in list.subscriptions { try client.subscribe(topic) }
        hasAsked = true
      }
      if try !client.isSubscribed() { lastMessage = .now }
      if .now - lastMessage > Self.quiet { return list }
      var requests = [client.request]
      _ = poll(&requests, 1, 50)
      try client.serve(requests[0])
      for (topic, payload) in client.takeReceived() {
        list.take(topic: topic, payload: payload)
        lastMessage = .now
      }
    }
    guard try client.isSubscribed() else {
      throw MosquittoError("it does not answer; check host and port")
    }
    return list
  }
}

/// Writes everything to standard output.
private func writeAll(_ bytes: [UInt8]) throws {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno == EPIPE {
      throw ReaderGone()
    } else if errno != EINTR {
      throw CommandFailure("cannot write to standard output: \(words(ofError: errno))")
    }
  }
}
