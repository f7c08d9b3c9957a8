private import Glibc

/// What a service manager gives a service in its environment. Sources: sd_notify(3), sd_watchdog_enabled(3),
/// sd_listen_fds(3).
package struct ServiceEnvironment: Equatable, Sendable {
  /// The first descriptor that is passed: SD_LISTEN_FDS_START.
  package static let firstDescriptor: Int32 = 3
  /// More are a mistake.
  private static let mostDescriptors: Int32 = 64

  /// Where to say how the service is; `nil` where no manager asks.
  package var notifySocket: NotifySocket?
  /// µs within which the manager wants to hear that the service works; `nil` where it does not ask.
  package var watchdogMicroseconds: Int64?
  /// The names of the descriptors that were passed, from `firstDescriptor` on.
  package var descriptorNames: [String] = []

  /// - Parameters:
  ///   - variables: of the environment.
  ///   - pid: of this process; what is for another one is ignored.
  /// - Throws: `ServiceEnvironmentError`.
  package init(_ variables: [String: String], pid: Int32) throws(ServiceEnvironmentError) {
    if let address = variables["NOTIFY_SOCKET"], !address.isEmpty {
      notifySocket = try NotifySocket(address)
    }
    if let text = variables["WATCHDOG_USEC"], Self.isFor(pid, variables["WATCHDOG_PID"] ?? "") {
      watchdogMicroseconds = try Self.number(text, of: "WATCHDOG_USEC", in: 1...Int64.max)
    }
    guard let text = variables["LISTEN_FDS"],
      let owner = variables["LISTEN_PID"], !owner.isEmpty, Self.isFor(pid, owner)
    else { return }
    let count = try Self.number(text, of: "LISTEN_FDS", in: 0...Int64(Self.mostDescriptors))
    var names = (variables["LISTEN_FDNAMES"] ?? "")
      .split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    // One socket without a name is the stream's, so that the simplest unit needs none.
    if names == [""] || names == ["unknown"], count == 1 { names = ["stream"] }
    guard names.count == count || count == 0 else {
      throw .wrongNames(variables["LISTEN_FDNAMES"] ?? "", count: Int(count))
    }
    descriptorNames = count == 0 ? [] : names
  }

  /// The environment of this process.
  package static func current() throws(ServiceEnvironmentError) -> ServiceEnvironment {
    var variables: [String: String] = [:]
    for name in [
      "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID",
      "LISTEN_FDNAMES",
    ] { variables[name] = getenv(name).map { String(cString: $0) } }
    return try ServiceEnvironment(variables, pid: getpid())
  }

  /// An empty number is for any process.
  private static func isFor(_ pid: Int32, _ text: String) -> Bool {
    text.isEmpty || Int32(text) == pid
  }

  private static func number(
    _ text: String, of variable: String, in range: ClosedRange<Int64>
  ) throws(ServiceEnvironmentError) -> Int64 {
    guard let number = Int64(text), range.contains(number) else {
      throw .badNumber(variable: variable, value: text)
    }
    return number
  }
}

/// The environment is not one that a service manager makes; the description is one line for the user.
package enum ServiceEnvironmentError: Error, Equatable, Sendable, CustomStringConvertible {
  case badNotifySocket(String)
  case badNumber(variable: String, value: String)
  /// Not as many names as descriptors.
  case wrongNames(String, count: Int)
  /// A descriptor with a name that no socket has.
  case unknownName(String)
  /// Two descriptors of one name.
  case twice(String)
  /// A descriptor that is no listening Unix stream socket.
  case notListening(name: String, descriptor: Int32)

  package var description: String {
    switch self {
    case .badNotifySocket(let value):
      "NOTIFY_SOCKET is \"\(value)\": give a path from the root, or @ and a name, of 107 bytes at most"
    case .badNumber(let variable, let value):
      "\(variable) is \"\(value)\": give a number as the service manager does, or unset it"
    case .wrongNames(let names, let count):
      "LISTEN_FDNAMES is \"\(names)\" and LISTEN_FDS is \(count): give a name for each socket, with "
        + "FileDescriptorName= in the socket's unit"
    case .unknownName(let name):
      "a socket was passed with the name \"\(name)\": FileDescriptorName= in the socket's unit is stream or "
        + "control"
    case .twice(let name):
      "two sockets were passed with the name \"\(name)\": give one of each, with one ListenStream= in its unit"
    case .notListening(let name, let descriptor):
      "the socket \"\(name)\" that was passed (descriptor \(descriptor)) is no listening Unix stream socket: "
        + "use ListenStream= with a path in the socket's unit"
    }
  }
}
