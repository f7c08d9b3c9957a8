import Foundation
import Glibc
import Testing

@testable import PageServer

@Suite struct SoundPlayerTests {
  private let scripts: Scripts

  init() throws { scripts = try Scripts() }

  @Test func whatCannotBePlayedIsNamedWithTheProgramAndItsStatus() async {
    #expect(await SoundPlayer(program: "/bin/true").play("/etc/passwd") == .ended)
    #expect(
      await SoundPlayer(program: "/bin/false").play("/etc/passwd")
        == .failed("/bin/false /etc/passwd ended with status 1"))
    #expect(
      await SoundPlayer(program: "/nonexistent").play("/etc/passwd")
        == .failed("/nonexistent cannot be started: No such file or directory"))
    let none = await SoundPlayer(programs: []).play("/etc/passwd")
    guard case .failed(let sentence) = none else {
      Issue.record("\(none)")
      return
    }
    #expect(sentence.contains("install"))
  }

  @Test func whatPlaysCanBeStopped() async {
    let player = SoundPlayer(program: "/bin/sleep")
    let stopping = Task {
      while !Task.isCancelled {
        player.stop()
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    #expect(await player.play("30") == .stopped)
    stopping.cancel()
  }

  // As aplay and pw-play do.
  @Test func aProgramThatEndsAStopWithStatus1WasStoppedAndDidNotFail() async throws {
    let player = SoundPlayer(program: try scripts.playing())
    let playing = Task { await player.play("a") }
    try await scripts.waitFor(["a"])
    player.stop()
    #expect(await playing.value == .stopped)
  }

  @Test func theNextFileStopsTheOneThatPlaysWhichDidNotFail() async throws {
    let player = SoundPlayer(program: try scripts.playing())
    let first = Task { await player.play("a") }
    try await scripts.waitFor(["a"])
    let second = Task { await player.play("b") }
    #expect(await first.value == .stopped)
    try await scripts.waitFor(["a", "b"])
    player.stop()
    #expect(await second.value == .stopped)
  }

  @Test func aFileThatIsLongerThanTheLimitIsStoppedAndDidNotFail() async throws {
    let player = SoundPlayer(programs: [try scripts.playing()], longest: .milliseconds(500))
    #expect(await player.play("a") == .stopped)
  }

  @Test func whatIsNotWantedIsNotPlayedAndStopsNothing() async throws {
    let player = SoundPlayer(program: try scripts.playing())
    let playing = Task { await player.play("a") }
    try await scripts.waitFor(["a"])
    #expect(await player.play("b", while: { false }) == .stopped)
    #expect(scripts.played == ["a"] && scripts.stopped.isEmpty)
    player.stop()
    _ = await playing.value
  }

  @Test func whereAProgramEndsWithAnErrorTheNextOnePlays() async throws {
    let failing = try scripts.script("failing", "echo \"$1\" >>'\(scripts.folder)/tried'; exit 1")
    let player = SoundPlayer(programs: [failing, "/nonexistent", "/bin/true", "/bin/false"])
    #expect(await player.play("a") == .ended)
    #expect(scripts.lines("tried") == ["a"])
    #expect(
      await SoundPlayer(programs: [failing, "/bin/false"]).play("a")
        == .failed("\(failing) a ended with status 1; /bin/false a ended with status 1"))
  }

  @Test func afterAStopNoOtherProgramIsTried() async throws {
    let player = SoundPlayer(programs: [try scripts.playing(), "/bin/true"])
    let playing = Task { await player.play("a") }
    try await scripts.waitFor(["a"])
    player.stop()
    #expect(await playing.value == .stopped)
  }

  @Test func aServiceTriesAplayFirst() {
    #expect(SoundPlayer.names(hasSession: false) == ["aplay", "pw-play"])
    #expect(SoundPlayer.names(hasSession: true) == ["pw-play", "aplay"])
  }

  @Test func aProgramInheritsNoDescriptor() async throws {
    let file = try scripts.script("open", "exit 0")
    // Not to be closed by an exec, as the sockets of SwiftNIO.
    let descriptor = open(file, O_RDONLY)
    try #require(descriptor > 2)
    defer { close(descriptor) }
    let looking = try scripts.script(
      "looking", "ls -l /proc/$$/fd | grep -q \"$1\" && exit 7; exit 0")
    #expect(await SoundPlayer(program: looking).play(file) == .ended)
  }
}

/// Programs of a test in place of players, in a folder of their own.
final class Scripts: Sendable {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/player-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { _ = try? FileManager.default.removeItem(atPath: folder) }

  /// Makes a program of the shell and returns its path.
  func script(_ name: String, _ text: String) throws -> String {
    let path = "\(folder)/\(name)"
    try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try #require(chmod(path, 0o755) == 0)
    return path
  }

  /// A program that plays for half a minute. It ends with status 1 where it is stopped, as aplay and pw-play do.
  func playing() throws -> String {
    try script(
      "playing",
      """
      trap 'echo "$1" >>"\(folder)/stopped"; kill $! 2>/dev/null; exit 1' TERM
      echo "$1" >>"\(folder)/played"
      sleep 30 >/dev/null 2>&1 &
      wait $!
      """)
  }

  /// What programs have begun to play, and what of it was stopped.
  var played: [String] { lines("played") }
  var stopped: [String] { lines("stopped") }

  func lines(_ name: String) -> [String] {
    guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
      return []
    }
    return text.split(separator: "\n").map(String.init)
  }

  /// Waits until these files have been begun, or `stopped`.
  func waitFor(_ files: [String], in name: String = "played") async throws {
    for _ in 0..<1000 where lines(name) != files { try await Task.sleep(for: .milliseconds(20)) }
    try #require(lines(name) == files)
  }
}
