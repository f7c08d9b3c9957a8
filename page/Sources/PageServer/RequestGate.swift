private import HTTPTypes
package import Hummingbird

/// Answers only requests that come from this server's own page or from no page, and adds the headers
/// that keep other sites out.
package struct RequestGate<Context: RequestContext>: RouterMiddleware {
  private let rule: HostRule

  package init(_ rule: HostRule) { self.rule = rule }

  package func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response: Response
    if !rule.allows(request.head.authority) {
      response = .refusal(
        .misdirectedRequest, "this server has another name: use the device's address or NAME.local")
    } else if isFromAnotherSite(request) {
      response = .refusal(.forbidden, "only this server's own page may read this")
    } else if ![.get, .head].contains(request.method), !isFromOwnPage(request) {
      response = .refusal(
        .forbidden,
        "only this server's own page may change this: a POST of application/json with X-Qibla: 1")
    } else {
      response = try await Self.answer(request, context, next)
    }
    for (name, value) in Self.headers { response.headers[name] = value }
    // A client waits for no body here, and would take it for the next answer.
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// Browsers say where a request comes from; a link that a user follows to the page itself is right.
  private func isFromAnotherSite(_ request: Request) -> Bool {
    guard request.uri.path != "/", let name = HTTPField.Name("Sec-Fetch-Site"),
      let site = request.headers[name]
    else { return false }
    return site != "same-origin" && site != "none"
  }

  /// A form of another site can send neither this type nor this header, and a script of it names its origin.
  private func isFromOwnPage(_ request: Request) -> Bool {
    guard request.method == .post, request.headers[.contentType] == "application/json",
      let header = HTTPField.Name("X-Qibla"), request.headers[header] == "1"
    else { return false }
    guard let origin = request.headers[.origin] else { return true }
    let authority = request.head.authority ?? ""
    return origin == "http://\(authority)" || origin == "https://\(authority)"
  }

  private static func answer(
    _ request: Request, _ context: Context,
    _ next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch let error as HTTPError {
      return .refusal(error.status, error.body ?? error.status.reasonPhrase)
    }
  }

  private static var headers: [(HTTPField.Name, String)] {
    let texts = [
      (
        "Content-Security-Policy",
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
      ),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
      ("Cache-Control", "no-cache"),
    ]
    return texts.compactMap { text, value in HTTPField.Name(text).map { ($0, value) } }
  }
}

extension Response {
  /// A sentence in place of what was asked for.
  static func refusal(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
  }
}
