private import Glibc
private import Logging
private import Synchronization
package import Threads

/// Writes the log from a thread of its own: a reader that does not read, as a stopped journal or an
/// unread pipe, holds up that thread and nobody else.
///
/// What it drops: lines that come while `LogQueue.capacity` bytes wait; one line says how many.
package final class LogWriter: Sendable {
  private struct State: Sendable {
    var queue: LogQueue
    /// Whether lines have been taken that are not written yet.
    var isWriting = false
    var isStopped = false
  }

  /// As much again as a pipe holds (pipe(7)).
  private static let capacity = 65_536

  /// Who reads the lines.
  let reader: JournalLogHandler.Reader
  private let descriptor: Int32
  // On Linux a mutex with priority inheritance: the pipeline's thread may be FIFO.
  private let state: Mutex<State>
  private let work = Semaphore()

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
    state = Mutex(State(queue: LogQueue(capacity: capacity ?? Self.capacity)))
    try DedicatedThread.start { self.run() }
  }

  /// Has a line written soon; never waits for the reader.
  ///
  /// - Parameter line: with LF, and no other in it.
  func put(_ line: String) {
    state.withLock { $0.queue.append(line) }
    work.signal()
  }

  /// Waits until every line that was put has been written.
  ///
  /// - Parameter limit: how long at the most.
  /// - Returns: whether every line has been written.
  @discardableResult
  package func flush(within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    while !state.withLock({ $0.queue.isEmpty && !$0.isWriting }) {
      guard ContinuousClock.now < deadline else { return false }
      usleep(1000)
    }
    return true
  }

  /// Ends the thread behind the lines that wait.
  package func stop() {
    state.withLock { $0.isStopped = true }
    work.signal()
  }

  private func run() {
    var lines: [UInt8] = []
    while true {
      work.wait()
      let (dropped, isStopped) = state.withLock { state in
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
        // Another process made the open file non-blocking, as terminals are shared.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        return  // a log that cannot be written has nowhere to complain
      }
    }
  }
}
