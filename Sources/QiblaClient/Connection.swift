private import Glibc
internal import JSON
public import Wire

/// A connection to the daemon's stream; for one thread at a time. Closed when it is let go.
///
/// The first line is the server's `hello`; nothing else comes until something is asked for:
/// ```swift
/// let connection = try Connection()
/// try connection.send(.watch([.reading: WatchOptions(rateHz: 30)]))
/// while case .value(let message) = try connection.nextMessage() { show(message) }
/// ```
public final class Connection {
  /// The socket of the daemon that answered.
  public let path: String
  /// For `poll`, together with other descriptors. Lines that have arrived already do not show
  /// there: take them first, with a timeout of `.zero`, until there is none.
  public let fileDescriptor: Int32
  private var lines = LineBuffer()
  private var sent = 0

  /// Connects to the first daemon that answers, by the rule that server and clients share.
  ///
  /// - Parameter socketDirectory: of `--socket-dir`; then it is the only place looked at.
  /// - Throws: `ConnectionError.noDaemon` with every place that was looked at.
  public convenience init(socketDirectory: String? = nil) throws(ConnectionError) {
    var environment: [String: String] = [:]
    for name in SocketDirectory.environmentVariables {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    let user = getuid()
    let candidates = SocketDirectory.candidates(
      explicit: socketDirectory, environment: environment, uid: user)
    try self.init(candidates: candidates, user: user)
  }

  /// Connects to the first daemon that answers in these directories.
  ///
  /// A directory in a public place must be the user's own: anybody can have made it first, with a socket
  /// in it that tells a wrong direction.
  ///
  /// - Parameter user: the number of the user for whom this is.
  convenience init(candidates: [SocketDirectory], user: UInt32) throws(ConnectionError) {
    try self.init(
      candidates.map { candidate in
        let isPublic = candidate.origin == .temporary
        return (candidate.streamSocket, isPublic ? danger(of: candidate.path, user) : nil)
      })
  }

  /// Connects to the first of these sockets that answers, whoever made it.
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
  /// - Returns: the number by which its reply or error can be known: 1, 2, 3 …
  @discardableResult
  public func send(_ request: Request) throws(ConnectionError) -> Int {
    sent += 1
    try send(line: TaggedRequest(number: sent, request: request).line)
    return sent
  }

  /// Sends bytes as they are; whole lines, each with its LF.
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

  /// Says that no request follows; what is watched goes on.
  public func endSending() throws(ConnectionError) {
    guard shutdown(fileDescriptor, Int32(SHUT_WR)) == 0 else {
      throw .broken(call: "shutdown", errno: errno)
    }
  }

  /// The next message.
  ///
  /// - Parameter timeout: how long to wait for it; `nil`: for ever; `.zero`: not at all.
  /// - Throws: `ConnectionError.notUnderstood` for one line; the next call reads on behind it.
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

  /// The next line, byte for byte as the server sent it, LF included. A line that the server's
  /// end cut short is none.
  ///
  /// - Parameter timeout: as of `nextMessage`.
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

  /// Rounded up, so that a short time to wait does not become a busy loop.
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = deadline - .now
    guard left > .zero else { return 0 }
    let milliseconds = (left / .milliseconds(1)).rounded(.up)
    return milliseconds < Double(Int32.max) ? Int32(milliseconds) : .max
  }

  /// Takes what has arrived; false where the server has closed.
  private func receive() throws(ConnectionError) -> Bool {
    // Swift 6.2's cannot throw an error of a stated type.
    let failure = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer -> Int32? in
      let count = recv(fileDescriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      if count < 0 { return errno }
      return count == 0 ? ECONNRESET : nil
    }
    switch failure {
    case nil, EINTR, EAGAIN: return true  // the last two: there was nothing after all
    case ECONNRESET: return false
    case let reason?: throw .broken(call: "recv", errno: reason)
    }
  }
}

/// Why nothing in a directory in a public place is to be asked; `nil` where it is the user's own.
private func danger(of directory: String, _ user: UInt32) -> ConnectionError.Attempt.Reason? {
  var info = stat()
  guard lstat(directory, &info) == 0 else { return .system(errno: errno) }
  return SocketDirectory.danger(mode: info.st_mode, owner: info.st_uid, user: user)
    .map { .notTrusted(directory: directory, $0) }
}
