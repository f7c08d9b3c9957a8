internal import ArgumentParser
private import Glibc
private import Hummingbird
private import HummingbirdCore
private import Logging
private import PageServer

@main
struct QiblaWeb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qibla-web",
    abstract: "Show the daemon's compass in browsers.",
    discussion: """
      Example:
        qibla-web --lan     # also for phones in this network: http://NAME.local:8427
      """)

  /// Connections at a time; a browser has up to six. More wait until one ends.
  private static let connections = 128

  @Option(help: "The port to listen at.")
  var port = 8427

  @Flag(
    help: "Serve the whole network; anybody in it sees where this device is. Else only this device."
  )
  var lan = false

  @Option(help: "The directory of the daemon's sockets, where it is not a usual one.")
  var socketDir: String?

  @Option(help: "The daemon's configuration, whose [prayers] and [hijri] the page uses.")
  var config: String?

  @Option(help: "The folder for settings, counts and sounds, where it is not the usual one.")
  var state: String?

  @Option(
    help: "The program that plays sound files for the bell, where it is neither pw-play nor aplay.")
  var player: String?

  @Option(
    help: ArgumentHelp(
      "A push button, which counts tasbih and stops the bell: key:/dev/input/event0, with ,CODE for one of its keys; or gpio:/dev/gpiochip0,LINE for one between a line and ground.",
      valueName: "button"))
  var button: [String] = []

  @Flag(
    help:
      "Let no browser change the device. Else its own screen may, and others with a code from there."
  )
  var noControl = false

  @Flag(
    help:
      "Take no browser for the device's own screen: a proxy on this device asks for all of them."
  )
  var behindProxy = false

  @Flag(help: "Trust the device's clock although no time server sets it: the bell rings.")
  var trustClock = false

  func validate() throws {
    guard (1...65535).contains(port) else {
      throw ValidationError("--port \(port) is none: 1 to 65535")
    }
    for text in button where Button(text) == nil {
      throw ValidationError(
        "--button \(text) is none: key:PATH, key:PATH,CODE or gpio:PATH,LINE, as in key:/dev/input/event0,28"
      )
    }
  }

  func run() async throws {
    var logger = Logger(label: "qibla-web")
    logger.logLevel = .notice
    let services = PageServices(
      hosts: HostRule(names: [hostName()]), socketDirectory: socketDir, configuration: config,
      folder: StateFolder(path: state ?? StateFolder.usualPath, logger: logger),
      isControlOn: !noControl,
      isBehindProxy: behindProxy, trust: ClockTrust(isGiven: trustClock),
      player: SoundPlayer(program: player), logger: logger)
    let app = Application(
      router: pageRouter(services),
      // Longer than any browser needs for a request.
      server: .http1(configuration: .init(idleTimeout: .seconds(10))),
      configuration: ApplicationConfiguration(
        address: .hostname(lan ? "0.0.0.0" : "127.0.0.1", port: port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(Self.connections)),
      onServerRunning: { _ in
        let address = "http://\(lan ? "\(hostName()).local" : "127.0.0.1"):\(port)/"
        print("The compass is at \(address)")
        // For a phone's camera; another terminal than a person's gets only the line.
        if lan, isatty(STDOUT_FILENO) == 1, let code = QRCode(address) {
          print(code.terminalLines.joined(separator: "\n"))
        }
        fflush(nil)
      },
      logger: logger)
    let bell = Task { try await services.bell.run() }
    defer { bell.cancel() }
    let places = Task { try await services.places.run() }
    defer { places.cancel() }
    let seconds = Task { try await services.runEachSecond() }
    defer { seconds.cancel() }
    let reader = ButtonReader(button.compactMap(Button.init), logger: logger) {
      services.buttonPressed()
    }
    let buttons = Task { await reader.run() }
    defer { buttons.cancel() }
    // Not `runService`, which waits at SIGTERM until the last browser has left. The server keeps nothing
    // that it would lose.
    try await app.run()
  }
}

/// This machine's name without its domain.
private func hostName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
  // The bits, because CChar has a sign on some machines and none on others.
  let bytes = name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
  let text = String(decoding: bytes, as: UTF8.self)
  return String(text.prefix { $0 != "." })
}
