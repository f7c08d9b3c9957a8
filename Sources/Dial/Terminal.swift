private import Glibc

/// A screen to draw on; what was there before comes back when it is left.
///
/// Belongs to the one thread that draws. Leave it with `leave()`; the last reference does it too.
///
///     let terminal = try Terminal()
///     defer { terminal.leave() }
///     while !terminal.isInterrupted {
///       let size = terminal.size
///       try terminal.draw(frame.render(columns: size.columns, rows: size.rows, …))
///     }
package final class Terminal {
  private let output: TerminalOutput
  private var keyboard: Keyboard?
  private var isEntered = false
  private var drawn: [String] = []
  private var drawnSize: (columns: Int, rows: Int) = (0, 0)

  /// Whether `descriptor` is a terminal that a dial can be drawn on.
  package static func isAvailable(descriptor: Int32 = STDOUT_FILENO, term: String?) -> Bool {
    isatty(descriptor) == 1 && term != "dumb" && term?.isEmpty == false
  }

  /// Takes over the screen: alternate buffer, no cursor, no echo; notes the signals from now on.
  ///
  /// - Parameters:
  ///   - descriptor: where to draw; need not be a terminal, a test draws into a pipe.
  ///   - keyboard: where keys come from, or `nil` for none.
  /// - Throws: `TerminalError.gone` where nothing can be written.
  package init(
    descriptor: Int32 = STDOUT_FILENO, keyboard: Int32? = STDIN_FILENO
  ) throws(TerminalError) {
    output = TerminalOutput(descriptor: descriptor)
    self.keyboard = keyboard.flatMap { Keyboard(descriptor: $0) }
    TerminalSignals.reset()
    TerminalSignals.install()
    try enter()
  }

  deinit { leave() }

  /// Cells across and down; 80 × 24 where the terminal does not say.
  package var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(output.descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    else { return (80, 24) }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Whether the user wants it to end: Ctrl-C, a request to terminate, a closed window, or `q`.
  package var isInterrupted: Bool {
    TerminalSignals.wantsEnd || keyboard?.wantsEnd == true
  }

  /// Whether the size changed since the last call: draw at once, without waiting for data.
  package func takeResized() -> Bool { TerminalSignals.takeResized() }

  /// Puts `lines` on the screen in one write, only those that changed; after Ctrl-Z and `fg` all.
  ///
  /// - Throws: `TerminalError.gone` where the terminal went away: end quietly.
  package func draw(_ lines: [String]) throws(TerminalError) {
    if TerminalSignals.takeSuspend() { try suspend() }
    let size = self.size
    if size != drawnSize || TerminalSignals.takeResumed() { drawn = [] }
    let text = TerminalText.update(from: drawn, to: lines, size: size)
    drawn = lines
    drawnSize = size
    try output.write(text)
  }

  /// Gives the screen back as it was. Does nothing the second time.
  package func leave() {
    guard isEntered else { return }
    isEntered = false
    keyboard?.restore()
    // Nobody is left to tell where the terminal itself is gone.
    try? output.write(TerminalText.leave)
    TerminalSignals.remove()
  }

  private func enter() throws(TerminalError) {
    isEntered = true
    drawn = []
    keyboard?.takeOver()
    try output.write(TerminalText.enter)
  }

  /// Ctrl-Z: gives the screen back, stops, and takes it again when the shell continues us.
  private func suspend() throws(TerminalError) {
    leave()
    TerminalSignals.stop()
    TerminalSignals.install()
    try enter()
  }
}

/// Why nothing can be drawn.
package enum TerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Writing failed with this `errno`: the terminal was closed.
  case gone(errno: Int32)

  package var description: String {
    switch self {
    case .gone(let errno): "the terminal is gone: \(String(cString: strerror(errno)))"
    }
  }
}
