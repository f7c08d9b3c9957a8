private import Glibc

/// Reads single keys of the terminal, without echo. Ctrl-C stays a signal.
struct Keyboard {
  private let descriptor: Int32
  private let before: termios
  private var isTaken = false
  private var hasQuit = false
  /// Keys that were typed and not taken yet.
  private var typed: [Key] = []
  /// A view takes the keys with each picture; more than this is not typed in between.
  private static let most = 64

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
      readKeys()
      return hasQuit
    }
  }

  /// The keys that were typed since the last call, without those that end the view.
  mutating func takeKeys() -> [Key] {
    readKeys()
    defer { typed = [] }
    return typed
  }

  private mutating func readKeys() {
    guard isTaken, !hasQuit else { return }
    var bytes = [UInt8](repeating: 0, count: Self.most)
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0 {
      let keys = Key.keys(in: bytes[..<count])
      let endOfInput: UInt8 = 0x04
      hasQuit =
        bytes[..<count].contains(endOfInput)
        || keys.contains { $0 == .character("q") || $0 == .character("Q") }
      typed = (typed + keys).suffix(Self.most)
    } else if count < 0, errno == EIO {
      hasQuit = true
    }
  }
}
