import ArgumentParser
import BridgeFormats
import Glibc

/// Options for the connection to a broker, for `mqtt` and `fleet`.
struct BrokerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The broker; the port is 1883 unless given, with TLS 8883.", valueName: "host[:port]"))
  var broker = "localhost"

  @Option(help: "The user name for the broker.")
  var user: String?

  @Option(
    help: ArgumentHelp(
      "A file whose first line is the password: on the command line other users would see it.",
      valueName: "path"))
  var passwordFile: String?

  @Flag(
    help: "Encrypt the connection, and check the broker's certificate with those of the system.")
  var tls = false

  @Option(
    help: ArgumentHelp(
      "Encrypt the connection, and check the broker's certificate with this one.",
      valueName: "path"))
  var caFile: String?

  @Option(help: ArgumentHelp("This device's certificate, for TLS.", valueName: "path"))
  var certFile: String?

  @Option(help: ArgumentHelp("The key of --cert-file.", valueName: "path"))
  var keyFile: String?

  @Option(help: "What comes before the device's identifier in a topic.")
  var topicPrefix = "qiblad"

  func validate() throws {
    guard address != nil else {
      throw ValidationError("--broker: '\(broker)' is not HOST or HOST:PORT, such as 10.0.0.2:1883")
    }
    guard passwordFile == nil || user != nil else {
      throw ValidationError("--password-file needs --user")
    }
    guard (certFile == nil) == (keyFile == nil) else {
      throw ValidationError("--cert-file and --key-file are given together")
    }
    guard usesTLS || certFile == nil else {
      throw ValidationError("--cert-file needs --tls or --ca-file")
    }
    guard MQTTTopics.isPrefix(topicPrefix) else {
      throw ValidationError(
        "--topic-prefix: '\(topicPrefix)' must not have +, # or control characters, nor / at an end"
      )
    }
  }

  var usesTLS: Bool { tls || caFile != nil }

  var address: NetworkAddress? {
    NetworkAddress(parsing: broker, defaultPort: usesTLS ? 8883 : 1883)
  }

  /// What a connection needs, with the password read from its file.
  func settings() throws(CommandFailure) -> BrokerSettings {
    guard let address else { throw CommandFailure("--broker: '\(broker)' is not HOST:PORT") }
    for path in [caFile, certFile, keyFile] {
      guard let path, access(path, R_OK) != 0 else { continue }
      throw CommandFailure("cannot read \(path): \(words(ofError: errno))")
    }
    return BrokerSettings(
      address: address, user: user, password: try passwordFile.map(password(in:)),
      usesTLS: usesTLS, caFile: caFile, certFile: certFile, keyFile: keyFile)
  }
}

/// What a connection to a broker needs.
struct BrokerSettings: Sendable {
  let address: NetworkAddress
  let user: String?
  let password: String?
  let usesTLS: Bool
  let caFile: String?
  let certFile: String?
  let keyFile: String?

  /// Whether others on the network can read the password.
  var exposesPassword: Bool {
    password != nil && !usesTLS && !["localhost", "127.0.0.1", "::1"].contains(address.host)
  }
}

/// The first line of a file.
private func password(in path: String) throws(CommandFailure) -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    throw CommandFailure("cannot read the password from \(path): \(words(ofError: errno))")
  }
  defer { close(descriptor) }
  var info = stat()
  // systemd gives a service its credentials by an access control list, whose mask stands where the group's mode would.
  let isCredential =
    getenv("CREDENTIALS_DIRECTORY").map { path.hasPrefix(String(cString: $0)) } ?? false
  if !isCredential, fstat(descriptor, &info) == 0, info.st_mode & 0o077 != 0 {
    complain("other users can read \(path); chmod 600 \(path)")
  }
  var buffer = [UInt8](repeating: 0, count: 1025)
  let count = read(descriptor, &buffer, buffer.count)
  guard count >= 0 else {
    throw CommandFailure("cannot read the password from \(path): \(words(ofError: errno))")
  }
  let line = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  guard !line.isEmpty, line.count <= 1024, !line.contains(0) else {
    throw CommandFailure("\(path): the first line is not a password of 1 to 1024 bytes")
  }
  return String(decoding: line, as: UTF8.self)
}
