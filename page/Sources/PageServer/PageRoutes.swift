private import Glibc
private import HTTPTypes
package import Hummingbird

/// What the server answers: the page's files at `/` and `/web/`, the stream at `/stream`,
/// the words of each reason at `/api/why`, the times of prayer of a place at `/api/day`, and `/healthz`.
///
/// - Parameters:
///   - configuration: the path of the daemon's configuration, which has the settings of days; `nil` for the usual one.
///   - now: the device's clock, seconds since 1970-01-01 UTC.
package func pageRouter(
  hosts: HostRule, socketDirectory: String?, configuration: String? = nil,
  now: @escaping @Sendable () -> Double = machineClock
) -> Router<PageContext> {
  let router = Router(context: PageContext.self)
  router.add(middleware: RequestGate(hosts))
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
  router.get("/api/why") { _, _ in
    Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: whyTable())))
  }
  router.get("/api/day") { request, _ -> Response in
    func degrees(_ key: Substring) -> Double? {
      request.uri.queryParameters[key].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
    guard let latitude = degrees("latitude_deg"), let longitude = degrees("longitude_deg"),
      let answer = DayAnswer(
        latitude: latitude, longitude: longitude, instant: now(), configuration: configuration)
    else {
      return .refusal(.badRequest, "give latitude_deg (-90 to 90) and longitude_deg (-180 to 360)")
    }
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: answer.text)))
  }
  router.get("/stream") { request, context -> Response in
    guard let wanted = StreamRequest(rate: request.uri.queryParameters["rate"].map(String.init))
    else { return .refusal(.badRequest, "rate must be a whole number from 1 to 60") }
    let feed = StreamFeed(wanted, socketDirectory: socketDirectory)
    context.keepLittleUnsent()
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8"],
      body: ResponseBody { writer in try await feed.write(to: &writer) })
  }
  return router
}

/// The machine's clock, seconds since 1970-01-01 UTC.
@Sendable package func machineClock() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
