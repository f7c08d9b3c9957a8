import Glibc
import I2C
import Journal
import Logging
import Quantities
import ServiceManager
import Synchronization
import TestDoubles
import TestFiles
import Testing
import Threads

@testable import qiblad

/// With loops of the test's own and a real socket.
struct WatchdogTests {
  private let directory: TemporaryDirectory
  private let manager: DatagramSocket
  private let loops = Heartbeats()
  private let stop = StopFlag()

  init() throws {
    directory = try TemporaryDirectory()
    manager = try DatagramSocket(directory.path + "/notify")
  }

  private func start(longest: Double) throws {
    try Watchdog(
      socket: NotifySocket(directory.path + "/notify"), microseconds: 40_000, loops: loops,
      gpsd: nil,
      stop: stop, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, longest: longest
    ).start()
  }

  /// Whether a message comes; waits for long, as the machine may be busy.
  private func hears(within milliseconds: Int32) -> Bool {
    manager.next(within: milliseconds) == "WATCHDOG=1"
  }

  /// Reads what is there until nothing came for a while.
  private func falls(silentFor milliseconds: Int32) -> Bool {
    for _ in 0..<10_000 { if !hears(within: milliseconds) { return true } }
    return false
  }

  @Test func aLoopThatStopsEndsTheMessagesUntilItGoesOn() throws {
    try withStop {
      let loop = loops.add("the pipeline")
      let runs = Running(isStill: false)
      try DedicatedThread.start { [stop] in
        while !stop.isSet {
          if !runs.isStill.load(ordering: .relaxed) { loop.beat() }
          usleep(5_000)
        }
      }
      try start(longest: 0.3)
      for _ in 0..<20 { #expect(hears(within: 20_000)) }
      runs.isStill.store(true, ordering: .relaxed)
      #expect(falls(silentFor: 400))
      runs.isStill.store(false, ordering: .relaxed)
      #expect(hears(within: 20_000))
    }
  }

  @Test func withoutASensorTheDaemonIsAlive() throws {
    try withStop {
      try start(longest: 0.1)
      for _ in 0..<20 { #expect(hears(within: 20_000)) }
    }
  }

  @Test func aTransferThatDoesNotReturnIsNoProgress() throws {
    let heartbeat = loops.add("a bus")
    let bus = WatchedBus(ScriptedBus(), heartbeat)
    var bytes: [UInt8] = [0]
    // A transfer that fails has returned.
    for _ in 0..<3 { do { try bus.read(0, of: 0x0D, into: &bytes) } catch {} }
    #expect(heartbeat.count == 3)
  }

  private func withStop(_ body: () throws -> Void) rethrows {
    defer { stop.set() }
    try body()
  }
}

/// Whether a test's loop makes rounds.
private final class Running: Sendable {
  let isStill: Atomic<Bool>
  init(isStill: Bool) { self.isStill = Atomic(isStill) }
}
