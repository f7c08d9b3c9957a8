import Foundation
import GPSD
import Quantities
import TestFiles
import TestReceiver
import Testing

/// The client against a real gpsd with a receiver on a pseudo-terminal, through what happens to both.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: RealGPSD.isThere, "needs gpsd and gpsfake: apt-get install gpsd gpsd-clients"))
struct RealGPSDTests {
  private let receiver: Receiver
  private let port: UInt16
  private let listener: Listener

  init() throws {
    receiver = try Receiver()
    port = try RealGPSD.freePort()
    listener = Listener(port: port)
  }

  private func start() throws -> RealGPSD { try RealGPSD(port: port, path: receiver.path) }

  @Test func aFixItsMovementItsLossAndItsReturnAreTold() async throws {
    let gpsd = try start()
    defer { gpsd.end() }
    let first = try await listener.waits(for: "a 3D fix") {
      if case .threeDimensional = $0.fix?.mode { $0.isFix(at: -33.8688) } else { false }
    }
    let position = try #require(first.update.position)
    #expect(abs(position.coordinates.longitude - 151.2093) < 1e-6)
    // 58 m above the sea, and the sea 20 m above the ellipsoid there, as the receiver says.
    #expect(abs(try #require(position.altitudeMetres) - 78) < 0.1)
    let utc = try #require(first.update.fix?.utcMicroseconds)
    #expect(abs(first.utcMicroseconds - utc) < 3_000_000)
    receiver.change { ($0.latitude, $0.speed, $0.course) = (-33.8678, 9.72, 350) }
    let moved = try await listener.waits(for: "the movement") { $0.isFix(at: -33.8678) }
    // 9.72 kn are 5.00 m/s.
    let motion = try #require(moved.update.fix?.motion)
    #expect(abs(motion.speedMetresPerSecond - 5) < 0.01)
    #expect(abs(try #require(motion.course).degrees - 350) < 0.1)
    receiver.change { $0.hasFix = false }
    try await listener.waits(for: "the loss") { $0 == .status(.noFix) }
    let count = listener.count
    receiver.change { $0.hasFix = true }
    try await listener.waits(for: "the return", from: count) { $0 == .status(.fix) }
  }

  @Test func aGPSDThatIsNotThereYetIsWaitedFor() async throws {
    try await listener.waits(for: "that it is not there") { $0.isUnreachable }
    let gpsd = try start()
    defer { gpsd.end() }
    try await listener.waits(for: "a fix") { $0.isFix(at: -33.8688) }
  }

  @Test func aGPSDThatIsKilledIsNoticedAndItsSuccessorFound() async throws {
    let gpsd = try start()
    try await listener.waits(for: "a fix") { $0.isFix(at: -33.8688) }
    var count = listener.count
    gpsd.end()
    try await listener.waits(for: "its end", from: count) { $0.isUnreachable }
    count = listener.count
    let successor = try start()
    defer { successor.end() }
    try await listener.waits(for: "a fix", from: count) { $0.isFix(at: -33.8688) }
  }

  // It closes no connection, accepts new ones (the kernel does) and says nothing.
  @Test func aGPSDThatIsStoppedHangsAndItsOldFixesAreNotBelievedWhenItGoesOn() async throws {
    let gpsd = try start()
    defer { gpsd.end() }
    try await listener.waits(for: "a fix") { $0.isFix(at: -33.8688) }
    var count = listener.count
    gpsd.stop()
    try await listener.waits(for: "that it hangs", from: count) { $0 == .status(.hangs) }
    // What the line holds is then older than the client bears.
    try await Task.sleep(for: .seconds(8))
    receiver.change { $0.latitude = -33.8578 }
    count = listener.count
    gpsd.goOn()
    try await listener.waits(for: "the new place", from: count) { $0.isFix(at: -33.8578) }
    for told in listener.all.dropFirst(count) {
      guard let utc = told.update.fix?.utcMicroseconds else { continue }
      #expect(told.utcMicroseconds - utc < 4_000_000)
    }
  }

  @Test func aReceiverThatIsSilentIsToldApartFromAGPSDThatHangs() async throws {
    receiver.change { $0.isSilent = true }
    let gpsd = try start()
    defer { gpsd.end() }
    try await listener.waits(for: "that no receiver sends data") { $0 == .status(.noReceiver) }
    #expect(!listener.all.contains { $0.update == .status(.hangs) })
    receiver.change { $0.isSilent = false }
    try await listener.waits(for: "a fix") { $0.isFix(at: -33.8688) }
  }

  @Test func aJumpOf1024WeeksCostsTheDateAndNotThePlace() async throws {
    let gpsd = try start()
    defer { gpsd.end() }
    try await listener.waits(for: "a fix with a date") { $0.fix?.utcMicroseconds != nil }
    receiver.change { ($0.clockError, $0.latitude) = (1024 * 7 * 86_400, -33.8678) }
    try await listener.waits(for: "the fault") { $0 == .fault(.weekRollover(1)) }
    let moved = try await listener.waits(for: "the place") { $0.isFix(at: -33.8678) }
    #expect(moved.update.fix?.utcMicroseconds == nil)
  }

  @Test func aJumpAcrossTheWorldAndZeroZeroAreRefused() async throws {
    let gpsd = try start()
    defer { gpsd.end() }
    try await listener.waits(for: "a fix") { $0.isFix(at: -33.8688) }
    receiver.change { $0.latitude = 48.8566 }
    try await listener.waits(for: "the jump") {
      if case .fault(.jump) = $0 { true } else { false }
    }
    receiver.change { ($0.latitude, $0.longitude) = (0, 0) }
    try await listener.waits(for: "the fault") { $0 == .fault(.zeroZero) }
    #expect(!listener.all.contains { $0.update.isFix(at: 0) || $0.update.isFix(at: 48.8566) })
  }

  // A log of a walk from the Opera House on, an hour ago.
  @Test func aLogThatGPSFakePlaysIsHeard() async throws {
    let directory = try TemporaryDirectory()
    var sky = Receiver.Sky()
    let start = Date().timeIntervalSince1970 - 3600
    let log = (0..<200).map { second in
      sky.latitude = -33.8568 - Double(second) * 1e-5
      return NMEA.burst(sky, at: start.rounded() + Double(second))
    }
    let path = try directory.file("walk.nmea", log.joined())
    let player = try RealGPSD(port: port, log: path, secondsPerLine: 0.02)
    defer { player.end() }
    try await listener.waits(for: "a fix of the log") {
      $0.position.map { (-33.8589 ... -33.8568).contains($0.coordinates.latitude) } ?? false
    }
  }

  @Test func itEndsWhenItIsToldTo() async throws {
    let gpsd = try start()
    defer { gpsd.end() }
    try await listener.waits(for: "a fix") { $0.isFix(at: -33.8688) }
    listener.stop()
    try await listener.ends()
  }
}
