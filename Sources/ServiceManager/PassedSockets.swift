private import Glibc

/// The listening sockets that a service manager made for the daemon.
///
/// They are the manager's: it made their files, with mode and group, and removes them.
package struct PassedSockets: Equatable, Sendable {
  /// The descriptor of `stream.sock`; `nil` where none was passed.
  package var stream: Int32?
  /// The descriptor of `control.sock`; `nil` where none was passed.
  package var control: Int32?

  /// None: the daemon makes its sockets itself.
  package init() {}

  /// Takes those of the environment, and keeps them from programs that this process starts.
  ///
  /// - Throws: `ServiceEnvironmentError` where one is unknown, there twice, or not what it should be.
  package init(_ environment: ServiceEnvironment) throws(ServiceEnvironmentError) {
    for (index, name) in environment.descriptorNames.enumerated() {
      let descriptor = ServiceEnvironment.firstDescriptor + Int32(index)
      guard Self.isListening(descriptor) else {
        throw .notListening(name: name, descriptor: descriptor)
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      switch name {
      case "stream" where stream == nil: stream = descriptor
      case "control" where control == nil: control = descriptor
      case "stream", "control": throw .twice(name)
      default: throw .unknownName(name)
      }
    }
  }

  private static func isListening(_ descriptor: Int32) -> Bool {
    option(SO_DOMAIN, of: descriptor) == AF_UNIX
      && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN, of: descriptor) == 1
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}
