private import Glibc

/// Reads single keys of the terminal, without echo. Ctrl-C stays a signal.
struct Keyboard {
  private let descriptor: Int32
  private let before: termios
  private var isTaken = false
  private var hasQuit = false

  /// `nil` if `descriptor` is not a terminal.
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
      // read() returns at once, with the keys typed so far.
      keys[Int(VMIN)] = 0
      keys[Int(VTIME)] = 0
    }
    isTaken = tcsetattr(descriptor, TCSADRAIN, &settings) == 0
  }

  /// Restores the terminal's settings; discards typed keys, so that they do not reach the shell.
  mutating func restore() {
    guard isTaken else { return }
    isTaken = false
    var settings = before
    tcsetattr(descriptor, TCSAFLUSH, &settings)
  }

  /// Whether `q` or Ctrl-D was typed, or the terminal was closed; reads all waiting keys.
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
