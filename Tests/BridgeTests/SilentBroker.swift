import Glibc
import Testing

@testable import qibla_bridge

/// A broker made by hand: it accepts a connection, and reads only when a test asks for it.
final class SilentBroker {
  private let listener: Int32
  private let port: UInt16
  private var connection: Int32 = -1

  init() throws {
    (listener, port) = try loopbackSocket(SOCK_STREAM)
    // Little room for what is not read.
    var bytes: Int32 = 4096
    setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    try #require(listen(listener, 1) == 0, "errno \(errno)")
  }

  deinit { for descriptor in [connection, listener] where descriptor >= 0 { close(descriptor) } }

  var settings: BrokerSettings {
    BrokerSettings(
      address: NetworkAddress(host: "127.0.0.1", port: port), user: nil, password: nil,
      usesTLS: false, caFile: nil, certFile: nil, keyFile: nil)
  }

  /// Accepts the client with this identifier.
  func accept(_ id: String) throws {
    try waitToRead(listener, "a connection")
    connection = Glibc.accept(listener, nil, nil)
    try #require(connection >= 0, "errno \(errno)")
    try read(until: id)
    // MQTT 3.1.1, 3.2: accepted, without a session of before.
    let answer: [UInt8] = [0x20, 2, 0, 0]
    try #require(send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count)
  }

  /// Reads until a text has come.
  func read(until text: String) throws {
    var tail: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !String(decoding: tail, as: UTF8.self).contains(text) {
      try waitToRead(connection, text)
      let count = recv(connection, &buffer, buffer.count, 0)
      try #require(count > 0, "the connection ended before \(text)")
      tail = Array(tail.suffix(text.utf8.count)) + buffer[..<count]
    }
  }

  private func waitToRead(_ descriptor: Int32, _ what: String) throws {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&request, 1, 30_000) == 1, "\(what) did not come in 30 s")
  }
}
