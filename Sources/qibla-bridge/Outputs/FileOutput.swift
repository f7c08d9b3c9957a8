import Glibc

/// A file to which lines are added, a serial line, or a named pipe.
final class FileOutput: LineOutput {
  private let path: String
  private let descriptor: Int32
  private var log = ConditionLog()

  /// - Throws: `CommandFailure` where the file cannot be opened.
  init(path: String) throws(CommandFailure) {
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else {
      let hint = errno == ENXIO ? "; no program reads this pipe yet: start its reader first" : ""
      throw CommandFailure("cannot open \(path): \(words(ofError: errno))\(hint)")
    }
  }

  func write(_ lines: [UInt8]) -> Bool {
    let count = lines.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count == lines.count {
      log.say("writing to \(path)")
    } else if count < 0, errno != EINTR {
      log.say("cannot write to \(path): \(words(ofError: errno)); trying on")
    } else {
      log.say("\(path) is full or too slow; lines are cut")
    }
    return count == lines.count
  }

  func end() { close(descriptor) }
}
