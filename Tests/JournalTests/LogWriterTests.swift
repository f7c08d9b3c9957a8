import Glibc
import Testing

@testable import Journal

/// The log on a pipe that nobody reads.
struct LogWriterTests {
  /// pipe(7): the least that a pipe holds is one page.
  private static let pipeBytes: Int32 = 4096
  private static let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ, which does not import

  private func fullPipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(fcntl(ends[1], Self.setPipeSize, Self.pipeBytes) == Self.pipeBytes)
    let filling = [UInt8](repeating: UInt8(ascii: "f"), count: Int(Self.pipeBytes))
    try #require(write(ends[1], filling, filling.count) == filling.count)
    return (ends[0], ends[1])
  }

  private func read(_ count: Int, from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < count {
      let got = Glibc.read(descriptor, &buffer, buffer.count)
      guard got > 0 else { break }
      bytes += buffer[..<got]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // Blocked for ever, this test would never end.
  @Test(.timeLimit(.minutes(10))) func whoLogsNeverWaitsAndTheGapIsTold() throws {
    let pipe = try fullPipe()
    let writer = try LogWriter(descriptor: pipe.writing, reader: .journal, capacity: 1000)
    for number in 0..<10_000 { writer.put("<6>line \(10_000 + number)\n") }
    #expect(!writer.flush(within: .milliseconds(50)))
    // The filling, and then what the writer had taken before it met the full pipe.
    let first = read(Int(Self.pipeBytes) + 1000, from: pipe.reading)
    #expect(first.drop { $0 == "f" }.hasPrefix("<6>line 10000\n"))
    #expect(writer.flush(within: .seconds(20)))
    writer.put("<6>again\n")
    #expect(writer.flush(within: .seconds(20)))
    writer.stop()
    close(pipe.writing)
    // A read may end in the middle of a line.
    let text = first + read(.max, from: pipe.reading)
    let all = text.drop { $0 == "f" }.split(separator: "\n")
    let written = all.count { $0.hasPrefix("<6>line ") }
    #expect(written >= 1000 / 14 && written <= 2 * 1000 / 14 + 1)
    // One gap, or two where the writer's thread began so late that lines had been dropped already.
    let gaps = all.filter {
      $0.hasSuffix(" lines of the log were dropped here: its reader was too slow")
    }
    let dropped = gaps.compactMap { Int($0.dropFirst("<4>".count).prefix(while: \.isNumber)) }
    #expect(gaps.allSatisfy { $0.hasPrefix("<4>") } && (1...2).contains(gaps.count))
    #expect(dropped.reduce(0, +) == 10_000 - written)
    #expect(all.count == written + gaps.count + 1)
    #expect(all.suffix(2).first == gaps.last && all.last == "<6>again")
    close(pipe.reading)
  }

  // Terminals are shared: another program may have made this one non-blocking.
  @Test(.timeLimit(.minutes(10))) func aNonBlockingDescriptorLosesNothing() throws {
    let pipe = try fullPipe()
    try #require(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
    let writer = try LogWriter(descriptor: pipe.writing, reader: .journal)
    writer.put("<6>a line\n")
    #expect(!writer.flush(within: .milliseconds(50)))
    let text = read(Int(Self.pipeBytes) + 10, from: pipe.reading)
    #expect(text.hasSuffix("f<6>a line\n"))
    #expect(writer.flush(within: .seconds(20)))
    writer.stop()
    for end in [pipe.writing, pipe.reading] { close(end) }
  }
}
