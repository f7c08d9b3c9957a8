package import JSON

/// Why a trace cannot be read, or not to its end.
///
/// A bad sample line is not among these: it is skipped and counted (`SkippedLines`).
package enum TraceError: Error, Equatable, Sendable {
  /// The file did not open; `errno` is the system's reason.
  case cannotOpen(trace: String, errno: Int32)
  /// The path names a directory.
  case isDirectory(trace: String)
  /// There is not one byte in it.
  case empty(trace: String)
  /// Line 1 is not the header of a trace that we can read.
  case badHeader(trace: String, TraceHeaderError)
  /// Compressed data ends in the middle; `lines` were read before.
  case compressedDataEnded(trace: String, lines: Int)
  /// Compressed data is damaged; `lines` were read before.
  case compressedDataCorrupt(trace: String, lines: Int)
  /// The system failed to read on after `lines` lines.
  case cannotRead(trace: String, lines: Int, errno: Int32)
  /// The source is a pipe, a terminal or the like and cannot be read a second time.
  case cannotRewind(trace: String)
}

/// Why the first line of a trace is not its header.
package enum TraceHeaderError: Error, Equatable, Sendable {
  /// It is no JSON at all: a binary file, a text, half a header.
  case notJSON(JSONError)
  /// It is JSON without `trace`, such as a sample line.
  case notATraceHeader
  /// It is longer than any header.
  case tooLong(limit: Int)
  /// It is of a version of the format that came after this program; `found` as it is written.
  case unsupportedVersion(found: String)
  /// The member `key` (a path such as `mount.mag`) is not what it must be.
  case badValue(key: String, found: String, allowed: String)
  /// The member `key` stands there twice.
  case repeatedKey(String)
}
