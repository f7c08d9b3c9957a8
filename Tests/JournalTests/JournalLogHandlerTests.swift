import Glibc
import Logging
import Testing

@testable import Journal

/// What `body` writes to a pipe.
private func written(
  for reader: JournalLogHandler.Reader? = nil, _ body: (LogWriter) -> Void
) throws -> String {
  var ends: [Int32] = [0, 0]
  try #require(pipe(&ends) == 0)
  let writer = try LogWriter(descriptor: ends[1], reader: reader)
  body(writer)
  #expect(writer.flush(within: .seconds(20)))
  writer.stop()
  close(ends[1])
  defer { close(ends[0]) }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(ends[0], &buffer, buffer.count)
    guard count > 0 else { break }
    text += buffer[..<count]
  }
  return String(decoding: text, as: UTF8.self)
}

private func logger(_ writer: LogWriter) -> Logger {
  Logger(label: "test") { _ in JournalLogHandler(writer: writer) }
}

struct JournalLogHandlerTests {
  // sd-daemon(3): SD_CRIT "<2>", SD_ERR "<3>", … SD_DEBUG "<7>"
  @Test(arguments: [
    (Logger.Level.trace, 7), (.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3),
    (.critical, 2),
  ])
  func aLevelIsThePriorityOfSystemd(_ level: Logger.Level, _ priority: Int) throws {
    let text = try written { writer in
      var log = logger(writer)
      log.logLevel = .trace
      log.log(level: level, "hello")
    }
    #expect(text == "<\(priority)>hello\n")
  }

  @Test func aPersonReadsTheLevelInWords() throws {
    let text = try written(for: .person) { logger($0).warning("low") }
    #expect(text == "warning  low\n")
  }

  @Test func aMessageIsOneLineWhateverIsInIt() throws {
    let text = try written {
      logger($0).info("a\nb\r\u{1B}[2J\u{2028}", metadata: ["k\n": "v\n<3>forged"])
    }
    #expect(text == "<6>a\\nb\\r\\u{1b}[2J\\u{2028} k\\n=v\\n<3>forged\n")
  }

  @Test func metadataAreSortedAndTheNearestWins() throws {
    let text = try written { writer in
      var log = logger(writer)
      log[metadataKey: "b"] = "logger"
      log[metadataKey: "a"] = "x y"
      log.info("m", metadata: ["b": "message", "c": "say \"hi\"", "d": ""])
    }
    #expect(text == "<6>m a=\"x y\" b=message c=\"say \\\"hi\\\"\" d=\"\"\n")
  }

  @Test func whatIsBelowTheLevelIsNotWritten() throws {
    #expect(try written { logger($0).debug("no") } == "")
  }

  @Test func aClosedDescriptorStopsNobody() throws {
    let writer = try LogWriter(descriptor: -1)
    logger(writer).error("nobody hears this")
    #expect(writer.flush(within: .seconds(20)))
    writer.stop()
  }

  @Test func linesOfSeveralThreadsDoNotMix() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let writer = try LogWriter(descriptor: ends[1])
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          let log = logger(writer)
          for _ in 0..<50 { log.info("\(String(repeating: String(task), count: 100))") }
        }
      }
    }
    #expect(writer.flush(within: .seconds(20)))
    writer.stop()
    close(ends[1])
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    close(ends[0])
    let lines = text.split(separator: "\n")
    #expect(lines.count == 200)
    #expect(lines.allSatisfy { $0.count == 103 && Set($0.dropFirst(3)).count == 1 })
  }
}
