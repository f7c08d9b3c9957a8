private import HTTPTypes
package import Hummingbird

/// What the server answers: the page's files at `/` and `/web/`, the stream at `/stream`,
/// the words of each reason at `/api/why`, and `/healthz`.
package func pageRouter(
  hosts: HostRule, socketDirectory: String?
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
