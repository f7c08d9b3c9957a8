import BridgeFormats
import CMosquitto
import Glibc

/// An error of libmosquitto.
struct MosquittoError: Error, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }

  /// - Parameter answer: the code by which a broker has refused the connection.
  init(refusal answer: Int32) {
    let words = String(cString: mosquitto_connack_string(answer)).withoutFullStop
    // MQTT 3.1.1, table 3.1: 4 is a wrong name or password, 5 no permission.
    description = answer == 4 || answer == 5 ? words + "; check --user and --password-file" : words
  }

  /// - Parameter code: what a function of the library returned; for `MOSQ_ERR_ERRNO`, `errno` counts.
  init(code: Int32, errno number: Int32) {
    description =
      code == MOSQ_ERR_ERRNO.rawValue
      ? words(ofError: number) : String(cString: mosquitto_strerror(code)).withoutFullStop
  }
}

extension String {
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// A client of libmosquitto that runs on the thread that uses it, without a thread of the library.
///
/// Use it from one thread. The library calls back only within `serve` and `disconnect`.
final class MosquittoClient {
  /// What the callbacks have noted.
  private final class Notes {
    enum Subscription { case granted, refused }

    /// The broker's answer to the connection; `nil` until it comes.
    var answer: Int32?
    /// Messages that the broker has not confirmed yet.
    var unconfirmed: Set<Int32> = []
    var received: [(topic: String, payload: [UInt8])] = []
    /// The broker's answer to subscriptions; `nil` until it comes. One that is refused outweighs others.
    var subscription: Subscription?
  }

  /// Unconfirmed messages at the most.
  private static let confirmationLimit = 20
  /// Seconds without a message after which the library asks whether the broker is there; the broker
  /// sends the last will after one and a half times this.
  private static let keepAliveSeconds: Int32 = 30

  private let client: OpaquePointer
  private let notes = Notes()
  private let address: NetworkAddress
  private var hasConnected = false

  /// - Parameters:
  ///   - id: by which the broker knows the client; `nil`: the broker chooses.
  ///   - will: what the broker publishes when the connection breaks.
  /// - Throws: for settings that the library refuses.
  init(
    _ settings: BrokerSettings, id: String?, will: MQTTMessage? = nil
  ) throws(MosquittoError) {
    address = settings.address
    let initialised = mosquitto_lib_init()
    guard initialised == 0 else { throw MosquittoError(code: initialised, errno: errno) }
    guard let client = mosquitto_new(id, true, Unmanaged.passUnretained(notes).toOpaque()) else {
      throw MosquittoError("no client: \(words(ofError: errno))")
    }
    self.client = client
    setCallbacks()
    if let will {
      try check(
        mosquitto_will_set(
          client, will.topic, Int32(will.payload.count), will.payload, will.quality.rawValue,
          will.isRetained))
    }
    if let user = settings.user {
      try check(mosquitto_username_pw_set(client, user, settings.password))
    }
    if settings.usesTLS {
      let folder = settings.caFile == nil ? "/etc/ssl/certs" : nil
      try check(
        mosquitto_tls_set(
          client, settings.caFile, folder, settings.certFile, settings.keyFile, nil))
    }
  }

  deinit { mosquitto_destroy(client) }

  private func setCallbacks() {
    // C functions capture nothing: the notes come through the pointer that was given to
    // `mosquitto_new`, and live as long as this object, which owns the client.
    mosquitto_connect_callback_set(client) { _, notes, answer in
      notes.map { Unmanaged<Notes>.fromOpaque($0).takeUnretainedValue() }?.answer = answer
    }
    mosquitto_publish_callback_set(client) { _, notes, number in
      notes.map { Unmanaged<Notes>.fromOpaque($0).takeUnretainedValue() }?.unconfirmed
        .remove(number)
    }
    mosquitto_subscribe_callback_set(client) { _, notes, _, count, qualities in
      guard let notes, let qualities else { return }
      // MQTT 3.1.1, 3.9.3: 128 is a failure; in version 5 all from there on are.
      let isRefused = (0..<Int(count)).contains { qualities[$0] >= 128 }
      let own = Unmanaged<Notes>.fromOpaque(notes).takeUnretainedValue()
      if isRefused || own.subscription == nil {
        own.subscription = isRefused ? .refused : .granted
      }
    }
    mosquitto_message_callback_set(client) { _, notes, message in
      guard let notes, let message = message?.pointee, let topic = message.topic else { return }
      let payload = UnsafeRawBufferPointer(
        start: message.payload, count: Int(message.payloadlen))
      Unmanaged<Notes>.fromOpaque(notes).takeUnretainedValue().received.append(
        (String(cString: topic), Array(payload)))
    }
  }

  /// Connects; blocks until the broker's machine answers. The broker's own answer is `answer`.
  func connect() throws(MosquittoError) {
    notes.answer = nil
    let status =
      hasConnected
      ? mosquitto_reconnect(client)
      : mosquitto_connect(client, address.host, Int32(address.port), Self.keepAliveSeconds)
    let number = errno
    guard status == 0 else { throw MosquittoError(code: status, errno: number) }
    hasConnected = true
  }

  /// Whether the broker has accepted the connection; `nil` until it answers.
  ///
  /// - Throws: if it has refused it.
  func isAccepted() throws(MosquittoError) -> Bool {
    guard let answer = notes.answer else { return false }
    guard answer == 0 else { throw MosquittoError(refusal: answer) }
    return true
  }

  /// What to wait for until `serve`.
  var request: pollfd {
    let events = mosquitto_want_write(client) ? POLLIN | POLLOUT : POLLIN
    return pollfd(fd: mosquitto_socket(client), events: Int16(events), revents: 0)
  }

  /// Reads and writes what is possible now, and keeps the connection alive.
  ///
  /// - Parameter ready: `request` after `poll`.
  /// - Throws: when the connection is broken.
  func serve(_ ready: pollfd) throws(MosquittoError) {
    if ready.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
      let status = mosquitto_loop_read(client, 1)
      let number = errno
      if let answer = notes.answer, answer != 0 { throw MosquittoError(refusal: answer) }
      guard status == 0 else { throw MosquittoError(code: status, errno: number) }
    }
    if ready.revents & Int16(POLLOUT) != 0 { try check(mosquitto_loop_write(client, 1)) }
    try check(mosquitto_loop_misc(client))
  }

  /// Whether the library takes another message without keeping it for a broker that does not read.
  var hasRoom: Bool {
    !mosquitto_want_write(client) && notes.unconfirmed.count < Self.confirmationLimit
  }

  /// Whether the broker has confirmed every message, and the rest is with the kernel.
  var isIdle: Bool { !mosquitto_want_write(client) && notes.unconfirmed.isEmpty }

  func publish(_ message: MQTTMessage) throws(MosquittoError) {
    var number: Int32 = 0
    try check(
      mosquitto_publish(
        client, &number, message.topic, Int32(message.payload.count), message.payload,
        message.quality.rawValue, message.isRetained))
    if message.quality == .atLeastOnce { notes.unconfirmed.insert(number) }
  }

  func subscribe(_ topic: String) throws(MosquittoError) {
    try check(mosquitto_subscribe(client, nil, topic, 0))
  }

  /// Whether the broker has answered a subscription.
  ///
  /// - Throws: if it has refused one.
  func isSubscribed() throws(MosquittoError) -> Bool {
    guard notes.subscription != .refused else {
      throw MosquittoError(
        "it refuses the subscription; check --user, and what the broker lets that user read")
    }
    return notes.subscription == .granted
  }

  /// The messages that have arrived since the last call.
  func takeReceived() -> [(topic: String, payload: [UInt8])] {
    defer { notes.received = [] }
    return notes.received
  }

  /// Ends the connection in order: the broker does not send the last will.
  func disconnect() { mosquitto_disconnect(client) }

  private func check(_ status: Int32) throws(MosquittoError) {
    let number = errno
    if status != 0 { throw MosquittoError(code: status, errno: number) }
  }
}
