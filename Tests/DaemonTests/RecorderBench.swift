import Glibc
import JSON
import Logging
import Quantities
import Session
import Synchronization
import TestFiles
import Threads
import Wire

@testable import Trace
@testable import qiblad

/// A recorder with its thread, in a directory of its own.
final class RecorderBench: Sendable {
  typealias Answer = Result<ControlReply, RequestError>

  let directory: TemporaryDirectory
  let recorder: Recorder
  let log = Log()
  private let answers = Mutex<[Answer]>([])
  private let isFinished = Atomic(false)

  init(disk: RecordingDisk = .system) throws {
    directory = try TemporaryDirectory()
    recorder = Recorder(
      RecordingPlaces(directory: directory.path + "/recordings", group: nil), disk: disk,
      logger: Logger(label: "test") { [log] _ in log })
    // A thread that starts at once: a task would wait for tests that keep all threads of the pool.
    try DedicatedThread.start { [self] in
      recorder.work()
      isFinished.store(true, ordering: .releasing)
    }
  }

  func path(_ name: String) -> String { directory.path + "/" + name + ".jsonl.gz" }

  /// Sends a request; its answer comes later.
  func send(_ request: ControlRequest.Record, mayChoose: Bool = true) {
    recorder.perform(request, mayChoose: mayChoose) { [self] answer in
      answers.withLock { $0.append(answer) }
    }
  }

  /// The answer to a request, while `work` keeps the pipeline's thread going.
  func answer(
    _ request: ControlRequest.Record, mayChoose: Bool = true, while work: () throws -> Void = {}
  ) throws -> Answer {
    try answers([request], mayChoose: mayChoose, while: work)[0]
  }

  /// The answers to requests that are sent at once, in the order in which they come.
  func answers(
    _ requests: [ControlRequest.Record], mayChoose: Bool = true, while work: () throws -> Void = {}
  ) throws -> [Answer] {
    answers.withLock { $0 = [] }
    for request in requests { send(request, mayChoose: mayChoose) }
    for _ in 0..<20_000 {
      let given = answers.withLock { $0 }
      if given.count == requests.count { return given }
      try work()
      usleep(500)
    }
    throw NoAnswer()
  }

  /// Ends the recorder's thread, once everything is written.
  func finish() async {
    recorder.finish()
    while !isFinished.load(ordering: .acquiring) {
      do { try await Task.sleep(for: .milliseconds(1)) } catch { return }
    }
  }

  /// What the recorder says of itself.
  var status: ControlReply {
    get throws { try answer(.status).get() }
  }
}

struct NoAnswer: Error {}

/// What a pipeline makes of a recording, by the recording alone.
func replayed(_ path: String) throws -> (output: [UInt8], header: TraceHeader, skipped: String) {
  var reader = try TraceReader(path: path)
  var session = Session(RunOptions().settings(for: reader.header))
  var output: [UInt8] = []
  while let item = try reader.next() { _ = session.feed(item.input) { output += $0.bytes } }
  session.finish { output += $0.bytes }
  return (output, reader.header, "\(reader.skipped)")
}

/// The bytes of a gzip file.
func unpacked(_ path: String) throws -> [UInt8] {
  let file = try GzipFile(path: path)
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}
