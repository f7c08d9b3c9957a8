private import Glibc

/// A user's own sound for a prayer: the first of `PRAYER.wav` and `adhan.wav` that is a WAV file.
struct OwnSound: Equatable {
  /// `nil` where there is none.
  private(set) var path: String?
  /// Why a file is not used, each a sentence; also that there is none.
  private(set) var problems: [String] = []

  private enum Finding {
    case usable, missing
    case unusable(String)
  }

  /// - Parameter folder: the path of the folder of sounds.
  init(of prayer: String, in folder: String) {
    let paths = ["\(folder)/\(prayer).wav", "\(folder)/adhan.wav"]
    for path in paths {
      switch Self.finding(path) {
      case .usable:
        self.path = path
        return
      case .missing: break
      case .unusable(let problem): problems.append(problem)
      }
    }
    if problems.isEmpty { problems = ["neither \(paths[0]) nor \(paths[1]) is there"] }
  }

  /// `aplay` plays the bytes of any other file as they are, which is noise, and ends with status 0.
  ///
  /// Source: Multimedia Programming Interface and Data Specifications 1.0, "Waveform Audio File Format".
  private static func finding(_ path: String) -> Finding {
    func unreadable() -> Finding {
      .unusable("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    // Without waiting for the writer of a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT ? .missing : unreadable() }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 12)
    let count = read(descriptor, &head, head.count)
    guard count >= 0 else { return unreadable() }
    let isWave =
      count == head.count && head[..<4].elementsEqual("RIFF".utf8)
      && head[8...].elementsEqual("WAVE".utf8)
    return isWave ? .usable : .unusable("\(path) is no WAV file")
  }
}
