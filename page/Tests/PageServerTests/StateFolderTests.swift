import Foundation
import Testing

@testable import PageServer

/// Files of the server's state that cannot be read.
@Suite struct StateFolderTests {
  private let temporary = TemporaryFolder()
  private let log = RecordedLog()
  private var folder: StateFolder { StateFolder(path: temporary.path, logger: log.logger) }

  // As after a memory card has lost a part of it: the counts of years must not be replaced by one.
  @Test func aFileThatIsNoJSONIsSetAsideBeforeANewOneIsWritten() throws {
    let file = temporary.path + "/tasbih.json"
    let damaged = #"{"total":33000,"days":{"2026-11-25":1000"#
    try damaged.write(toFile: file, atomically: true, encoding: .utf8)
    let counts = TasbihCounts(folder: folder)
    _ = try counts.countPress(on: "2026-11-26")
    #expect(try String(contentsOfFile: file + ".bad", encoding: .utf8) == damaged)
    #expect(TasbihCounts(folder: folder).now.total == 1)
    let messages = log.messages
    #expect(messages.count == 1)
    let expected = "\(file) cannot be read, and it is tasbih.json.bad now: "
    #expect(messages.first?.hasPrefix(expected) == true, "\(messages)")
  }

  // Root reads every file; a folder in its place is read by no user.
  @Test func whatIsThereAndCannotBeReadIsSetAsideToo() throws {
    let file = temporary.path + "/settings.json"
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    let store = SettingsStore(folder: folder, configuration: nil)
    #expect(store.now == DeviceSettings())
    #expect(FileManager.default.fileExists(atPath: file + ".bad"))
    #expect(log.messages.count == 1)
  }

  @Test func aFileThatIsMissingIsNoFault() {
    #expect(folder.load("bell.json", as: [String].self) == nil)
    #expect(StateFolder(path: "/nowhere", logger: log.logger).load("a", as: [String].self) == nil)
    #expect(log.messages.isEmpty)
  }
}
