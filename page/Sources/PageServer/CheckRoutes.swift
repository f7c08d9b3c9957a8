private import HTTPTypes
internal import HeadingCheck
internal import Hummingbird
private import NIOCore
private import NIOPosix
private import QiblaClient
internal import Wire

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
            "sight",
            try await takeSight(socketDirectory: services.socketDirectory) {
              let instant = now()
              return trust.isTrusted(at: instant) ? instant : nil
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
        await services.keep(answer.result)
        return .json(jsonLine("sun_check", answer))
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
        await services.keep(answer.result)
        return .json(jsonLine("turn_check", answer))
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
  fileprivate func keep(_ result: HeadingCheckResult) async {
    do {
      let answer = try await askDaemon(.calibration(.check(result)), socketDirectory)
      if !answer.hasPrefix(#"{"type":"reply""#) {
        logger.warning("the check is not kept: \(answer)")
      }
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
      do { return try asked(directory) } catch { throw SightProblem(sentence: "\(error)") }
    }
  }
}

/// - Throws: `ConnectionError` without a daemon, `MessageError` for an answer that is none.
private func asked(_ socketDirectory: String?) throws -> CheckedDevice {
  let connection = try Connection(socketDirectory: socketDirectory)
  // Not `watch`, which sends nothing of a topic that has no message yet, as of the sensors of a simulation.
  var unanswered = 0
  for topic in [Topic.state, .devices, .position] {
    try connection.send(.get(topic))
    unanswered += 1
  }
  var device = CheckedDevice()
  while unanswered > 0,
    case .value(let message) = try connection.nextMessage(timeout: .seconds(2))
  {
    switch message {
    case .reply(let reply):
      unanswered -= 1
      if case .message(let line) = reply.outcome { device.take(try Message(parsing: line)) }
    case .error: unanswered -= 1
    default: device.take(message)
    }
  }
  return device
}
