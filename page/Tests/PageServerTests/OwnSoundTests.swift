import Foundation
import Testing

@testable import PageServer

@Suite struct OwnSoundTests {
  private let scripts: Scripts
  private var folder: String { scripts.folder }

  init() throws { scripts = try Scripts() }

  private func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  @Test func theSoundOfAPrayerIsItsOwnFileOrElseAdhan() throws {
    try write("adhan.wav", Chime.wave())
    #expect(OwnSound(of: "fajr", in: folder).path == folder + "/adhan.wav")
    try write("fajr.wav", Chime.wave())
    let own = OwnSound(of: "fajr", in: folder)
    #expect(own.path == folder + "/fajr.wav" && own.problems.isEmpty)
  }

  // aplay plays them as noise and ends with status 0.
  @Test(arguments: ["", "RIFF", "RIFF....WAV", "ID3\u{4}........", "fLaC........", "RIFF....AVI "])
  func aFileThatIsNoWAVFileIsNamed(text: String) throws {
    try write("fajr.wav", text.utf8)
    let own = OwnSound(of: "fajr", in: folder)
    #expect(own.path == nil && own.problems == ["\(folder)/fajr.wav is no WAV file"])
    try write("adhan.wav", Chime.wave())
    #expect(OwnSound(of: "fajr", in: folder).path == folder + "/adhan.wav")
  }

  @Test func aFileThatIsMissingOrCannotBeReadIsNamed() throws {
    let missing = OwnSound(of: "fajr", in: folder)
    #expect(missing.path == nil)
    #expect(missing.problems == ["neither \(folder)/fajr.wav nor \(folder)/adhan.wav is there"])
    try FileManager.default.createDirectory(
      atPath: folder + "/fajr.wav", withIntermediateDirectories: true)
    #expect(
      OwnSound(of: "fajr", in: folder).problems == [
        "\(folder)/fajr.wav cannot be read: Is a directory"
      ])
  }
}
