import Foundation
import Glibc
import Synchronization

/// A satellite receiver on a pseudo-terminal, as gpsd finds one on a serial line: NMEA 0183, five times a
/// second.
package final class Receiver: Sendable {
  /// What it sees of the world; changed at any time.
  package struct Sky: Sendable {
    /// Degrees, north and east positive.
    package var latitude = -33.8688
    package var longitude = 151.2093
    /// Metres above the sea.
    package var altitude = 58.0
    package var hasFix = true
    /// Says nothing at all, as one that is unplugged.
    package var isSilent = false
    /// How far its time is from the machine's, s.
    package var clockError = 0.0
    /// Knots and degrees.
    package var speed = 0.1
    package var course = 0.0

    package init() {}
  }

  /// Where gpsd opens it.
  package let path: String
  private let state: State

  private final class State: Sendable {
    let sky = Mutex(Sky())
    let isGone = Mutex(false)
  }

  package init() throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    // ioctl_tty(2): TIOCSPTLCK and TIOCGPTN, compound macros that do not import
    guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0,
      ioctl(master, 0x8004_5430, &number) == 0
    else { throw NoReceiver(what: "ptmx", errno: errno) }
    path = "/dev/pts/\(number)"
    // Kept open: a gpsd that goes away must not hang the line up.
    let line = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var settings = termios()
    guard line >= 0, tcgetattr(line, &settings) == 0 else {
      throw NoReceiver(what: path, errno: errno)
    }
    cfmakeraw(&settings)
    // gpsd, started as root, goes on as nobody.
    guard tcsetattr(line, TCSANOW, &settings) == 0, chmod(path, 0o666) == 0 else {
      throw NoReceiver(what: path, errno: errno)
    }
    state = State()
    Thread.detachNewThread { [state] in Self.speak(master, line, state) }
  }

  deinit { state.isGone.withLock { $0 = true } }

  /// Changes what it sees.
  package func change(_ change: (inout Sky) -> Void) { state.sky.withLock { change(&$0) } }

  private static func speak(_ master: Int32, _ line: Int32, _ state: State) {
    defer {
      close(master)
      close(line)
    }
    var answers = [UInt8](repeating: 0, count: 4096)
    while !state.isGone.withLock({ $0 }) {
      let sky = state.sky.withLock { $0 }
      // A full line is that of a gpsd that does not read: what does not fit is lost, as on a wire.
      if !sky.isSilent {
        let sentences = Array(
          NMEA.burst(sky, at: Date().timeIntervalSince1970 + sky.clockError).utf8)
        _ = write(master, sentences, sentences.count)
      }
      _ = read(master, &answers, answers.count)
      usleep(200_000)
    }
  }
}

/// A preparation of a test was refused by the system.
package struct NoReceiver: Error {
  let what: String
  let errno: Int32
}
