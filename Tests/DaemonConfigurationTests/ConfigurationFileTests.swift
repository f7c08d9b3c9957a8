import Foundation
import TestFiles
import Testing

@testable import DaemonConfiguration

struct ConfigurationFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try directory.file(name, bytes)
  }

  private func problem(_ path: String, mayBeAbsent: Bool = false) -> ConfigurationError.Problem? {
    do {
      _ = try Configuration.load(path: path, mayBeAbsent: mayBeAbsent)
      return nil
    } catch {
      #expect(error.file == path)
      #expect(!error.description.contains("\n"))
      return error.problem
    }
  }

  @Test func aMissingFileIsAllowedOnlyAtTheDefaultPath() throws {
    let path = directory.path + "/none.toml"
    #expect(try Configuration.load(path: path, mayBeAbsent: true) == Configuration())
    #expect(problem(path) == .unreadable(reason: "there is no such file; check the path"))
    #expect(problem("") == .unreadable(reason: "there is no such file; check the path"))
  }

  @Test func aReadableFileIsRead() throws {
    let path = try file("a.toml", Array("[log]\nlevel = 'debug'\n".utf8))
    #expect(try Configuration.load(path: path).logLevel == .debug)
    #expect(try Configuration.load(path: "/dev/null") == Configuration())
  }

  @Test func aDirectoryIsReportedAsADirectory() {
    #expect(
      problem(directory.path) == .unreadable(reason: "it is a directory; name the file in it"))
  }

  @Test func aBinaryFileIsNotText() throws {
    #expect(problem(try file("zero", [0x61, 0, 0x62])) == .notText)
    #expect(problem(try file("utf8", [0xFF, 0xFE, 0x41])) == .notText)
    // ELF's first bytes
    #expect(problem(try file("elf", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0])) == .notText)
  }

  @Test func aHugeOrEndlessFileIsTooLarge() throws {
    let limit = Configuration.limitBytes
    #expect(
      problem(try file("big", [UInt8](repeating: 0x23, count: 10_000_000)))
        == .tooLarge(limitBytes: limit))
    #expect(problem("/dev/zero") == .tooLarge(limitBytes: limit))
    #expect(problem(try file("full", [UInt8](repeating: 0x23, count: limit))) == nil)
  }

  // Root reads everything, whatever the mode says.
  @Test(.enabled(if: getuid() != 0)) func theErrorOfAnUnreadableFileNamesTheUserWhoMustReadIt()
    throws
  {
    let path = try file("secret", [])
    chmod(path, 0)
    #expect(
      problem(path)
        == .unreadable(
          reason: "permission denied; make it readable for the user that runs this program"))
  }

  @Test func aNamedPipeDoesNotHangTheStart() throws {
    let path = directory.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    // Without a writer a pipe is at its end at once.
    #expect(try Configuration.load(path: path) == Configuration())
  }
}

struct ExampleFileTests {
  private static let path = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../docs/qiblad.toml").standardized.path

  @Test func theExampleFileEqualsTheDefaults() throws {
    #expect(try Configuration.load(path: Self.path) == Configuration())
  }

  @Test func theExampleFileNamesEveryKeyAndEveryExampleInItIsValid() throws {
    let text = try String(contentsOfFile: Self.path, encoding: .utf8)
    let uncommented = text.split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    // Some keys are those of a linear motor alone.
    let toml = uncommented.joined(separator: "\n")
      .replacing("motor = \"erm\"", with: "motor = \"lra\"")
    _ = try Configuration(toml: toml, file: "example")
    let entries = try parseTOML(toml)
    for (name, keys) in KnownKeys.sections {
      guard case .table(let table) = try #require(entries.first { $0.key == name }).item else {
        Issue.record("[\(name)] is no table")
        continue
      }
      #expect(Set(table.map(\.key)) == Set(keys))
    }
  }
}
