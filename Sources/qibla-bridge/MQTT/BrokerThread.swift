import BridgeFormats
import Glibc
import Threads

/// The connection to a broker, on a thread of its own: connecting blocks while the broker's machine
/// does not answer.
final class BrokerThread: Sendable {
  private struct Shared: Sendable {
    var outbox = MQTTOutbox()
    var isEnding = false
    var hasEnded = false
  }

  /// After a loss the devices of a fleet must not come back in the same second.
  private static let firstPause: Int64 = 1_000_000
  private static let longestPause: Int64 = 120_000_000
  /// A connection that held for so long was a good one, and the next pause is the first again.
  private static let steadyAfter = Duration.seconds(30)

  private let settings: BrokerSettings
  private let id: String
  private let will: MQTTMessage
  private let shared = Monitor(Shared())
  /// Both ends of a pipe; a byte wakes the thread out of `poll`.
  private let wake: (reading: Int32, writing: Int32)

  /// Starts the thread.
  ///
  /// - Throws: `CommandFailure` for settings that the library refuses.
  init(
    _ settings: BrokerSettings, id: String, will: MQTTMessage
  ) throws(CommandFailure) {
    (self.settings, self.id, self.will) = (settings, id, will)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandFailure("no pipe: \(words(ofError: errno))")
    }
    for end in ends { closeOnExecWithoutBlocking(end) }
    wake = (ends[0], ends[1])
    // Tried here first, so that a wrong setting ends the program.
    do throws(MosquittoError) { _ = try MosquittoClient(settings, id: id, will: will) } catch {
      throw CommandFailure("\(settings.address): \(error)")
    }
    do throws(ThreadRefusal) {
      try DedicatedThread.start { [self] in run() }
    } catch {
      throw CommandFailure("\(error)")
    }
  }

  /// Gives a message to the thread.
  func put(_ message: MQTTMessage) {
    shared.withLock { $0.outbox.put(message) }
    notify()
  }

  /// Publishes what waits and ends the connection, if the broker takes it within `limit`.
  func end(within limit: Duration) {
    shared.withLock { $0.isEnding = true }
    shared.wakeAll()
    notify()
    _ = shared.wait(atMost: limit, until: \.hasEnded) { _ in }
  }

  private func notify() {
    var byte: UInt8 = 0
    // A full pipe has a byte that wakes.
    _ = write(wake.writing, &byte, 1)
  }

  private var isEnding: Bool { shared.withLock { $0.isEnding } }

  private func run() {
    defer {
      shared.withLock { $0.hasEnded = true }
      shared.wakeAll()
    }
    var delay = RetryDelay(first: Self.firstPause, longest: Self.longestPause)
    var log = ConditionLog()
    do throws(MosquittoError) {
      let client = try MosquittoClient(settings, id: id, will: will)
      while !isEnding {
        let start = ContinuousClock.now
        do throws(MosquittoError) {
          try client.connect()
          try serve(client, &log)
          return
        } catch {
          log.say("broker \(settings.address): \(error); retrying")
        }
        if .now - start > Self.steadyAfter { delay.succeeded() }
        pause(delay.failed())
      }
    } catch {
      complain("broker \(settings.address): \(error)")
    }
  }

  /// Waits between one and two times as long, or until the end.
  private func pause(_ microseconds: Int64) {
    let random = Int64.random(in: 0...microseconds)
    _ = shared.wait(atMost: .microseconds(microseconds + random), until: \.isEnding) { _ in }
  }

  /// Returns at the end of the program; throws when the connection breaks.
  private func serve(_ client: MosquittoClient, _ log: inout ConditionLog) throws(MosquittoError) {
    var wasAccepted = false
    while true {
      if try client.isAccepted() {
        if !wasAccepted {
          wasAccepted = true
          log.say("connected to the broker at \(settings.address)")
          shared.withLock { $0.outbox.connected() }
        }
        try publish(client)
        if isEnding, client.isIdle {
          client.disconnect()
          return
        }
      } else if isEnding {
        return
      }
      var requests = [client.request, pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0)]
      // The library's own timer counts seconds.
      _ = poll(&requests, 2, 1000)
      drainWake()
      try client.serve(requests[0])
    }
  }

  /// Gives the library as many messages as it can send.
  private func publish(_ client: MosquittoClient) throws(MosquittoError) {
    while client.hasRoom, let message = shared.withLock({ $0.outbox.next() }) {
      do throws(MosquittoError) { try client.publish(message) } catch {
        // It was taken out and not sent.
        shared.withLock { $0.outbox.putBack(message) }
        throw error
      }
    }
  }

  private func drainWake() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while read(wake.reading, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
