private import Glibc
private import Logging
package import Threads

/// Writes the log from a thread of its own: a reader that does not read, as a stopped journal or an
/// unread pipe, blocks only that thread.
///
/// It discards lines that come while `LogQueue.capacity` bytes wait; one line of the log gives
/// their number.
package final class LogWriter: Sendable {
  private struct State: Sendable {
    var queue: LogQueue
    /// Whether the thread has taken lines that it has not written yet.
    var isWriting = false
    var isStopped = false
    var isIdle: Bool { queue.isEmpty && !isWriting }
  }

  /// Bytes; as many as a pipe holds (pipe(7)).
  private static let capacity = 65_536

  /// Who reads the lines.
  let reader: JournalLogHandler.Reader
  private let descriptor: Int32
  private let state: Monitor<State>

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - descriptor: where lines go; standard error unless a test says otherwise.
  ///   - reader: `nil` asks whether the descriptor is a terminal.
  ///   - capacity: bytes that may wait.
  /// - Throws: where the system refuses a thread.
  package init(
    descriptor: Int32 = STDERR_FILENO, reader: JournalLogHandler.Reader? = nil, capacity: Int? = nil
  ) throws(ThreadRefusal) {
    self.descriptor = descriptor
    self.reader = reader ?? (isatty(descriptor) == 1 ? .person : .journal)
    state = Monitor(State(queue: LogQueue(capacity: capacity ?? Self.capacity)))
    try DedicatedThread.start { self.run() }
  }

  /// Adds a line for the thread to write; never waits for the reader.
  ///
  /// - Parameter line: ends with LF and has no other.
  func put(_ line: String) {
    state.withLock { $0.queue.append(line) }
    state.wakeAll()
  }

  /// Waits until the thread has written every line.
  ///
  /// - Parameter timeout: how long to wait at the most.
  /// - Returns: whether it has written every line.
  @discardableResult
  package func flush(within timeout: Duration) -> Bool {
    state.wait(atMost: timeout, until: { $0.isIdle }, then: { _ in true }) ?? false
  }

  /// Ends the thread when it has written the lines that wait.
  package func stop() {
    state.withLock { $0.isStopped = true }
    state.wakeAll()
  }

  private func run() {
    var lines: [UInt8] = []
    while true {
      let (dropped, isStopped) = state.wait {
        !$0.queue.isEmpty || $0.isStopped
      } then: { state in
        state.isWriting = true
        return (state.queue.take(into: &lines), state.isStopped)
      }
      // One write a line: lines of other processes on the same descriptor do not get into it.
      var rest = lines[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        write(rest[...end])
        rest = rest[(end + 1)...]
      }
      if dropped > 0 { write(Array(notice(of: dropped).utf8)[...]) }
      state.withLock { $0.isWriting = false }
      state.wakeAll()
      if isStopped { return }
    }
  }

  private func notice(of dropped: Int) -> String {
    let message = "\(dropped) lines of the log were dropped here: its reader was too slow"
    return LogLine.text(level: .warning, message: message, [:], for: reader)
  }

  private func write(_ line: ArraySlice<UInt8>) {
    var rest = line
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process that shares the terminal has made the open file non-blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        return  // there is no other place to report that the log cannot be written
      }
    }
  }
}
