import DaemonConfiguration
import Glibc
import JSON
import QiblaClient
import Storage
import Wire

/// What a bug report holds, and what it could not get.
struct ReportContents {
  /// One file of the report.
  struct File {
    var name: String
    var bytes: [UInt8]
    /// What it is, and how it was redacted.
    var note: String
  }

  /// What a report has where everything can be had; said before it is made.
  static let plan: [(name: String, note: String)] = [
    ("versions.txt", "programs, kernel and board"),
    ("devices.json", "the sensors and what else answers on the buses"),
    ("stats.json", "rates, jitter and errors"),
    ("state.json", "status, reasons, calibration, interference; no coordinates"),
    ("recording.jsonl.gz", "what the sensors measured; every position is left out"),
    ("qiblad.toml", "the configuration; places, names, hosts and comments are left out"),
    ("log.txt", "the last 200 lines of the log; names of users and coordinates are left out"),
  ]

  private(set) var files: [File] = []
  /// What is missing, and why.
  private(set) var missing: [(name: String, reason: String)] = []

  /// - Parameters:
  ///   - socket: the directory of the daemon's sockets; `nil` for the usual ones.
  ///   - seconds: the length of the recording.
  ///   - configuration: the path of the configuration.
  init(socket: String?, seconds: Double, configuration: String?) {
    let connection: Connection?
    do throws(ConnectionError) {
      connection = try Connection(socketDirectory: socket)
    } catch {
      connection = nil
      for name in ["devices.json", "stats.json", "state.json", "recording.jsonl.gz"] {
        missing.append((name, "no daemon answers"))
      }
    }
    addVersions(connection)
    if let connection {
      addRecording(socket, seconds)
      // Behind it: they are of the time in which the user showed what goes wrong.
      for topic in [Topic.devices, .stats, .state] { add(topic, connection) }
    }
    addConfiguration(configuration)
    if let log = JournalTail.read() {
      add("log.txt", Array(ReportRedaction.log(String(decoding: log, as: UTF8.self)).utf8))
    } else {
      missing.append(("log.txt", "there is no journal of a unit qiblad that this user may read"))
    }
  }

  private mutating func add(_ name: String, _ bytes: [UInt8]) {
    let note = Self.plan.first { $0.name == name }?.note ?? ""
    files.append(File(name: name, bytes: bytes, note: note))
  }

  private mutating func addVersions(_ connection: Connection?) {
    var lines = ["qiblactl \(programVersion)"]
    lines.append(Self.daemonVersion(connection))
    var system = utsname()
    if uname(&system) == 0 {
      func text(_ value: some Any) -> String {
        withUnsafeBytes(of: value) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      }
      lines.append("\(text(system.sysname)) \(text(system.release)) \(text(system.machine))")
    }
    for path in ["/proc/device-tree/model", "/etc/debian_version"] {
      guard let bytes = try? readSmallFile(path: path, limitBytes: 4096) else { continue }
      lines.append(String(decoding: bytes.filter { $0 >= 0x20 }, as: UTF8.self))
    }
    add("versions.txt", Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  private static func daemonVersion(_ connection: Connection?) -> String {
    do {
      let first = try connection?.nextUnderstood(timeout: Connection.greetingTimeout)
      guard case .value(.hello(let hello))? = first else { return "qiblad: no daemon answers" }
      let kind = hello.simulated ? ", simulated" : hello.replay ? ", a replay" : ""
      return "qiblad \(hello.version)\(kind)"
    } catch { return "qiblad: \(error)" }
  }

  private mutating func add(_ topic: Topic, _ connection: Connection) {
    let name = "\(topic.rawValue).json"
    do {
      let number = try connection.send(.get(topic))
      while true {
        switch try connection.nextUnderstood(timeout: Connection.greetingTimeout) {
        case .value(.reply(let reply)) where reply.number == number:
          guard case .message(let line) = reply.outcome else { continue }
          return add(name, line + [UInt8(ascii: "\n")])
        case .value(.error(let error)) where error.number == number:
          return missing.append((name, error.message))
        case .value, .interrupted: continue
        case .timeout, .ended: return missing.append((name, "the daemon does not answer"))
        }
      }
    } catch { missing.append((name, "\(error)")) }
  }

  private mutating func addRecording(_ socket: String?, _ seconds: Double) {
    do {
      add("recording.jsonl.gz", try ReportRecording(socket).make(seconds: seconds))
    } catch let failure as CommandFailure {
      missing.append(("recording.jsonl.gz", failure.message))
    } catch { missing.append(("recording.jsonl.gz", "\(error)")) }
  }

  private mutating func addConfiguration(_ path: String?) {
    let path = path ?? Configuration.defaultPath
    do throws(StorageError) {
      let text = String(decoding: try readSmallFile(path: path, limitBytes: 1 << 20), as: UTF8.self)
      add("qiblad.toml", Array(ReportRedaction.configuration(text).utf8))
    } catch {
      missing.append(("qiblad.toml", "\(error)"))
    }
  }
}
