import Logging
import NIOCore
import Synchronization
import Testing

@testable import Publisher

/// Time is turned by hand: the lines of a client, and what becomes of too many.
struct ClientLogTests {
  /// Keeps the lines.
  struct Keeper: LogHandler {
    final class Lines: Sendable {
      let all = Mutex<[String]>([])
    }
    let lines: Lines
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) {
      lines.all.withLock { $0.append("\(event.level): \(event.message)") }
    }
  }

  private let kept = Keeper.Lines()
  private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
  private var log: ClientLog
  private var lines: [String] { kept.all.withLock { $0 } }

  init() {
    let kept = kept
    log = ClientLog(Logger(label: "test") { _ in Keeper(lines: kept) })
  }

  @Test mutating func aFewLinesComeAtOnceAndTheRestAreCounted() {
    for number in 0..<4000 { log.log(.tooLong, .info, at: start, "line \(number)") }
    #expect(lines == (0..<5).map { "info: line \($0)" })
    log.logLeftOut(at: start + .seconds(59))
    #expect(lines.count == 5)
    log.logLeftOut(at: start + .seconds(60))
    #expect(lines.last == "info: line 5; and 3994 more like it")
    log.logLeftOut(at: start + .seconds(600))
    #expect(lines.count == 6)
  }

  @Test mutating func eachReasonHasAnAllowanceOfItsOwn() {
    for _ in 0..<100 { log.log(.tooLong, .info, at: start, "too long") }
    log.log(.full, .warning, at: start, "full")
    #expect(lines.last == "warning: full")
  }

  @Test mutating func inAnHourThereAreNoMoreThanOneAMinute() {
    for second in 0..<3600 {
      for _ in 0..<10 { log.log(.stalled, .info, at: start + .seconds(Int64(second)), "x") }
      log.logLeftOut(at: start + .seconds(Int64(second)))
    }
    #expect(lines.count == 5 + 59)
  }

  @Test mutating func whatIsBelowTheLevelTakesNothingFromTheAllowance() {
    for _ in 0..<100 { log.log(.failed, .debug, at: start, "quiet") }
    log.log(.failed, .warning, at: start, "loud")
    #expect(lines == ["warning: loud"])
  }
}
