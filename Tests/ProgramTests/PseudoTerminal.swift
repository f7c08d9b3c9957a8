import Foundation
import Glibc
import Synchronization
import TestFiles
import Testing

/// The user's end of a terminal: what is seen, and what is typed.
final class PseudoTerminal: Sendable {
  /// Where a program opens it.
  let name: String
  private let descriptor: Int32
  private let screen = Screen()

  /// Everything that was written; shared with the thread that reads it.
  private final class Screen: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let isHungUp = Mutex(false)
  }

  init(columns: UInt16, rows: UInt16) throws {
    (descriptor, name) = try openPseudoTerminal()
    resize(columns: columns, rows: rows)
    Thread.detachNewThread { [descriptor, screen] in Self.read(descriptor, screen) }
  }

  deinit { hangUp() }

  /// Reads until it is hung up, and closes then. Without a program on it a read fails.
  private static func read(_ descriptor: Int32, _ screen: Screen) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !screen.isHungUp.withLock({ $0 }) {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        screen.bytes.withLock { $0 += buffer[..<count] }
      } else {
        usleep(5000)
      }
    }
    close(descriptor)
  }

  /// Everything written since the start.
  var seen: String { screen.bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0)
  }

  /// Closes the window.
  func hangUp() { screen.isHungUp.withLock { $0 = true } }

  /// Whether what is typed is shown.
  var echoes: Bool {
    var settings = termios()
    #expect(tcgetattr(descriptor, &settings) == 0)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }
}
