import ArgumentParser
import Configuration
import Geomagnetism
import Glibc
import Journal
import Logging
import Publisher
import Quantities
import Replay
import ServiceLifecycle
import Storage
import Trace
import UnixSignals
import Wire

extension Qiblad {
  /// Starts what the command line asks for and runs it to its end.
  func run() async throws {
    signal(SIGPIPE, SIG_IGN)  // a client that goes away is an error of one write, not our death
    LoggingSystem.bootstrap { _ in JournalLogHandler() }
    var logger = Logger(label: "qiblad")
    do {
      let configuration = try Configuration.load(path: config)
      logger.logLevel = Logger.Level(rawValue: configuration.logLevel.rawValue) ?? .info
      try await serve(configuration, logger)
    } catch {
      logger.error("qiblad: \(Self.explain(error, trace: replay))")
      throw ExitCode.failure
    }
  }

  private func serve(_ configuration: Configuration, _ logger: Logger) async throws {
    let (lastPlace, placeSaver) = memory(logger)
    let options = try options(configuration, lastPlace, logger)
    let source = try source(options, configuration, logger)
    var place = SocketPlace.current(explicit: socketDir ?? configuration.stream.directory)
    place.mode = configuration.stream.mode
    let publisher = Publisher(
      hello: Hello(
        version: programVersion, runID: Self.runID(), replay: replay != nil,
        simulated: source.isSimulated),
      socket: place, lossless: waitForClient, logger: logger)
    let daemon = Daemon(
      publisher: publisher, source: source,
      thread: PipelineThread(
        publisher: publisher, stop: StopFlag(), speed: speed, loops: loop,
        waitsForClient: waitForClient, logger: logger, placeSaver: placeSaver),
      logger: logger, placeSaver: placeSaver)
    var group = ServiceGroupConfiguration(
      services: [.init(service: daemon, successTerminationBehavior: .gracefullyShutdownGroup)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(5)
    try await ServiceGroup(configuration: group).run()
  }

  /// Where an earlier run was last, and what writes down where this one is; neither where no directory
  /// was given, and nothing is written over a file that could not be understood.
  private func memory(_ logger: Logger) -> (LastPlace?, PlaceSaver?) {
    guard let stateDir else { return (nil, nil) }
    let file = LastPlaceFile(directory: stateDir)
    let loaded = file.load()
    if let notice = loaded.notice { logger.warning("\(notice)") }
    if case .unusable = loaded { return (nil, nil) }
    if let reason = file.obstacle { logger.warning("the last known place is not kept: \(reason)") }
    return (loaded.place, PlaceSaver(file: file, logger: logger))
  }

  /// What the configuration, the command line and an earlier run say.
  private func options(
    _ configuration: Configuration, _ lastPlace: LastPlace?, _ logger: Logger
  ) throws -> ReplayOptions {
    var options = ReplayOptions(configuration)
    options.position = position
    options.declination = declination
    options.date = date
    if let path = configuration.coefficients {
      options.model = try GeomagneticModel(coefficientFile: path)
      logger.info("the magnetic model is \(options.model.name), from \(path)")
    }
    options.lastPlace = lastPlace
    if replay == nil {
      let clock = MachineClock.now()
      options.clockDate = clock.checked(notBefore: lastPlace?.utcMicroseconds)
      if options.clockDate == nil {
        let kept = lastPlace?.utcMicroseconds.flatMap(UTCTime.text(microseconds:))
        let reason = kept.map { ", while a place was kept at \($0)" } ?? ""
        logger.warning("the machine's clock says \(clock)\(reason): it is not believed; set it")
      }
    }
    return options
  }

  private func source(
    _ options: ReplayOptions, _ configuration: Configuration, _ logger: Logger
  ) throws -> any SampleSource {
    if let replay { return try TraceSource(path: replay, options: options) }
    if simulate { return SimulationSource(seed: seed, options: options) }
    return try SensorSource(configuration, options: options, logger: logger)
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
