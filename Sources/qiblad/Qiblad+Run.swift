import Simulation
import ArgumentParser
import DaemonConfiguration
import GPSD
import Geomagnetism
import Glibc
import Haptics
import Journal
import Logging
import ProgramOptions
import Publisher
import Quantities
import Sensors
import ServiceLifecycle
import ServiceManager
import Session
import Storage
import Threads
import Trace
import Wire

extension Qiblad {
  /// How long the end waits for a log that is not read.
  private static let lastLines = Duration.seconds(1)

  /// Starts what the command line asks for and runs it to its end.
  func run() async throws {
    FreeMemory.keepLittle()
    StopSignals.ignoreOthers()
    if checkConfig { return try check() }
    let log = try LogWriter()
    defer { log.flush(within: Self.lastLines) }
    let threshold = LogThreshold()
    LoggingSystem.bootstrap { _ in JournalLogHandler(writer: log, threshold: threshold) }
    let logger = Logger(label: "qiblad")
    do {
      try Descriptors.demandEnough()
      let configuration = try Configuration.load(path: file.config)
      threshold.set(Logger.Level(configuration.logLevel))
      try await serve(configuration, threshold, logger)
    } catch {
      logger.error("qiblad: \(Self.explain(error, trace: replay))")
      throw ExitStatus.of(error)
    }
  }

  private func serve(
    _ configuration: Configuration, _ threshold: LogThreshold, _ logger: Logger
  ) async throws {
    let environment = try ServiceEnvironment.current()
    let passed = try PassedSockets(environment)
    let report = ServiceReport(environment.notifySocket, logger: logger)
    let loops = Heartbeats()
    let (lastPlace, placeSaver) = memory(logger)
    let options = try options(configuration, lastPlace, logger)
    let stop = StopFlag()
    let motor = MotorActivity(
      settleMilliseconds: configuration.haptics.settleMilliseconds, logger: logger)
    let (queue, registry) = (InputQueue(), DeviceRegistry())
    let source = try source(options, configuration, logger, stop, motor, queue, registry, loops)
    let gate = (source as? SensorSource)?.gate ?? Gate()
    let gpsd = isLive ? gpsdThread(configuration, logger, stop, queue) : nil
    try gpsd?.start()
    var place = SocketLocation.current(explicit: socket.socketDir ?? configuration.stream.directory)
    place.mode = configuration.stream.mode
    let limits = PublisherLimits(clientsPerUser: configuration.stream.clientsPerUser)
    // A simulated device is felt, a recording is not.
    let haptics =
      replay == nil
      ? HapticPlayer(settings: configuration.haptics, motor: motor, stop: stop, logger: logger)
      : nil
    let group = try controlGroup(configuration)
    let recorder = Recorder(
      RecordingPlaces(directory: recordingDirectory, group: group), logger: logger)
    defer { recorder.discardUnused() }
    if let record {
      try recorder.open(RecordingOptions(.path(Self.absolute(record))))
    }
    let userSettings = SettingQueue()
    let calibration = try calibration(configuration, registry, logger)
    let reloader = Reloader(
      path: file.config, configuration, userSettings: userSettings, haptics: haptics,
      threshold: threshold, isLive: isLive, service: report, logger: logger)
    let watchdog = Self.watchdog(environment, loops, gpsd?.meter, stop, logger)
    let publisher = Publisher(
      hello: Hello(
        version: programVersion, runID: Self.runID(), replay: replay != nil,
        simulated: source.origin.isSimulated),
      socket: place,
      control: control(
        configuration, group,
        DaemonControl(
          userSettings: userSettings, reloader: reloader, haptics: haptics,
          calibration: calibration.requests, recorder: recorder,
          rescan: (source as? SensorSource)?.rescan)),
      passed: passed, lossless: waitForClient, logger: logger,
      // A beat wakes the event loop once a second, for the watchdog alone.
      heartbeat: watchdog.map { _ in loops.add("the event loop") }, limits: limits)
    let meter = TickMeter(factor: (speed ?? .times(1)).factor)
    let selfReport = SelfReport(
      publisher: publisher, meter: meter, registry: isLive ? registry : nil,
      queue: isLive ? queue : nil,
      gpsd: gpsd?.meter, logger: logger, service: report, gate: gate)
    let daemon = Daemon(
      publisher: publisher, source: source,
      thread: PipelineThread(
        publisher: publisher, stop: stop, speed: speed ?? .times(1), loops: loop,
        waitsForClient: waitForClient, logger: logger, haptics: haptics, placeSaver: placeSaver,
        meter: meter, registry: isLive ? registry : nil, userSettings: userSettings,
        calibration: calibration, recorder: recorder,
        // One that waits for its readers may block.
        heartbeat: waitForClient ? nil : loops.add("the pipeline"),
        // A recording and a simulation have nothing to switch off, and their time must not run on.
        pause: isLive
          ? configuration.pauseAfterSeconds.map { (SamplingPause(after: .seconds($0)), gate) } : nil
      ),
      logger: logger, haptics: haptics, placeSaver: placeSaver, profileSaver: calibration.saver,
      recorder: recorder, selfReport: waitForClient ? nil : selfReport,
      service: report, watchdog: watchdog)
    // At level debug the group prints its services whole, with all that they hold: nothing that a person reads.
    var groupLogger = logger
    groupLogger.logLevel = .notice
    var settings = ServiceGroupConfiguration(
      services: [.init(service: daemon, successTerminationBehavior: .gracefullyShutdownGroup)],
      logger: groupLogger)
    settings.maximumGracefulShutdownDuration = .seconds(5)
    let services = ServiceGroup(configuration: settings)
    try reloader.start()
    defer { reloader.finish() }
    try StopSignals.handle {
      reloader.reload()
    } stop: {
      Task { await services.triggerGracefulShutdown() }
    }
    try await services.run()
  }

  /// `nil` where the service manager does not ask.
  private static func watchdog(
    _ environment: ServiceEnvironment, _ loops: Heartbeats, _ gpsd: GPSDMeter?, _ stop: StopFlag,
    _ logger: Logger
  ) -> Watchdog? {
    guard let socket = environment.notifySocket,
      let microseconds = environment.watchdogMicroseconds
    else { return nil }
    return Watchdog(
      socket: socket, microseconds: microseconds, loops: loops, gpsd: gpsd, stop: stop,
      logger: logger)
  }

  /// The group that may control the daemon; `nil` for none.
  private func controlGroup(_ configuration: Configuration) throws(ConfigurationError) -> UInt32? {
    guard configuration.control.isEnabled else { return nil }
    do throws(UnknownGroup) { return try ControlGroup.number(configuration.control.group) } catch {
      throw unusable("control.group", error)
    }
  }

  /// The control socket; `nil` where there is none.
  private func control(
    _ configuration: Configuration, _ group: UInt32?, _ handler: DaemonControl
  ) -> ControlSocket? {
    configuration.control.isEnabled ? ControlSocket(group: group, handler: handler) : nil
  }

  /// Where clients record to without the right to name a path; `nil` where nothing outlives the run.
  private var recordingDirectory: String? {
    let directory = stateDir ?? (isLive ? Self.usualStateDirectory : nil)
    return directory.map { Self.absolute($0) + "/recordings" }
  }

  /// The path from the root: what a client gets as the answer must be right from anywhere.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  /// Neither a recording nor a simulation: what the device measures now.
  private var isLive: Bool { replay == nil && !simulate }

  /// Where an earlier run was last, and what writes down where this one is; neither where no directory
  /// was given to a replay, and nothing is written over a file that could not be understood.
  private func memory(_ logger: Logger) -> (LastPlace?, PlaceSaver?) {
    guard let directory = stateDir ?? (isLive ? Self.usualStateDirectory : nil) else {
      return (nil, nil)
    }
    let obstacle = StateDirectory.obstacle(to: directory)
    if let obstacle {
      // Of a recording or a simulation no calibration is kept anyway.
      let lost = isLive ? "the last known place and calibrations are" : "the last known place is"
      logger.warning("\(lost) not kept: \(obstacle)")
    }
    removeTemporaries(in: directory)
    let file = LastPlaceFile(directory: directory)
    let loaded = file.load()
    if let notice = loaded.notice { logger.warning("\(notice)") }
    if case .unusable = loaded { return (nil, nil) }
    let saver = PlaceSaver(file: file, isObstacleLogged: obstacle != nil, logger: logger)
    return (loaded.content, saver)
  }

  /// The calibration of this run. Of a recording and a simulation nothing is kept, and a recording is calibrated
  /// only where a client asks.
  ///
  /// - Throws: `ThreadRefusal`.
  private func calibration(
    _ configuration: Configuration, _ registry: DeviceRegistry, _ logger: Logger
  ) throws(ThreadRefusal) -> CalibrationService {
    let fitter = CalibrationFitter()
    try fitter.start()
    var service = CalibrationService(
      isAutomatic: replay == nil && configuration.calibratesAutomatically, fitter: fitter,
      requests: CalibrationRequests(),
      chips: isLive ? ChipNames(registry, configuration.mount) : .none,
      describe: { [isLive, replay] in
        isLive
          ? registry.name(of: $0) : "the \(replay == nil ? "simulated" : "recorded") magnetometer"
      },
      logger: logger)
    service.isOfRecording = replay != nil
    if isLive { service.keep(in: stateDir ?? Self.usualStateDirectory) }
    return service
  }

  /// What the configuration, the command line and an earlier run say.
  private func options(
    _ configuration: Configuration, _ lastPlace: LastPlace?, _ logger: Logger
  ) throws -> RunOptions {
    var options = RunOptions(configuration)
    options.position = self.place.position
    options.declination = self.place.declination
    options.date = self.place.date
    if let path = configuration.coefficients {
      do throws(CoefficientLoadError) {
        options.model = try GeomagneticModel(coefficientFile: path)
      } catch { throw unusable("north.coefficients", error) }
      logger.info("the magnetic model is \(options.model.name), from \(path)")
    }
    options.lastPlace = lastPlace
    if replay == nil {
      let clock = MachineClock.now()
      options.clockDate = clock.checked(notBefore: lastPlace?.utcMicroseconds)
      options.isClockCertain = ClockEvidence.ofMachine.isSet
      if options.clockDate == nil {
        let kept = lastPlace?.utcMicroseconds.flatMap(UTCTime.text(microseconds:))
        let reason = kept.map { ", while a place was kept at \($0)" } ?? ""
        logger.warning(
          "the machine's clock says \(clock)\(reason): its date is not used until the clock is set")
      }
    }
    return options
  }

  private func source(
    _ options: RunOptions, _ configuration: Configuration, _ logger: Logger, _ stop: StopFlag,
    _ motor: MotorActivity, _ queue: InputQueue, _ registry: DeviceRegistry, _ loops: Heartbeats
  ) throws -> any InputSource {
    if let replay { return try TraceSource(path: replay, options: options) }
    if let scene = scene.flatMap(NamedScene.named) {
      return try SceneSource(scene, seed: noise.value, options: options)
    }
    if simulate { return SimulationSource(seed: noise.value, options: options) }
    do throws(ChosenChipError) {
      return try SensorSource(
        configuration, options: options, queue: queue, motor: motor, registry: registry,
        loops: loops, logger: logger)
    } catch { throw unusable("sensors.chips", error) }
  }

  /// `nil` where gpsd is not to be asked.
  private func gpsdThread(
    _ configuration: Configuration, _ logger: Logger, _ stop: StopFlag, _ queue: InputQueue
  ) -> GPSDThread? {
    configuration.gpsd.map { gpsd in
      GPSDThread(
        settings: GPSDSettings(host: gpsd.host, port: gpsd.port), stop: stop, queue: queue,
        logger: logger)
    }
  }

  private static var usualStateDirectory: String {
    stateDirectory(getenv("STATE_DIRECTORY").map { String(cString: $0) })
  }

  /// Where the service manager wants what outlives a run: the first of the directories in StateDirectory=,
  /// which systemd.exec(5) joins with colons.
  ///
  /// - Parameter variable: `$STATE_DIRECTORY`; `nil` where it is not set.
  static func stateDirectory(_ variable: String?) -> String {
    variable?.split(separator: ":").first.map(String.init) ?? "/var/lib/qiblad"
  }

  /// 16 hexadecimal digits, another one each time.
  private static func runID() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// One line: what, where and what to do.
  private static func explain(_ error: any Error, trace: String?) -> String {
    switch error {
    case is NothingToReplay: "\(trace ?? "the source"): no good sample in it; nothing to replay"
    default: "\(error)"
    }
  }
}
