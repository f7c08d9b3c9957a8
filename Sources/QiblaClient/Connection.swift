private import Glibc
internal import JSON
public import Wire

/// A connection to the daemon's stream. Use it from one thread at a time. Closed on release.
///
/// The first line is the server's `hello`. Further lines arrive only after a request:
/// ```swift let connection = try Connection() try connection.send(.watch([.reading: WatchOptions(rateHz: 30)])) while case .value(let message) = try connection.nextMessage() { show(message) } ```
public final class Connection {
  /// The socket of the daemon that answered.
  public let path: String
  /// The descriptor, for `poll` together with other descriptors. `poll` does not show lines that
  /// are already in the buffer: take them first, with a timeout of `.zero`, until there is none.
  public let fileDescriptor: Int32
  private var lines = LineBuffer()
  private var sent = 0

  /// Connects to the first daemon that answers, in the directories of `SocketDirectory.candidates`.
  ///
  /// - Parameter socketDirectory: the value of `--socket-dir`; then it is the only directory.
  /// - Throws: `ConnectionError.noDaemon` with every socket that was tried.
  public convenience init(socketDirectory: String? = nil) throws(ConnectionError) {
    try self.init(socketDirectory: socketDirectory, socket: \.streamSocket)
  }

  /// Connects to the control socket of the first daemon that answers: for requests that change the
  /// daemon. The directories are the same.
  ///
  /// - Throws: `ConnectionError.noDaemon` with every socket that was tried; EACCES where this user
  ///   may not control the daemon.
  public convenience init(controlIn socketDirectory: String?) throws(ConnectionError) {
    try self.init(socketDirectory: socketDirectory, socket: \.controlSocket)
  }

  private convenience init(
    socketDirectory: String?, socket: KeyPath<SocketDirectory, String>
  ) throws(ConnectionError) {
    var environment: [String: String] = [:]
    for name in SocketDirectory.environmentVariables {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    let user = getuid()
    let candidates = SocketDirectory.candidates(
      explicit: socketDirectory, environment: environment, uid: user)
    try self.init(candidates: candidates, user: user, socket: socket)
  }

  /// Connects to the first daemon that answers in these directories.
  ///
  /// A directory in a folder like `/tmp` must belong to the user: another user could have created
  /// it, with a socket that sends a wrong direction.
  ///
  /// - Parameter user: the user's number.
  convenience init(
    candidates: [SocketDirectory], user: UInt32,
    socket: KeyPath<SocketDirectory, String> = \.streamSocket
  ) throws(ConnectionError) {
    try self.init(
      candidates.map { candidate in
        let isPublic = candidate.origin == .temporary
        return (candidate[keyPath: socket], isPublic ? danger(of: candidate.path, user) : nil)
      })
  }

  /// Connects to the first of these sockets that answers. Their owner is not checked.
  public convenience init(paths: [String]) throws(ConnectionError) {
    try self.init(paths.map { ($0, nil) })
  }

  private init(
    _ places: [(path: String, danger: ConnectionError.Attempt.Reason?)]
  ) throws(ConnectionError) {
    var attempts: [ConnectionError.Attempt] = []
    for (path, danger) in places {
      if let danger {
        attempts.append(ConnectionError.Attempt(path: path, reason: danger))
        continue
      }
      switch connectedSocket(path) {
      case .success(let descriptor):
        self.path = path
        fileDescriptor = descriptor
        return
      case .failure(let failure):
        attempts.append(ConnectionError.Attempt(path: path, errno: failure.errno))
      }
    }
    throw .noDaemon(attempts)
  }

  deinit { close(fileDescriptor) }

  /// Sends one request.
  ///
  /// - Returns: the `id` of its reply or error: 1, 2, 3 …
  @discardableResult
  public func send(_ request: Request) throws(ConnectionError) -> Int {
    sent += 1
    try send(line: TaggedRequest(number: sent, request: request).line)
    return sent
  }

  /// Sends bytes unchanged. They must be whole lines, each with its LF.
  public func send(line: [UInt8]) throws(ConnectionError) {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .broken(call: "send", errno: errno)
      }
    }
  }

  /// Ends sending. Watched topics still arrive.
  public func endSending() throws(ConnectionError) {
    guard shutdown(fileDescriptor, Int32(SHUT_WR)) == 0 else {
      throw .broken(call: "shutdown", errno: errno)
    }
  }

  /// The next message.
  ///
  /// - Parameter timeout: how long to wait; `nil`: for ever; `.zero`: not at all.
  /// - Throws: `ConnectionError.notUnderstood` for one line; the next call reads the next line.
  public func nextMessage(timeout: Duration? = nil) throws(ConnectionError) -> Received<Message> {
    switch try nextLine(timeout: timeout) {
    case .value(let line):
      do throws(MessageError) { return .value(try Message(parsing: line)) } catch {
        throw .notUnderstood(error)
      }
    case .timeout: return .timeout
    case .interrupted: return .interrupted
    case .ended: return .ended
    }
  }

  /// The next line, byte for byte as the server sent it, LF included. An incomplete last line is
  /// discarded.
  ///
  /// - Parameter timeout: as in `nextMessage`.
  public func nextLine(timeout: Duration? = nil) throws(ConnectionError) -> Received<[UInt8]> {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      if let line = lines.next() {
        guard line.count <= Limits.lineBytes else { throw .lineTooLong }
        return .value(line)
      }
      guard lines.count < Limits.lineBytes else { throw .lineTooLong }
      switch try waitForData(until: deadline) {
      case .value: break
      case .timeout: return .timeout
      case .interrupted: return .interrupted
      case .ended: return .ended
      }
      guard try receive() else { return .ended }
    }
  }

  private func waitForData(
    until deadline: ContinuousClock.Instant?
  ) throws(ConnectionError) -> Received<Void> {
    var request = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&request, 1, deadline.map(Self.milliseconds) ?? -1)
    if count > 0 { return .value(()) }
    if count == 0 { return .timeout }
    guard errno == EINTR else { throw .broken(call: "poll", errno: errno) }
    return .interrupted
  }

  /// Rounded up, so that a short timeout does not become a busy loop.
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = deadline - .now
    guard left > .zero else { return 0 }
    let milliseconds = (left / .milliseconds(1)).rounded(.up)
    return milliseconds < Double(Int32.max) ? Int32(milliseconds) : .max
  }

  /// Reads the bytes that have arrived; false if the server has closed the connection.
  private func receive() throws(ConnectionError) -> Bool {
    // In Swift 6.2, this function cannot use typed throws.
    let failure = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer -> Int32? in
      let count = recv(fileDescriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      if count < 0 { return errno }
      return count == 0 ? ECONNRESET : nil
    }
    switch failure {
    case nil, EINTR, EAGAIN: return true  // for the last two, there was no data
    case ECONNRESET: return false
    case let reason?: throw .broken(call: "recv", errno: reason)
    }
  }
}

/// Why a directory in a folder like `/tmp` is not safe to use; `nil` if it is.
private func danger(of directory: String, _ user: UInt32) -> ConnectionError.Attempt.Reason? {
  var info = stat()
  guard lstat(directory, &info) == 0 else { return .system(errno: errno) }
  return SocketDirectory.danger(mode: info.st_mode, owner: info.st_uid, user: user)
    .map { .notTrusted(directory: directory, $0) }
}
