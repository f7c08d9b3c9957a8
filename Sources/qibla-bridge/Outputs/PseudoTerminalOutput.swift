import Glibc

/// A serial line that is not there: programs open a link as they open `/dev/ttyUSB0`.
final class PseudoTerminalOutput: LineOutput {
  /// What waits for a reader at most, bytes: about a second of all sentences at 10 Hz. A program that
  /// opens the link later must not read old headings.
  private static let waitingLimit: Int32 = 1024

  private let link: String
  private let device: String
  private let master: Int32
  /// Kept open, so that a reader that closes its end is no error.
  private let line: Int32

  /// - Parameter link: the path of the link; a link that is there already is replaced.
  /// - Throws: `CommandFailure` where the system refuses the terminal or the link.
  init(link: String) throws(CommandFailure) {
    self.link = link
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    // ioctl_tty(2): TIOCSPTLCK and TIOCGPTN, compound macros that do not import
    guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0,
      ioctl(master, 0x8004_5430, &number) == 0
    else { throw CommandFailure("cannot open a pseudo-terminal: \(words(ofError: errno))") }
    device = "/dev/pts/\(number)"
    line = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var settings = termios()
    guard line >= 0, tcgetattr(line, &settings) == 0 else {
      throw CommandFailure("cannot open \(device): \(words(ofError: errno))")
    }
    cfmakeraw(&settings)
    tcsetattr(line, TCSANOW, &settings)
    // A reader such as gpsd runs as another user.
    chmod(device, 0o644)
    try makeLink()
    complain("\(link) is \(device)")
  }

  private func makeLink() throws(CommandFailure) {
    var info = stat()
    if lstat(link, &info) == 0 {
      guard info.st_mode & S_IFMT == S_IFLNK else {
        throw CommandFailure("\(link) is there and is no link; remove it, or name another path")
      }
      unlink(link)
    }
    guard symlink(device, link) == 0 else {
      throw CommandFailure("cannot make the link \(link): \(words(ofError: errno))")
    }
  }

  func write(_ lines: [UInt8]) -> Bool {
    var waiting: Int32 = 0
    if ioctl(line, UInt(FIONREAD), &waiting) == 0, waiting > Self.waitingLimit {
      tcflush(line, TCIFLUSH)
    }
    // What a reader sends to the instrument is discarded, so that its writes never block.
    tcflush(master, TCIFLUSH)
    return lines.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) } == lines.count
  }

  func end() {
    var target = [UInt8](repeating: 0, count: 64)
    let count = target.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { readlink(link, $0, buffer.count) } ?? -1
      }
    }
    // Another bridge may have replaced the link.
    if count > 0, String(decoding: target.prefix(count), as: UTF8.self) == device { unlink(link) }
    close(line)
    close(master)
  }
}
