import Foundation
import GPSD
import Quantities
import TestReceiver
import Testing

/// The client against a real gpsd that hears recordings of other receivers, in their own protocols, and
/// what gpsd's authors expect of each: Tests/Reference/gpsd.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: RealGPSD.isThere, "needs gpsd and gpsfake: apt-get install gpsd gpsd-clients"))
struct RecordedReceiverTests {
  /// A report that gpsd is expected to give.
  private struct Expected: Decodable {
    var mode: Int
    var time: String?
    var lat: Double?
    var lon: Double?
    var altHAE: Double?
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Reference/gpsd/")

  private func expected(_ name: String) throws -> [Expected] {
    let file = Self.folder.appending(path: name + ".tpv.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(Expected.self, from: Data($0.utf8)) }
  }

  /// Whether a fix is this report: the mode, the place to 1e-6° and the height to a centimetre.
  private func isSame(_ fix: Fix, _ report: Expected) -> Bool {
    guard let latitude = report.lat, let longitude = report.lon else { return false }
    func isThere(_ position: Position, height: Double?) -> Bool {
      abs(position.coordinates.latitude - latitude) < 1e-6
        && abs(position.coordinates.longitude - longitude) < 1e-6
        && abs((position.altitudeMetres ?? 0) - (height ?? 0)) < 0.01
    }
    switch fix.mode {
    case .none: return false
    case .twoDimensional(let position): return report.mode == 2 && isThere(position, height: nil)
    case .threeDimensional(let position):
      return report.mode == 3 && isThere(position, height: report.altHAE)
    }
  }

  // gpsd's releases count the weeks of old recordings differently: a date is the expected one but for
  // multiples of 1024 weeks, and is one of these years; or it is not used, and that is told in words.
  private func checkDate(of fix: Fix, _ reports: [Expected], _ faults: [FixFault]) throws {
    guard let utc = fix.utcMicroseconds else {
      if reports.contains(where: { $0.time == nil }) { return }
      let ofDates = faults.filter { "\($0)".contains("the place is used, the date is not") }
      #expect(!ofDates.isEmpty, "a date is missing, and nobody says why: \(faults)")
      return
    }
    #expect((1_735_689_600_000_000..<4_102_444_800_000_000).contains(utc))  // 2025 to 2099
    let turn: Int64 = 1024 * 7 * 86_400 * 1_000_000
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let rests = try reports.compactMap(\.time).map { text -> Int64 in
      let said = Int64((try style.parse(text).timeIntervalSince1970 * 1e3).rounded()) * 1_000
      let rest = ((utc - said) % turn + turn) % turn
      return min(rest, turn - rest)
    }
    #expect(rests.contains { $0 <= 1_000 }, "\(utc) is no multiple of 1024 weeks from \(reports)")
  }

  /// What the client says of a log until its last fix has come.
  ///
  /// The log lasts less than a second. On a busy machine it may be over before the client is connected: then
  /// another gpsd plays it anew, from its beginning, since gpsd's own state would pass from one end of a
  /// repeated log into its beginning.
  private func updates(
    of name: String, until isLast: (GPSDClient.Update) -> Bool
  ) async throws -> [GPSDClient.Update] {
    for _ in 0..<5 {
      let port = try RealGPSD.freePort()
      let listener = Listener(port: port)
      // Faster than the receiver spoke: a fix that comes late is not believed.
      let player = try RealGPSD(
        port: port, log: Self.folder.appending(path: name + ".log").path, secondsPerLine: 0.02)
      defer { player.end() }
      guard try await listener.first(within: .seconds(15), where: isLast) != nil else { continue }
      let all = listener.all.map(\.update)
      if all.count(where: { $0.fix != nil }) >= 3 { return all }
    }
    throw NotTold(what: "the last fix of \(name), in five plays of its log")
  }

  // MediaTek, NMEA; SiRFprime, NMEA with GPS, GLONASS and BeiDou; u-blox, UBX; SiRF II, SiRF binary; Garmin's
  // own; SkyTraq's own, with two and three dimensions.
  @Test(arguments: [
    "mtk-3329", "beidou-bd", "ublox-neo-m8n", "bu303-moving", "garmin18x-bin", "skytraq-bin",
  ])
  func everyFixIsOneThatGPSDIsExpectedToGive(_ name: String) async throws {
    let reports = try expected(name)
    let last = try #require(reports.last { $0.mode >= 2 && $0.lat != nil })
    let all = try await updates(of: name) { $0.fix.map { isSame($0, last) } ?? false }
    let faults = all.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
    let fixes = all.compactMap(\.fix).filter { $0.mode != .none }
    #expect(fixes.count >= 3)
    for fix in fixes {
      let same = reports.filter { isSame(fix, $0) }
      #expect(!same.isEmpty, "\(fix) is none of \(reports)")
      try checkDate(of: fix, same, faults)
    }
  }
}
