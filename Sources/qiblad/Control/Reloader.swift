import DaemonConfiguration
import Haptics
import JSON
import Journal
import Logging
import Pipeline
import Publisher
import Quantities
import Synchronization
import Threads
import Wire

/// Reads the configuration again while the daemon runs, on a thread of its own: a memory card can take a
/// second.
///
/// A file with an error changes nothing. What can change in a run is applied; the rest is named.
final class Reloader: Sendable {
  typealias Answer = @Sendable (Result<ReloadOutcome, RequestError>) -> Void

  /// Reloads that may wait; one reads what all of them would.
  private static let capacity = 4

  /// As on the command line.
  private let path: String?
  private let current: Mutex<InForce>
  /// Whether sensors are read, which have the configuration's mount.
  private let isLive: Bool
  private let userSettings: SettingQueue
  private let haptics: HapticPlayer?
  private let threshold: LogThreshold
  private let service: ServiceReport?
  private let logger: Logger
  private let requests = BlockingQueue<Answer>(capacity: capacity, whenFull: .dropNewest)

  private struct InForce {
    /// With what commands have set since it was read.
    var configuration: Configuration
    /// The mount that was last read: a command's holds until the file has another one.
    var fileMount: Configuration.Mount
  }

  init(
    path: String?, _ configuration: Configuration, userSettings: SettingQueue,
    haptics: HapticPlayer?, threshold: LogThreshold, isLive: Bool, service: ServiceReport? = nil,
    logger: Logger
  ) {
    current = Mutex(InForce(configuration: configuration, fileMount: configuration.mount))
    self.isLive = isLive
    (self.path, self.userSettings, self.haptics) = (path, userSettings, haptics)
    (self.threshold, self.service, self.logger) = (threshold, service, logger)
  }

  /// The target of the configuration in use.
  var target: QiblaMessage.Target {
    current.withLock { $0.configuration.target } ?? .kaaba
  }

  /// How the boards are mounted; `nil` where no sensor is read.
  var mount: Configuration.Mount? { isLive ? current.withLock { $0.configuration.mount } : nil }

  /// Uses another mount of the same boards until the daemon stops, or the configuration sets another one.
  ///
  /// - Parameter applied: called by the pipeline's thread with the instant from which on it holds.
  /// - Returns: whether there was room for the command; else nothing has changed.
  func use(
    _ mount: Configuration.Mount, applied: @escaping @Sendable (Timestamp) -> Void
  ) -> Bool {
    current.withLock { inForce in
      let setting = UserSetting.mount(Mount(mount))
      guard userSettings.put(SettingQueue.Entry(setting: setting, applied: applied)) else {
        return false
      }
      inForce.configuration.mount = mount
      return true
    }
  }

  /// Starts the thread, which ends after `finish`.
  ///
  /// - Throws: where the system refuses a thread.
  func start() throws(ThreadRefusal) {
    try DedicatedThread.start { [self] in
      while let answer = requests.take() {
        answer(service?.whileReloading(read) ?? read())
      }
    }
  }

  /// Ends the thread.
  func finish() { requests.close() }

  /// Asks for a reload; never waits. `answer` is called by the thread, or at once where too many wait.
  func reload(_ answer: @escaping Answer = { _ in }) {
    guard requests.put(answer) else { return answer(.failure(.tooManyCommands)) }
  }

  private func read() -> Result<ReloadOutcome, RequestError> {
    do throws(ConfigurationError) {
      let result = apply(try Configuration.load(path: path))
      switch result {
      case .success(let outcome):
        logger.notice("\(outcome)")
        tell(.reloaded(applied: outcome.applied, restart: outcome.restart))
      case .failure(let error):
        logger.error(
          "\(error.message): the configuration was not reloaded, nothing has changed; \(error.hint)"
        )
      }
      return result
    } catch {
      logger.error("\(error); the configuration was not reloaded, nothing has changed")
      tell(.rejected)
      return .failure(
        RequestError(
          code: .badValue, message: "\(error)", hint: "correct the file; nothing has changed"))
    }
  }

  /// Hands the pipeline's thread an event for every client, after the settings.
  private func tell(_ news: ConfigurationReloadResult) {
    let isTaken = userSettings.put(SettingQueue.Entry(setting: .configuration(news)) { _ in })
    if !isTaken { logger.warning("too many commands wait: no event tells of the configuration") }
  }

  /// Applies what can change in a run.
  private func apply(_ new: Configuration) -> Result<ReloadOutcome, RequestError> {
    current.withLock { known in
      var inForce = known.configuration
      let appliesMount =
        isLive && new.mount != known.fileMount && new.mount.hasBoards(of: inForce.mount)
      // First, while nothing has changed.
      var settings: [UserSetting] = []
      if new.target != inForce.target { settings.append(.target(new.target ?? .kaaba)) }
      if appliesMount { settings.append(.mount(Mount(new.mount))) }
      guard userSettings.put(settings.map { SettingQueue.Entry(setting: $0) { _ in } }) else {
        return .failure(.tooManyCommands)
      }
      var outcome = ReloadOutcome()
      if new.target != inForce.target { outcome.applied.append("target") }
      if appliesMount { outcome.applied.append("mount") }
      inForce.target = new.target
      if appliesMount { (inForce.mount, known.fileMount) = (new.mount, new.mount) }
      outcome.restart = inForce.sectionsForRestart(new, fileMount: known.fileMount)
      var haptics = new.haptics
      // The pipeline's thread has it.
      haptics.settleMilliseconds = inForce.haptics.settleMilliseconds
      if haptics != inForce.haptics {
        self.haptics?.change(from: inForce.haptics, to: haptics)
        inForce.haptics = haptics
        outcome.applied.append("haptics")
      }
      if new.logLevel != inForce.logLevel {
        threshold.set(Logger.Level(new.logLevel))
        inForce.logLevel = new.logLevel
        outcome.applied.append("log")
      }
      known.configuration = inForce
      return .success(outcome)
    }
  }
}

/// What a reload has come to; the description is one line for the log.
struct ReloadOutcome: Equatable, Sendable, CustomStringConvertible {
  /// The sections that were applied.
  var applied: [String] = []
  /// Those that differ from what is in use and take effect with the next start.
  var restart: [String] = []

  var description: String {
    let applied = applied.isEmpty ? "nothing to apply" : applied.joined(separator: ", ")
    let rest = restart.isEmpty ? "" : "; takes effect with the next start: "
    return "configuration reloaded: \(applied)\(rest)\(restart.joined(separator: ", "))"
  }

  var reply: ControlReply {
    ControlReply([
      "applied": .array(applied.map(JSONValue.string)),
      "restart": .array(restart.map(JSONValue.string)),
    ])
  }
}

extension Configuration {
  /// What a run keeps from its start: the sections, or keys, in which `new` differs.
  ///
  /// - Parameter fileMount: the mount that the file had before.
  fileprivate func sectionsForRestart(_ new: Configuration, fileMount: Mount) -> [String] {
    let compared: [(name: String, isSame: Bool)] = [
      ("place", place == new.place),
      ("north", declination == new.declination && coefficients == new.coefficients),
      ("target.method", method == new.method),
      (
        "sensors",
        sensorBus == new.sensorBus && sensorChips == new.sensorChips
          && usesKernelDrivers == new.usesKernelDrivers
          && pauseAfterSeconds == new.pauseAfterSeconds
      ),
      ("mount", fileMount == new.mount),
      ("mount.error_deg", mountErrorDegrees == new.mountErrorDegrees), ("gpsd", gpsd == new.gpsd),
      ("haptics.settle_ms", haptics.settleMilliseconds == new.haptics.settleMilliseconds),
      ("stream", stream == new.stream), ("control", control == new.control),
      ("alignment", alignment == new.alignment),
      ("calibration", calibratesAutomatically == new.calibratesAutomatically),
    ]
    return compared.filter { !$0.isSame }.map(\.name)
  }
}

extension Logger.Level {
  init(_ level: Configuration.LogLevel) { self = Logger.Level(rawValue: level.rawValue) ?? .info }
}

extension RequestError {
  /// A queue has no room; nothing was changed.
  static let tooManyCommands = RequestError(
    code: .busy, message: "too many commands wait", hint: "send it again in a second")
}
