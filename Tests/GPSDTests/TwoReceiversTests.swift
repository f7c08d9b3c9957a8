import GPSD
import Quantities
import TestReceiver
import Testing

/// A real gpsd with two receivers: one is used, and it is not changed without need.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: RealGPSD.isThere, "needs gpsd and gpsfake: apt-get install gpsd gpsd-clients"))
struct TwoReceiversTests {
  private let first: Receiver
  private let second: Receiver
  private let port: UInt16
  private let listener: Listener

  init() throws {
    (first, second) = (try Receiver(), try Receiver())
    port = try RealGPSD.freePort()
    listener = Listener(port: port)
  }

  private func start() throws -> RealGPSD {
    try RealGPSD(port: port, sources: [first.path, second.path])
  }

  /// Those of the updates that are about how it stands with gpsd.
  private func statuses(from count: Int) -> [GPSDStatus] {
    listener.all.dropFirst(count).compactMap {
      if case .status(let status) = $0.update { status } else { nil }
    }
  }

  @Test func besideOneWithAFixOneWithoutIsNotHeard() async throws {
    second.change { $0.hasFix = false }
    let gpsd = try start()
    defer { gpsd.end() }
    try await listener.waits(for: "a fix") { $0.isFix(at: -33.8688) }
    let count = listener.count
    try await Task.sleep(for: .seconds(8))
    #expect(statuses(from: count).isEmpty)
    let fixes = listener.all.dropFirst(count).compactMap(\.update.fix)
    #expect(fixes.count > 10 && fixes.allSatisfy { $0.position != nil })
  }

  // 0.027° of latitude are 3 km, and 10.675° are 1187 km: 111.2 km each.
  @Test(arguments: [-33.8418, -23.1938])
  func ofTwoFarApartOneIsUsedAndNothingIsSaidOfJumps(_ latitude: Double) async throws {
    second.change { $0.latitude = latitude }
    let gpsd = try start()
    defer { gpsd.end() }
    try await listener.waits(for: "a fix") { $0.position != nil }
    try await Task.sleep(for: .seconds(10))
    let all = listener.all.map(\.update)
    let latitudes = all.compactMap { $0.position?.coordinates.latitude }
    let used = try #require(latitudes.first)
    #expect(latitudes.count > 20 && latitudes.allSatisfy { abs($0 - used) < 0.001 })
    #expect(!all.contains { if case .fault = $0 { true } else { false } })
  }

  @Test func whenOneIsUnpluggedTheOtherTakesOverOnceAndIsNamed() async throws {
    let gpsd = try start()
    defer { gpsd.end() }
    // By its height: that is known for both only when each has said it.
    second.change { $0.altitude = 158 }
    try await listener.waits(for: "a fix") { $0.position?.altitudeMetres != nil }
    let isFirst =
      (listener.all.last { $0.update.position?.altitudeMetres != nil }?
      .update.position?.altitudeMetres).map { $0 < 120 } ?? true
    let (used, other) = isFirst ? (first, second) : (second, first)
    try await Task.sleep(for: .seconds(2))
    let count = listener.count
    used.change { $0.isSilent = true }
    try await listener.waits(for: "the other receiver", from: count) {
      $0 == .receiver(other.path, of: 2)
    }
    try await listener.waits(for: "its fix", from: count) { update in
      update.position?.altitudeMetres.map { ($0 < 120) != isFirst } ?? false
    }
    let changes = listener.all.count { if case .receiver = $0.update { true } else { false } }
    #expect(changes <= 2)
  }
}
