private import Day
private import DayConfiguration
private import FoundationEssentials
package import Logging
private import Synchronization
private import Wire

/// Rings the bell: asks the plan each second, plays the sound, and says so to every browser.
package actor Bell {
  private static let second = Duration.seconds(1)
  private static let shownFor = Duration.seconds(10)
  private static let file = "bell.json"
  private static let over = #"{"type":"bell","state":"over"}"#

  private let settings: SettingsStore
  private let folder: StateFolder
  private let player: SoundPlayer
  private let notices: Notices
  private let socketDirectory: String?
  private let places: PlaceWatcher
  private let trust: ClockTrust
  private let logger: Logger
  /// The number of the ring that sounds and is shown; `nil` for none.
  private let ringing = Mutex<Int?>(nil)
  private var rings = 0
  private var plan: BellPlan
  /// Why nothing rings, as the log has it; `nil` where the settings can be used.
  private var problem: String?

  package init(
    settings: SettingsStore, folder: StateFolder, player: SoundPlayer, notices: Notices,
    socketDirectory: String?, places: PlaceWatcher, trust: ClockTrust, logger: Logger
  ) {
    self.settings = settings
    self.folder = folder
    self.player = player
    self.notices = notices
    self.socketDirectory = socketDirectory
    self.places = places
    self.trust = trust
    self.logger = logger
    plan = BellPlan(rung: folder.load(Self.file, as: [String].self) ?? [])
  }

  /// Runs until its task is cancelled.
  package func run() async throws {
    while true {
      look(at: machineClock())
      try await Task.sleep(for: Self.second)
    }
  }

  /// Starts the ring that is due at an instant of the device's clock.
  func look(at instant: Double) {
    let bell = settings.now.bell
    guard bell.prayers.values.contains(where: { $0.sound != .off }) else { return }
    guard let place = places.place, let daySettings = usableSettings() else { return }
    let schedule = Schedule(place: place, zone: .ofMachine, settings: daySettings)
    let before = plan
    let ring = plan.due(
      at: instant, BellPlan.rings(around: instant, schedule, bell),
      isClockTrusted: trust.isTrusted(at: instant),
      isQuiet: bell.isQuiet(minute: schedule.zone.minuteOfDay(instant)))
    if plan != before {
      do { try folder.save(plan.rung, Self.file) } catch { logger.error("\(error)") }
    }
    if let ring { start(ring, bell) }
  }

  /// How days are calculated; `nil` where the settings cannot be used, which the log has once.
  private func usableSettings() -> DaySettings? {
    do {
      let usable = try settings.daySettings()
      problem = nil
      return usable
    } catch {
      let sentence = "\(error)"
      if sentence != problem { logger.error("the bell does not ring: \(sentence)") }
      problem = sentence
      return nil
    }
  }

  private func start(_ ring: BellPlan.Ring, _ bell: BellSettings) {
    notices.post(
      "bell",
      #"{"type":"bell","state":"rings","prayer":"\#(ring.prayer.rawValue)","before_min":\#(ring.beforeMin)}"#
    )
    rings += 1
    let number = rings
    ringing.withLock { $0 = number }
    if bell.motor == true { playMotor() }
    let file = ring.sound == .file ? ownFile(ring.prayer.rawValue) : nil
    Task { await sound(file, name: ring.name, number: number) }
  }

  /// Plays the chime once, to try it.
  ///
  /// - Returns: why it was not played, as a sentence; empty where it was played, or stopped.
  package func test() async -> String { await playChime { true } }

  private func playChime(while isWanted: @Sendable () -> Bool) async -> String {
    guard let chime = chimeFile() else { return "the chime cannot be written to \(folder.path)" }
    switch await player.play(chime, while: isWanted) {
    case .ended, .stopped: return ""
    case .failed(let sentence): return sentence
    }
  }

  /// Ends what sounds, on every browser's request.
  nonisolated package func stop() {
    ringing.withLock { $0 = nil }
    player.stop()
    notices.post("bell", Self.over)
  }

  /// Whether the bell of a prayer rings.
  nonisolated package var isRinging: Bool { ringing.withLock { $0 != nil } }

  /// Whether the ring of this number was not stopped, and no other one has begun.
  nonisolated private func isCurrent(_ number: Int) -> Bool { ringing.withLock { $0 == number } }

  /// Plays a file, or the chime where it is none that can be played; then the bell is over.
  ///
  /// Browsers show it for some seconds at least, also on a device without sound.
  private func sound(_ file: String?, name: String, number: Int) async {
    let begun = ContinuousClock.now
    let isWanted: @Sendable () -> Bool = { self.isCurrent(number) }
    if await !played(file, while: isWanted) {
      let problem = await playChime(while: isWanted)
      if !problem.isEmpty { logger.warning("bell: \(name): \(problem)") }
    }
    do { try await Task.sleep(until: begun + Self.shownFor) } catch { return }
    // Its sound has ended; what sounds now is another's.
    let isOver = ringing.withLock { ringing in
      guard ringing == number else { return false }
      ringing = nil
      return true
    }
    if isOver { notices.post("bell", Self.over) }
  }

  /// Whether a file was played, to its end or until it was stopped.
  private func played(_ file: String?, while isWanted: @Sendable () -> Bool) async -> Bool {
    guard let file else { return false }
    switch await player.play(file, while: isWanted) {
    case .ended, .stopped: return true
    case .failed(let sentence):
      logger.warning("bell: \(sentence); the chime is played")
      return false
    }
  }

  /// The user's file for a prayer; `nil` where there is none that is a sound, which the log has.
  private func ownFile(_ prayer: String) -> String? {
    let own = OwnSound(of: prayer, in: folder.path + "/sounds")
    if !own.problems.isEmpty {
      let problems = own.problems.joined(separator: "; ")
      logger.warning("bell: \(problems); \(own.path ?? "the chime") is played")
    }
    return own.path
  }

  private func chimeFile() -> String? {
    let path = folder.path + "/chime.wav"
    if FileManager.default.fileExists(atPath: path) { return path }
    do {
      try FileManager.default.createDirectory(
        atPath: folder.path, withIntermediateDirectories: true)
      try Data(Chime.wave()).write(to: URL(filePath: path), options: .atomic)
      return path
    } catch {
      logger.error("bell: \(path) cannot be written: \(error)")
      return nil
    }
  }

  private func playMotor() {
    let logger = self.logger
    let directory = socketDirectory
    Task {
      do { _ = try await askDaemon(.haptic(.play(pattern: "locked")), directory) } catch {
        logger.warning("bell: the motor cannot be played: \(error)")
      }
    }
  }
}
