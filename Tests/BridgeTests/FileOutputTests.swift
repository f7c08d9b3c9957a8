import Glibc
import TestFiles
import Testing

@testable import qibla_bridge

/// A serial line that comes and goes; the slave of a pseudo-terminal stands for its device.
@Suite struct FileOutputTests {
  private let line = Array("$HCHDM,101.1,M*28\r\n".utf8)

  @Test func aLineThatIsUnpluggedIsOpenedAgainWithItsSpeed() throws {
    let path = "/tmp/qiblad-line-\(UInt32.random(in: 0...UInt32.max))"
    defer { unlink(path) }
    let first = try Terminal(link: path)
    let output = try FileOutput(path: path)
    defer { output.end() }
    try first.set(speed: speed_t(B4800))
    #expect(output.write(line))
    first.unplug()
    #expect(!output.write(line))
    unlink(path)
    #expect(!isWrittenSoon(output, within: .seconds(1)))
    #expect(access(path, F_OK) != 0, "what was unplugged is not created")
    let second = try Terminal(link: path)
    #expect(isWrittenSoon(output, within: .seconds(20)))
    #expect(try second.speed() == speed_t(B4800))
    second.unplug()
  }

  @Test func aDeviceThatIsNotThereYetIsWaitedForAndNotCreated() throws {
    let path = "/dev/qiblad-line-\(UInt32.random(in: 0...UInt32.max))"
    let output = try FileOutput(path: path)
    defer { output.end() }
    #expect(!isWrittenSoon(output, within: .seconds(1)))
    #expect(access(path, F_OK) != 0)
  }

  @Test func aFileThatCannotBeOpenedIsOneClearError() {
    #expect(throws: CommandFailure("cannot open /nowhere/log.nmea: No such file or directory")) {
      try FileOutput(path: "/nowhere/log.nmea")
    }
  }

  private func isWrittenSoon(_ output: FileOutput, within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
      if output.write(line) { return true }
      usleep(10_000)
    }
    return false
  }
}

/// A pseudo-terminal and a link to it.
private final class Terminal {
  private var master: Int32

  init(link: String) throws {
    let name: String
    (master, name) = try openPseudoTerminal()
    try #require(symlink(name, link) == 0)
  }

  func set(speed: speed_t) throws {
    var settings = termios()
    try #require(tcgetattr(master, &settings) == 0 && cfsetspeed(&settings, speed) == 0)
    try #require(tcsetattr(master, TCSANOW, &settings) == 0)
  }

  func speed() throws -> speed_t {
    var settings = termios()
    try #require(tcgetattr(master, &settings) == 0)
    return cfgetospeed(&settings)
  }

  func unplug() {
    if master >= 0 { close(master) }
    master = -1
  }

  deinit { unplug() }
}
