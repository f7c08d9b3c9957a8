private import FoundationEssentials
private import HTTPTypes
internal import Hummingbird
private import NIOCore
private import NIOPosix
private import QiblaClient
private import Quantities
private import Wire

private struct SunRequest: Decodable {
  var sights: [Sight]
  var away: Bool
}

private struct TurnRequest: Decodable {
  var sights: [Sight]
  var firstDeg: Double?
}

private let certificate = "certificate.svg"

/// Checks of the heading against the sun and against eight marks. The daemon keeps the result with its calibration.
func addChecks(to router: Router<PageContext>, _ services: PageServices) {
  router.post("/api/check/sight") { request, context -> Response in
    try await permitted(request, context, services) { _ in
      let (trust, now) = (services.trust, services.now)
      do {
        return .json(
          jsonLine(
            try await takeSight(socketDirectory: services.socketDirectory) {
              trust.isTrusted ? now() : nil
            }))
      } catch let problem as SightProblem {
        return .refusal(.serviceUnavailable, problem.sentence)
      }
    }
  }
  router.post("/api/check/sun") { request, context -> Response in
    try await permitted(request, context, services) { body in
      guard let asked = fromJSON(body, as: SunRequest.self) else {
        return .refusal(.badRequest, "give sights and away")
      }
      do {
        let answer = try SunAnswer(asked.sights, try await services.device(), isAway: asked.away)
        await services.keep(
          "sun", error: answer.errorDeg, error68: answer.error68Deg, agrees: answer.agrees)
        return .json(jsonLine(answer))
      } catch let problem as SightProblem { return .refusal(.badRequest, problem.sentence) }
    }
  }
  router.post("/api/check/turn") { request, context -> Response in
    try await permitted(request, context, services) { body in
      guard let asked = fromJSON(body, as: TurnRequest.self), !asked.sights.isEmpty else {
        return .refusal(.badRequest, "give sights, and first_deg where it is known")
      }
      do {
        let answer = try TurnAnswer(
          asked.sights, first: asked.firstDeg, try await services.device(), date: services.today)
        try services.folder.write(Array(answer.picture.utf8), certificate)
        await services.keep(
          "turn", error: answer.heading.worstDeg, error68: answer.residualDeg, agrees: answer.agrees
        )
        return .json(jsonLine(answer))
      } catch let problem as SightProblem {
        return .refusal(.badRequest, problem.sentence)
      } catch let failure as StateFolder.Failure {
        return .refusal(.serviceUnavailable, "\(failure)")
      }
    }
  }
  router.get("/api/check/\(certificate)") { _, _ -> Response in
    guard let picture = services.folder.read(certificate) else {
      return .refusal(.notFound, "no check with marks was made yet")
    }
    return Response(
      status: .ok, headers: [.contentType: "image/svg+xml"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture)))
  }
}

extension PageServices {
  /// Has the daemon keep what a check found. What stops that is in the log: the check itself was made.
  fileprivate func keep(_ kind: String, error: Double, error68: Double, agrees: Bool) async {
    let body =
      #"{"do":"calibration","action":"check","kind":"\#(kind)","error_deg":\#(error),"error68_deg":\#(error68),"agrees":\#(agrees)}"#
    do {
      guard let line = ControlLine(body: Array(body.utf8)) else { return }
      let answer = try await line.answer(socketDirectory: socketDirectory)
      if !answer.contains(#""ok":true"#) { logger.warning("the check is not kept: \(answer)") }
    } catch {
      logger.warning("the check is not kept: \((error as? ControlFailure)?.sentence ?? "\(error)")")
    }
  }

  /// What the daemon says of the device.
  ///
  /// - Throws: `SightProblem` without a daemon.
  fileprivate func device() async throws -> CheckedDevice {
    let directory = socketDirectory
    return try await NIOThreadPool.singleton.runIfActive {
      do { return try asked(directory) } catch let error as ConnectionError {
        throw SightProblem(sentence: "\(error)")
      }
    }
  }
}

/// - Throws: `ConnectionError`.
private func asked(_ socketDirectory: String?) throws -> CheckedDevice {
  let connection = try Connection(socketDirectory: socketDirectory)
  try connection.send(
    .watch([.state: WatchOptions(), .devices: WatchOptions(), .position: WatchOptions()]))
  var device = CheckedDevice()
  var (chips, calibration) = ("", "")
  var awaited: Set<Topic> = [.state, .devices, .position]
  while !awaited.isEmpty,
    case .value(let message) = try connection.nextMessage(timeout: .seconds(2))
  {
    switch message {
    case .hello(let hello): device.isNotOfNow = hello.simulated || hello.replay
    case .state(let state, _):
      awaited.remove(.state)
      device.positionError = state.position.error68Metres
      let used = state.calibration
      calibration = [used.profile.map { "calibration \($0)" }, used.grade.map { "grade \($0)" }]
        .compactMap(\.self).joined(separator: ", ")
    case .devices(let devices):
      awaited.remove(.devices)
      chips = devices.devices.compactMap { $0.status == .measuring ? $0.chip : nil }
        .joined(separator: ", ")
    case .position(let message):
      awaited.remove(.position)
      let place = message.position?.coordinates
      (device.latitude, device.longitude) = (place?.latitude, place?.longitude)
    default: continue
    }
  }
  device.words = [device.isNotOfNow ? "simulated or recorded" : chips, calibration]
    .filter { !$0.isEmpty }.joined(separator: "; ")
  return device
}
