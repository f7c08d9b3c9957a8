import Glibc
import Threads

/// A file to which lines are added, a serial line, or a named pipe. A device that is not there, or that was unplugged,
/// is waited for.
final class FileOutput: LineOutput {
  private let path: String
  /// `nil` while the file cannot be opened.
  private var descriptor: Int32?
  /// Speed and mode of a serial line after the last write: one that is plugged in again has the system's.
  private var settings: termios?
  private var delay = RetryDelay(first: 500_000, longest: 10_000_000)
  private var nextAttempt = ContinuousClock.now
  private var log = ConditionLog()

  /// - Throws: `CommandFailure` where the file cannot be opened, unless it is a device that is not there.
  init(path: String) throws(CommandFailure) {
    self.path = path
    let isDevice = isOfDevice(path)
    let opened = openForWriting(path, creating: !isDevice)
    let number = errno
    if opened >= 0 {
      descriptor = opened
    } else if isDevice, [ENOENT, ENODEV, ENXIO].contains(number) {
      wait(number)
    } else {
      let hint = number == ENXIO ? "; no program reads this pipe yet: start its reader first" : ""
      throw CommandFailure("cannot open \(path): \(words(ofError: number))\(hint)")
    }
  }

  func write(_ lines: [UInt8]) -> Bool {
    if descriptor == nil, nextAttempt <= .now { reopen() }
    guard let descriptor else { return false }
    let count = lines.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let number = errno
    if count == lines.count {
      succeed(descriptor)
    } else if count < 0, number != EINTR {
      fail(descriptor, number)
    } else {
      log.say("\(path) is full or too slow; lines are cut")
    }
    return count == lines.count
  }

  func end() { if let descriptor { close(descriptor) } }

  private func succeed(_ descriptor: Int32) {
    delay.succeeded()
    var now = termios()
    if tcgetattr(descriptor, &now) == 0 { settings = now }  // no other file has any
    log.say("writing to \(path)")
  }

  private func fail(_ descriptor: Int32, _ number: Int32) {
    log.say("cannot write to \(path): \(words(ofError: number)); retrying")
    // A full disk and a pipe without a reader can be written to later; a device that was unplugged never can.
    guard ![EAGAIN, ENOSPC, EPIPE].contains(number) else { return }
    close(descriptor)
    self.descriptor = nil
    nextAttempt = .now + .microseconds(delay.failed())
  }

  /// Opens the file again. It is not created: an adapter or a disk that comes back brings its own.
  private func reopen() {
    let opened = openForWriting(path, creating: false)
    guard opened >= 0 else { return wait(errno) }
    descriptor = opened
    if var settings, tcsetattr(opened, TCSANOW, &settings) != 0 {
      log.say("cannot set the speed of \(path): \(words(ofError: errno))")
    }
  }

  private func wait(_ number: Int32) {
    log.say("cannot open \(path): \(words(ofError: number)); waiting for it")
    nextAttempt = .now + .microseconds(delay.failed())
  }
}

/// Whether a path is that of a device, which is never created: a regular file would stand in the adapter's place.
private func isOfDevice(_ path: String) -> Bool {
  path.hasPrefix("/dev/") && !path.hasPrefix("/dev/shm/")
}

/// A descriptor that is closed on exec and never blocks; −1 with `errno` where the system refuses it.
private func openForWriting(_ path: String, creating: Bool) -> Int32 {
  let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
  return open(path, creating ? flags | O_CREAT : flags, 0o644)
}
