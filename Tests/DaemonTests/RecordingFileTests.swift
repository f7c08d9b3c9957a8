import Glibc
import JSON
import Pipeline
import Quantities
import Randomness
import Session
import Synchronization
import TestFiles
import Testing
import Wire

@testable import Trace
@testable import qiblad

/// Calls, counted on any thread.
private final class Counter: Sendable {
  let value = Atomic(0)
}

/// The files of recordings when the disk is full, slow or broken: what is in them is whole.
@Suite struct RecordingFileTests {
  /// A disk with so much room, that writes a part before it refuses.
  private func disk(room: Int, error: Int32) -> RecordingDisk {
    let left = Mutex(room)
    return RecordingDisk(
      write: { descriptor, bytes in
        let count = left.withLock { left in
          let count = min(left, bytes.count)
          left -= count
          return count
        }
        guard count > 0 else {
          errno = error
          return -1
        }
        return Glibc.write(descriptor, bytes.baseAddress, count)
      }, free: { _ in .max })
  }

  /// A run of a simulated device, fed as the pipeline's thread does.
  ///
  /// - Parameter more: what else it is fed with before it ends.
  private func run(
    _ bench: RecorderBench, seconds: Double, _ options: RecordingOptions,
    more: (inout RecordingFeed) throws -> Void = { _ in }
  ) throws {
    try bench.recorder.open(options)
    var random = SeededGenerator(seed: 11)
    var feed = RecordingFeed(
      bench.recorder,
      RecordingHeader(source: TraceHeader(), settings: PipelineSettings()) { nil })
    for step in 0..<Int(seconds * 200) {
      let time = Timestamp(microseconds: Int64(step) * 5_000)
      feed.take(.sample(Self.sample(at: time, &random)))
      _ = feed.takeNews(at: time)
      // The recorder's thread gets its turn: here time runs far faster.
      if step % 640 == 639 { usleep(3000) }
    }
    try more(&feed)
    feed.finish(.shuttingDown)
  }

  private static func sample(at time: Timestamp, _ random: inout SeededGenerator) -> Sample {
    func vector() -> Vector3 {
      Vector3(
        .random(in: -50...50, using: &random), .random(in: -50...50, using: &random),
        .random(in: -50...50, using: &random))
    }
    return Sample(
      time: time, magneticField: MagneticField(microtesla: vector()),
      acceleration: Acceleration(metresPerSecondSquared: vector()),
      angularRate: AngularRate(radiansPerSecond: vector()), source: 30)
  }

  /// Reads to the end of a file, which is whole.
  private func samples(_ path: String) throws -> [Sample] {
    var reader = try TraceReader(path: path)
    var samples: [Sample] = []
    while let item = try reader.next() { if let sample = item.sample { samples.append(sample) } }
    #expect("\(reader.skipped)" == "no bad lines")
    return samples
  }

  @Test(arguments: [
    (ENOSPC, "disk_full"), (EDQUOT, "disk_full"), (EFBIG, "disk_full"), (EIO, "disk_failed"),
  ])
  func aWriteThatFailsAnywhereLeavesAWholeFile(_ error: Int32, _ reason: String) async throws {
    for room in [90_000, 100_000, 131_072, 140_001] {
      let bench = try RecorderBench(disk: disk(room: room, error: error))
      try run(bench, seconds: 60, RecordingOptions(.path(bench.path("full"))))
      await bench.finish()
      #expect(try bench.status["reason"]?.string == reason, "\(room)")
      let found = try samples(bench.path("full"))
      #expect(found.count > 100 && found.count < 12_000)
      #expect(try contents(of: bench.path("full")).count <= room)
      var random = SeededGenerator(seed: 11)
      let expected = found.map { Self.sample(at: $0.time, &random) }
      #expect(found == expected, "what is there is what came first, without a gap")
    }
  }

  @Test func aDiskWithoutRoomForAnythingLeavesNoFile() async throws {
    let bench = try RecorderBench(disk: disk(room: 0, error: ENOSPC))
    try run(bench, seconds: 10, RecordingOptions(.path(bench.path("none"))))
    await bench.finish()
    #expect(try bench.status["reason"]?.string == "disk_full")
    #expect(bench.directory.names.isEmpty)
  }

  @Test func theReserveOfTheDiskStaysFree() async throws {
    let left = Atomic(RecordingDisk.reserve + 200_000)
    let disk = RecordingDisk(
      write: { descriptor, bytes in
        left.subtract(Int64(bytes.count), ordering: .relaxed)
        return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }, free: { _ in left.load(ordering: .relaxed) })
    let bench = try RecorderBench(disk: disk)
    try run(bench, seconds: 60, RecordingOptions(.path(bench.path("reserve"))))
    await bench.finish()
    #expect(try bench.status["reason"]?.string == "disk_full")
    #expect(left.load(ordering: .relaxed) >= RecordingDisk.reserve)
    #expect(try samples(bench.path("reserve")).count > 100)
    // The next one does not even begin.
    left.store(RecordingDisk.reserve - 1, ordering: .relaxed)
    let error = #expect(throws: RecordingProblem.self) {
      try bench.recorder.open(RecordingOptions(.path(bench.path("next"))))
    }
    #expect(error == .noRoom(bench.path("next")))
    #expect(!bench.directory.names.contains("next.jsonl.gz"))
  }

  @Test func aDiskThatHangsHoldsNothingUpAndEndsTheRecording() async throws {
    let isOpen = Atomic(false)
    let disk = RecordingDisk(
      write: { descriptor, bytes in
        while !isOpen.load(ordering: .relaxed) { usleep(1000) }
        return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }, free: { _ in .max })
    let bench = try RecorderBench(disk: disk)
    // Returns although nothing is written, or this test would hang.
    try run(bench, seconds: 300, RecordingOptions(.path(bench.path("slow")))) { feed in
      isOpen.store(true, ordering: .relaxed)
      // The next input after the recorder's thread has room again hands the end over.
      var random = SeededGenerator(seed: 12)
      for step in 0..<20_000 {
        guard try bench.status["recording"] == .bool(true) else { break }
        feed.take(
          .sample(Self.sample(at: Timestamp(microseconds: 300_000_000 + Int64(step)), &random)))
        usleep(500)
      }
    }
    #expect(try bench.status["reason"]?.string == "disk_slow")
    await bench.finish()
    let found = try samples(bench.path("slow"))
    #expect(found.count > 1000 && found.count < 60_000)
    var random = SeededGenerator(seed: 11)
    #expect(found == found.map { Self.sample(at: $0.time, &random) })
  }

  /// A disk that takes every line, and refuses when it has to have them all.
  private func disk(error: Int32, syncs: Counter, secondsForEachLook: Int64) -> RecordingDisk {
    let looks = Mutex<Int64>(0)
    var disk = RecordingDisk.system
    disk.sync = { _ in
      syncs.value.add(1, ordering: .relaxed)
      errno = error
      return error == 0 ? 0 : -1
    }
    disk.now = {
      looks.withLock { looks in
        looks += 1
        return looks * secondsForEachLook * 1_000_000
      }
    }
    return disk
  }

  // A memory card may take lines and lose them later: fsync(2) is the first to say so.
  @Test(arguments: [(EIO, "disk_failed"), (ENOSPC, "disk_full")])
  func aDiskThatLosesWhatItTookIsNamedAtTheEnd(_ error: Int32, _ reason: String) async throws {
    let syncs = Counter()
    let bench = try RecorderBench(
      disk: disk(error: error, syncs: syncs, secondsForEachLook: 0))
    try run(bench, seconds: 10, RecordingOptions(.path(bench.path("lost"))))
    await bench.finish()
    #expect(try bench.status["reason"]?.string == reason)
    #expect(syncs.value.load(ordering: .relaxed) == 1)
    #expect(try samples(bench.path("lost")).count == 2000)
  }

  @Test func linesAreBroughtToTheDiskEachMinute() async throws {
    let syncs = Counter()
    // In batches of 250 ms, 10 s are 40: the recorder looks at the clock as often.
    let bench = try RecorderBench(disk: disk(error: 0, syncs: syncs, secondsForEachLook: 20))
    try run(bench, seconds: 10, RecordingOptions(.path(bench.path("synced"))))
    await bench.finish()
    #expect(syncs.value.load(ordering: .relaxed) > 5)
    #expect(try bench.status["reason"]?.string == "shutting_down")
    let failing = try RecorderBench(
      disk: disk(error: EIO, syncs: syncs, secondsForEachLook: 20))
    try run(failing, seconds: 10, RecordingOptions(.path(failing.path("failing"))))
    await failing.finish()
    #expect(try failing.status["reason"]?.string == "disk_failed")
    #expect(try samples(failing.path("failing")).count < 1000, "it ends with the first minute")
  }

  // A trace has no line with a `t` over 1e7 s (docs/traces.md): 115 days.
  @Test(arguments: [1, 3]) func aFileEndsWhereItsTimeDoes(files: Int) async throws {
    let bench = try RecorderBench()
    try bench.recorder.open(RecordingOptions(.path(bench.path("long")), files: files))
    var random = SeededGenerator(seed: 12)
    var feed = RecordingFeed(
      bench.recorder,
      RecordingHeader(source: TraceHeader(), settings: PipelineSettings()) { nil })
    let times = [0, 5_000_000, 9_999_999.5, 10_000_000.5, 10_000_001].map {
      Timestamp(microseconds: Int64($0 * 1e6))
    }
    for time in times {
      feed.take(.sample(Self.sample(at: time, &random)))
      _ = feed.takeNews(at: time)
      usleep(3000)
    }
    feed.finish(.shuttingDown)
    await bench.finish()
    let status = try bench.status
    #expect(status["left_out"] == nil)
    if files == 1 {
      #expect(status["reason"]?.string == "time_limit")
      #expect(try samples(bench.path("long")).map(\.time) == Array(times.prefix(3)))
    } else {
      #expect(status["reason"]?.string == "shutting_down" && status["files"] == .number(2))
      #expect(try samples(bench.path("long-1")).map(\.time) == Array(times.prefix(3)))
      #expect(try samples(bench.path("long-2")).map(\.time) == Array(times.suffix(2)))
    }
  }

  @Test func aRecordingEndsAtItsTimeAndAtItsSize() async throws {
    let bench = try RecorderBench()
    try run(bench, seconds: 20, RecordingOptions(.path(bench.path("time")), limitSeconds: 7.5))
    await bench.finish()
    let found = try samples(bench.path("time"))
    #expect(found.last?.time == Timestamp(microseconds: 7_500_000) && found.count == 1501)
    #expect(try bench.status["reason"]?.string == "time_limit")
    let other = try RecorderBench()
    try run(other, seconds: 60, RecordingOptions(.path(other.path("size")), limitBytes: 200_000))
    await other.finish()
    #expect(try other.status["reason"]?.string == "size_limit")
    let size = try contents(of: other.path("size")).count
    #expect((100_000...200_000).contains(size), "\(size)")
    #expect(try samples(other.path("size")).count > 1000)
  }

  @Test func aMemberOfGzipHoldsAnyBytes() throws {
    var random = SeededGenerator(seed: 4)
    let directory = try TemporaryDirectory()
    for count in [0, 1, 1000, 65_536, 300_000] {
      let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let zeros = [UInt8](repeating: 0, count: count)
      let members = try [noise, zeros].map { try #require(gzipMember($0, level: 1)) }
      let path = try directory.file("members.gz", members[0] + members[1])
      #expect(try unpacked(path) == noise + zeros)
    }
  }
}
