private import Glibc

/// A full screen of a terminal. Leaving it restores the former content.
///
/// Use it from one thread only. Leave it with `leave()`; releasing the last reference does it, too.
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

  /// Whether `descriptor` is a terminal on which a dial can be drawn.
  package static func isAvailable(descriptor: Int32 = STDOUT_FILENO, term: String?) -> Bool {
    isatty(descriptor) == 1 && term != "dumb" && term?.isEmpty == false
  }

  /// Enters the screen: alternate buffer, no cursor, no echo. Handles signals from now on.
  ///
  /// - Parameters:
  ///   - descriptor: the output, usually a terminal; a test draws into a pipe.
  ///   - keyboard: the descriptor for keys; `nil` for none.
  /// - Throws: `TerminalError.gone` if nothing can be written.
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

  /// Cells across and down; 80 × 24 if the terminal does not report them.
  package var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(output.descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    else { return (80, 24) }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Whether the user wants to end the view: Ctrl-C, SIGTERM, a closed window, or `q`.
  package var isInterrupted: Bool {
    TerminalSignals.wantsEnd || keyboard?.wantsEnd == true
  }

  /// The keys that were typed since the last call, without those that end the view.
  package func takeKeys() -> [Key] { keyboard?.takeKeys() ?? [] }

  /// Whether the size changed since the last call; if so, draw at once, without waiting for data.
  package func takeResized() -> Bool { TerminalSignals.takeResized() }

  /// Draws the changed lines in one write; all lines after Ctrl-Z and `fg`.
  ///
  /// - Throws: `TerminalError.gone` if the terminal was closed; end without a message.
  package func draw(_ lines: [String]) throws(TerminalError) {
    if TerminalSignals.takeSuspend() { try suspend() }
    let size = self.size
    if size != drawnSize || TerminalSignals.takeResumed() { drawn = [] }
    let text = TerminalText.update(from: drawn, to: lines, size: size)
    drawn = lines
    drawnSize = size
    try output.write(text)
  }

  /// Restores the screen. A second call does nothing.
  package func leave() {
    guard isEntered else { return }
    isEntered = false
    keyboard?.restore()
    // An error means that the terminal was closed; there is nowhere to report it.
    try? output.write(TerminalText.leave)
    TerminalSignals.remove()
  }

  private func enter() throws(TerminalError) {
    isEntered = true
    drawn = []
    keyboard?.takeOver()
    try output.write(TerminalText.enter)
  }

  /// On Ctrl-Z: restores the screen, stops, and enters it again when the shell continues the
  /// program.
  private func suspend() throws(TerminalError) {
    leave()
    TerminalSignals.stop()
    TerminalSignals.install()
    try enter()
  }
}

/// Why drawing failed.
package enum TerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Writing failed with this `errno`, because the terminal was closed.
  case gone(errno: Int32)

  package var description: String {
    switch self {
    case .gone(let errno): "cannot write to the terminal: \(String(cString: strerror(errno)))"
    }
  }
}
