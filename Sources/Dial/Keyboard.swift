private import Glibc

/// The terminal's keys, without echo and without waiting for a line; Ctrl-C stays a signal.
struct Keyboard {
  private let descriptor: Int32
  private let before: termios
  private var isTaken = false
  private var hasQuit = false

  /// `nil` where `descriptor` is no terminal.
  init?(descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    before = settings
  }

  mutating func takeOver() {
    var settings = before
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &settings.c_cc) { keys in
      // read() returns at once, with what there is
      keys[Int(VMIN)] = 0
      keys[Int(VTIME)] = 0
    }
    isTaken = tcsetattr(descriptor, TCSADRAIN, &settings) == 0
  }

  /// As it was; keys that were typed meanwhile do not reach the shell.
  mutating func restore() {
    guard isTaken else { return }
    isTaken = false
    var settings = before
    tcsetattr(descriptor, TCSAFLUSH, &settings)
  }

  /// Whether `q` or Ctrl-D was typed, or the terminal was hung up; reads what is waiting.
  var wantsEnd: Bool {
    mutating get {
      guard isTaken, !hasQuit else { return hasQuit }
      var keys = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &keys, keys.count)
      if count > 0 {
        let quit: [UInt8] = [UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04]
        hasQuit = keys[..<count].contains { quit.contains($0) }
      } else if count < 0, errno == EIO {
        hasQuit = true
      }
      return hasQuit
    }
  }
}
