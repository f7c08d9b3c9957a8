private import Day
private import DayConfiguration
private import HTTPTypes
package import Hummingbird
private import NIOCore
private import Quantities

/// What the server answers: the page's files at `/` and `/web/`, the stream at `/stream`, the words of each
/// reason at `/api/why`, the times of prayer of a place at `/api/day`, a month at `/api/month`, `/healthz`, and
/// what changes the device.
package func pageRouter(_ services: PageServices) -> Router<PageContext> {
  let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
  router.add(middleware: RequestGate(services.hosts))
  for file in PageFile.all {
    let path = file.path == "index.html" ? "/" : "/web/\(file.path)"
    router.get(RouterPath(path)) { _, _ in
      Response(
        status: .ok, headers: [.contentType: file.mediaType],
        body: ResponseBody(byteBuffer: file.bytes))
    }
  }
  router.get("/healthz") { _, _ in
    Response(
      status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n")))
  }
  router.get("/api/why") { _, _ in Response.json(whyTable()) }
  addDay(to: router, services)
  addDeviceRoutes(to: router, services)
  router.get("/stream") { request, context -> Response in
    guard let wanted = StreamRequest(rate: request.uri.queryParameters["rate"].map(String.init))
    else { return .refusal(.badRequest, "rate must be a whole number from 1 to 60") }
    let feed = StreamFeed(
      wanted, socketDirectory: services.socketDirectory, notices: services.notices,
      isOwnScreen: services.access.isOwnScreen(request, context))
    context.keepLittleUnsent()
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8"],
      body: ResponseBody { writer in try await feed.write(to: &writer) })
  }
  return router
}

private func addDay(to router: Router<PageContext>, _ services: PageServices) {
  router.get("/api/day") { request, _ -> Response in
    func degrees(_ key: Substring) -> Double? {
      request.uri.queryParameters[key].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
    guard let latitude = degrees("latitude_deg"), let longitude = degrees("longitude_deg"),
      let place = try? Coordinates(latitude: latitude, longitude: longitude)
    else {
      return .refusal(.badRequest, "give latitude_deg (-90 to 90) and longitude_deg (-180 to 360)")
    }
    let now = services.now()
    let day = DayAnswer(
      at: place, instant: now, settings: services.settings, isElsewhere: true,
      isClockTrusted: services.trust.isTrusted(at: now))
    return .json(day.line(at: now))
  }
  router.get("/api/month") { request, _ -> Response in
    let offset = request.uri.queryParameters["months"].map { Int($0) } ?? 0
    guard let offset, MonthAnswer.range.contains(offset) else {
      return .refusal(.badRequest, "months must be a whole number from -1200 to 1200")
    }
    do {
      let calendar = try services.settings.daySettings().calendar
      let today = Zone.ofMachine.date(at: services.now())
      guard let month = MonthAnswer(calendar, today: today, offset: offset) else {
        return .refusal(.badRequest, "the Hijri calendar has no such month")
      }
      return .json(jsonLine("month", month))
    } catch {
      return .json(jsonLine("month", Refusal(error: "\(error)")))
    }
  }
}

extension Response {
  /// An answer of JSON.
  static func json(_ text: String, headers more: HTTPFields = [:]) -> Response {
    var headers: HTTPFields = [.contentType: "application/json"]
    for field in more { headers.append(field) }
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
