private import Glibc
import Quantities

extension TraceError: CustomStringConvertible {
  /// One line: what, where, and what to do.
  package var description: String {
    switch self {
    case .cannotOpen(let trace, let errno):
      "\(trace): cannot open it: \(systemText(errno)); \(hint(opening: errno))"
    case .isDirectory(let trace): "\(trace): is a directory; name one trace in it"
    case .empty(let trace):
      "\(trace): is empty; record or copy it again (a trace's first line is its header)"
    case .badHeader(let trace, let error): "\(trace): line 1, the header: \(error)"
    case .compressedDataEnded(let trace, let lines):
      "\(trace): the compressed data ends early, after \(lines) whole lines; "
        + "copy the file again, or keep what is there with: zcat FILE > PART.jsonl"
    case .compressedDataCorrupt(let trace, let lines):
      "\(trace): the compressed data is damaged after about \(lines) lines; copy the file again"
    case .cannotRead(let trace, let lines, let errno):
      "\(trace): reading failed after \(lines) lines: \(systemText(errno)); "
        + "check the disk or the network that it is on"
    case .cannotRewind(let trace):
      "\(trace): cannot be read a second time; save it to a file to replay it in a loop"
    }
  }
}

extension TraceHeaderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notJSON(let error):
      "not a JSON object (\(error)); is this a trace? Its first line begins {\"trace\":1,"
    case .notATraceHeader:
      "has no key \"trace\"; put a line such as {\"trace\":1,\"name\":\"walk\"} on top"
    case .tooLong(let limit):
      "longer than \(limit) bytes; is this a trace? Its first line begins {\"trace\":1,"
    case .unsupportedVersion(let found):
      "\"trace\" is \(found), and this program reads version 1; use a newer qiblad"
    case .badValue(let key, let found, let allowed): "\"\(key)\" is \(found); it must be \(allowed)"
    case .repeatedKey(let key): "\"\(shown(key))\" stands there twice; keep one of them"
    }
  }
}

private func systemText(_ errno: Int32) -> String {
  strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}

private func hint(opening errno: Int32) -> String {
  switch errno {
  case ENOENT, ENOTDIR: "check the path"
  case EACCES, EPERM: "ask its owner for read permission"
  case EMFILE, ENFILE: "close other files or raise the limit (ulimit -n)"
  default: "check the file and the path"
  }
}
