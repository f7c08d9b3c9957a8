private import Day
private import DayConfiguration
private import Glibc
package import Logging

/// What the server's routes work with.
package struct PageServices: Sendable {
  package let hosts: HostRule
  package let socketDirectory: String?
  package let access: Access
  package let notices: Notices
  package let folder: StateFolder
  package let settings: SettingsStore
  package let counts: TasbihCounts
  package let player: SoundPlayer
  package let bell: Bell
  package let places: PlaceWatcher
  package let trust: ClockTrust
  package let logger: Logger
  /// The device's clock, seconds since 1970-01-01 UTC.
  package let now: @Sendable () -> Double

  /// - Parameters:
  ///   - hosts: which names a browser may use.
  ///   - socketDirectory: of the daemon's sockets; `nil` for the usual ones.
  ///   - configuration: the path of the daemon's configuration, which has the settings of days; `nil` for the usual one.
  ///   - folder: what the server keeps.
  ///   - isControlOn: whether browsers may change the device at all.
  ///   - isBehindProxy: whether a proxy on this device asks for browsers.
  ///   - trust: whether the clock is known to be right.
  package init(
    hosts: HostRule, socketDirectory: String?, configuration: String?, folder: StateFolder,
    isControlOn: Bool, isBehindProxy: Bool = false, trust: ClockTrust,
    player: SoundPlayer = SoundPlayer(), logger: Logger,
    now: @escaping @Sendable () -> Double = machineClock
  ) {
    self.hosts = hosts
    self.socketDirectory = socketDirectory
    access = Access(isControlOn: isControlOn, isBehindProxy: isBehindProxy)
    notices = Notices()
    self.folder = folder
    settings = SettingsStore(folder: folder, configuration: configuration)
    counts = TasbihCounts(folder: folder)
    self.player = player
    self.trust = trust
    self.logger = logger
    self.now = now
    places = PlaceWatcher(socketDirectory: socketDirectory, logger: logger)
    bell = Bell(
      settings: settings, folder: folder, player: player, notices: notices,
      socketDirectory: socketDirectory, places: places, trust: trust, logger: logger)
  }
}

extension PageServices {
  private static let second = Duration.seconds(1)

  /// Does what is done each second, until its task is cancelled: the day and the sun for every browser, the end of a
  /// code that was not entered, and a look whether the device has another time zone.
  package func runEachSecond() async throws {
    var feed = DayFeed()
    while true {
      Zone.refreshMachine()
      tellDay(&feed)
      endOldCode()
      try await Task.sleep(for: Self.second)
    }
  }

  private func tellDay(_ feed: inout DayFeed) {
    let instant = now()
    let new = feed.messages(
      at: instant, place: places.place, settings: settings,
      isClockTrusted: trust.isTrusted(at: instant))
    if let day = new.day { notices.post("day", day) }
    notices.post("sun", new.sun)
  }

  /// Takes a code that was not entered in its lifetime off the device's own screen.
  func endOldCode(now: ContinuousClock.Instant = .now) {
    if access.pairing.endOldCode(now: now) { notices.show(code: nil) }
  }
}

/// The machine's clock, seconds since 1970-01-01 UTC.
@Sendable package func machineClock() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
