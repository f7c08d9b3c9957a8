import Glibc
import JSON
import Quantities
import TestSamples
import Testing

@testable import Trace

/// What reading a trace to its end gave.
struct Reading {
  var items: [TraceItem] = []
  var skipped = SkippedLines()
  var lines = 0
  var linesWithoutInput = 0

  var samples: [Sample] { items.compactMap(\.sample) }
}

/// Reads to the end.
func readAll(_ reader: inout TraceReader) throws(TraceError) -> Reading {
  var reading = Reading()
  while let item = try reader.next() { reading.items.append(item) }
  reading.skipped = reader.skipped
  reading.lines = reader.lines
  reading.linesWithoutInput = reader.linesWithoutInput
  return reading
}

func readAll(
  _ bytes: [UInt8], chunk: Int = .max, name: String = "t.jsonl"
) throws(TraceError) -> Reading {
  var reader = try TraceReader(source: MemorySource(bytes, chunk: chunk), name: name)
  return try readAll(&reader)
}

/// A header of its own and the lines, each ended by a line feed.
func trace(_ lines: String...) -> [UInt8] {
  Array(([#"{"trace":1,"name":"t"}"#] + lines).map { $0 + "\n" }.joined().utf8)
}

/// The one reason for which `line` is skipped; `nil` where it is not.
func reason(_ line: String) throws -> BadLine? {
  let reading = try readAll(trace(line))
  try #require(reading.lines == 2)
  #expect(reading.skipped.total == reading.skipped.first.count)
  return reading.skipped.first.first?.reason
}

/// A file that is gone when this value is.
final class TemporaryFile {
  let path: String

  init(_ bytes: [UInt8], suffix: String = ".jsonl") throws {
    var template = Array("/tmp/trace-test-XXXXXX\(suffix)".utf8CString)
    let descriptor = mkstemps(&template, Int32(suffix.utf8.count))
    try #require(descriptor >= 0)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      try #require(count > 0)
      written += count
    }
    close(descriptor)
  }

  deinit { unlink(path) }
}
