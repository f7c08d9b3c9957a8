private import Day
private import DayConfiguration
internal import HTTPTypes
internal import Hummingbird
private import NIOCore
private import PrayerTimes

/// A request to change the device has at most so many bytes.
private let bodyBytes = 16_384

/// What a browser may ask of the device: control of the daemon, settings, counts and the bell. Each POST but
/// those of pairing needs permission.
func addDeviceRoutes(to router: Router<PageContext>, _ services: PageServices) {
  addPairing(to: router, services)
  router.post("/api/control") { request, context -> Response in
    try await permitted(request, context, services) { body in
      guard let line = ControlLine(body: body) else {
        return .refusal(.badRequest, "this is no request that a page may send to the daemon")
      }
      do {
        return .json(try await line.answer(socketDirectory: services.socketDirectory) + "\n")
      } catch {
        let failure = error as? ControlFailure
        return .refusal(.serviceUnavailable, failure?.sentence ?? "\(error)")
      }
    }
  }
  router.get("/api/settings") { _, _ in settingsAnswer(services) }
  router.post("/api/settings") { request, context -> Response in
    try await permitted(request, context, services) { body in
      guard let change = fromJSON(body, as: SettingsChange.self) else {
        return .refusal(.badRequest, "these are no settings")
      }
      do { try services.settings.change(change) } catch let failure as StateFolder.Failure {
        return .refusal(.serviceUnavailable, "\(failure)")
      } catch { return .refusal(.badRequest, "\(error)") }
      return settingsAnswer(services)
    }
  }
  addTasbih(to: router, services)
  addChecks(to: router, services)
  router.post("/api/bell/test") { request, context -> Response in
    try await permitted(request, context, services) { _ in
      let problem = await services.bell.test()
      return problem.isEmpty ? .json("{}\n") : .refusal(.serviceUnavailable, problem)
    }
  }
  // Every viewer of the page may stop the bell, also without permission to control.
  router.post("/api/bell/stop") { _, _ -> Response in
    services.bell.stop()
    return .json("{}\n")
  }
}

/// Calls `work` with the body of a request that comes from a browser with permission.
func permitted(
  _ request: Request, _ context: PageContext, _ services: PageServices,
  _ work: ([UInt8]) async throws -> Response
) async throws -> Response {
  switch services.access.standing(of: request, context) {
  case .own, .paired: return try await work(try await body(of: request))
  case .off: return .refusal(.forbidden, "the server was started without control")
  case .denied:
    return .refusal(
      .forbidden, "this browser may not change the device: enter the code of its screen first")
  }
}

private func body(of request: Request) async throws -> [UInt8] {
  Array(try await request.body.collect(upTo: bodyBytes).readableBytesView)
}

private struct Code: Decodable {
  var code: String
}

private func addPairing(to router: Router<PageContext>, _ services: PageServices) {
  let access = services.access
  router.get("/api/access") { request, context in
    Response.json(
      #"{"type":"access","control":"\#(access.standing(of: request, context).rawValue)"}"# + "\n")
  }
  router.post("/api/pair/start") { _, _ -> Response in
    guard access.isControlOn else {
      return .refusal(.forbidden, "the server was started without control")
    }
    guard let code = access.pairing.start() else {
      return .refusal(
        .tooManyRequests, "there were five wrong codes: wait two minutes, then ask for a new one")
    }
    services.notices.show(code: code)
    services.logger.notice("a browser asks to change the device; its code is \(code)")
    return .json("{}\n")
  }
  router.post("/api/pair") { request, _ -> Response in
    guard let entered = fromJSON(try await body(of: request), as: Code.self) else {
      return .refusal(.badRequest, "give the code as {\"code\":\"123456\"}")
    }
    let result = access.pairing.enter(entered.code)
    if result != .wrong { services.notices.show(code: nil) }
    switch result {
    case .paired(let token):
      return .json(#"{"result":"paired"}"# + "\n", headers: [.setCookie: Access.cookie(token)])
    case .wrong: return .json(#"{"result":"wrong"}"# + "\n")
    case .over: return .json(#"{"result":"over"}"# + "\n")
    case .locked: return .json(#"{"result":"locked"}"# + "\n")
    }
  }
  router.post("/api/pair/forget") { request, _ -> Response in
    if let token = Access.token(request) { access.pairing.forget(token) }
    return .json("{}\n", headers: [.setCookie: Access.forgottenCookie])
  }
}

private struct SettingsAnswer: Encodable {
  struct Words: Encodable {
    var method, madhab, highLatitude, offsets: String?
  }

  struct BellAnswer: Encodable {
    var prayers: [String: BellSettings.Ring]
    var quietFrom, quietTo: String?
    var motor: Bool
    /// The first program that plays; absent where none is installed.
    var player: String?
  }

  /// Of `qiblad.toml`, and of the page.
  var configured, chosen: Words
  var methods: [String]
  var bell: BellAnswer
}

private func settingsAnswer(_ services: PageServices) -> Response {
  let chosen = services.settings.now
  var configured = SettingsAnswer.Words()
  do {
    let words = try services.settings.configuredWords()
    configured = SettingsAnswer.Words(
      method: words[.method] ?? "muslimWorldLeague",
      madhab: words[.madhab] ?? Madhab.shafi.rawValue,
      highLatitude: words[.highLatitude] ?? HighLatitudeRule.ours.rawValue, offsets: words[.offsets]
    )
  } catch {
    return .refusal(.serviceUnavailable, "\(error)")
  }
  return .json(
    jsonLine(
      "settings",
      SettingsAnswer(
        configured: configured,
        chosen: SettingsAnswer.Words(
          method: chosen.method, madhab: chosen.madhab, highLatitude: chosen.highLatitude,
          offsets: chosen.offsets),
        methods: Method.known.map(\.name),
        bell: SettingsAnswer.BellAnswer(
          prayers: chosen.bell.prayers, quietFrom: chosen.bell.quietFrom,
          quietTo: chosen.bell.quietTo,
          motor: chosen.bell.motor == true, player: services.player.programs.first))))
}
