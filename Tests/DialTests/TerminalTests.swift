import Glibc
import TestFiles
import Testing

@testable import Dial

/// Both ends of a pseudo-terminal: what a user's terminal sees, and what the program writes to.
private final class PseudoTerminal {
  let user: Int32
  let program: Int32

  init(columns: UInt16, rows: UInt16) throws {
    let name: String
    (user, name) = try openPseudoTerminal()
    program = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(program >= 0)
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(user)
    close(program)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(user, UInt(TIOCSWINSZ), &size) == 0)
  }

  /// Everything written since the last call.
  func seen() -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(user, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    return String(decoding: text, as: UTF8.self)
  }

  var echoes: Bool {
    var settings = termios()
    tcgetattr(program, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }
}

/// Sends a signal to this thread; the threads of a task pool have them blocked.
private func send(_ number: Int32) {
  var set = sigset_t()
  sigemptyset(&set)
  sigaddset(&set, number)
  pthread_sigmask(SIG_UNBLOCK, &set, nil)
  raise(number)
}

/// One after the other: they share the process's signals.
@Suite(.serialized) struct TerminalTests {
  @Test func theScreenIsEnteredAndRestored() throws {
    let pseudo = try PseudoTerminal(columns: 61, rows: 17)
    #expect(pseudo.echoes)
    let terminal = try Terminal(descriptor: pseudo.program, keyboard: pseudo.program)
    #expect(terminal.size == (61, 17))
    #expect(!pseudo.echoes)
    #expect(pseudo.seen().contains("\u{1B}[?1049h"))
    terminal.leave()
    let farewell = pseudo.seen()
    #expect(farewell.contains("\u{1B}[?25h") && farewell.hasSuffix("\u{1B}[?1049l"))
    #expect(pseudo.echoes)
    terminal.leave()
    #expect(pseudo.seen().isEmpty)
  }

  @Test func releasingTheTerminalRestoresTheScreen() throws {
    let pseudo = try PseudoTerminal(columns: 80, rows: 24)
    do { _ = try Terminal(descriptor: pseudo.program, keyboard: nil) }
    #expect(pseudo.seen().hasSuffix("\u{1B}[?1049l"))
  }

  @Test func aFrameWritesOnlyWhatChanged() throws {
    let pseudo = try PseudoTerminal(columns: 10, rows: 3)
    let terminal = try Terminal(descriptor: pseudo.program, keyboard: nil)
    _ = pseudo.seen()
    try terminal.draw(["one", "two", "three"])
    #expect(pseudo.seen().contains("two"))
    try terminal.draw(["one", "TWO", "three"])
    #expect(pseudo.seen() == "\u{1B}[?2026h\u{1B}[2;1HTWO\u{1B}[K\u{1B}[?2026l")
    try terminal.draw(["one", "TWO", "three"])
    #expect(pseudo.seen().isEmpty)
    pseudo.resize(columns: 12, rows: 3)
    try terminal.draw(["one", "TWO", "three"])
    #expect(pseudo.seen().contains("\u{1B}[2J"))
  }

  @Test func aResizeAndTheKeyQAreDetected() throws {
    let pseudo = try PseudoTerminal(columns: 80, rows: 24)
    let terminal = try Terminal(descriptor: pseudo.program, keyboard: pseudo.program)
    #expect(!terminal.isInterrupted)
    send(SIGWINCH)
    #expect(terminal.takeResized())
    #expect(!terminal.takeResized())
    #expect(write(pseudo.user, "xyq", 3) == 3)
    #expect(terminal.isInterrupted)
    terminal.leave()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let next = try Terminal(descriptor: pseudo.program, keyboard: nil)
      #expect(!next.isInterrupted)
      send(number)
      #expect(next.isInterrupted)
    }
  }

  @Test func aClosedTerminalIsAnErrorAndNotASignal() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let terminal = try Terminal(descriptor: ends[1], keyboard: nil)
    #expect(terminal.size == (80, 24))
    close(ends[0])
    #expect(throws: TerminalError.gone(errno: EPIPE)) { try terminal.draw(["x"]) }
    terminal.leave()
    close(ends[1])
  }

  // Erasing at the right edge would take the last character away.
  @Test func aFullLineIsNotErased() {
    let text = TerminalText.update(from: ["a"], to: ["\u{1B}[1mabc\u{1B}[0m"], size: (3, 1))
    #expect(!text.contains("\u{1B}[K"))
    #expect(
      TerminalText.update(from: ["a", "b"], to: ["a"], size: (3, 2)).contains("\u{1B}[2;1H\u{1B}[K")
    )
  }
}
