import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import PageServer

/// Requests that are refused, with the status.
private let refusals: [(String, String, HTTPResponse.Status)] = [
  ("/nothing", "127.0.0.1", .notFound), ("/", "evil.example", .misdirectedRequest),
  ("/stream?rate=0", "127.0.0.1", .badRequest),
]

/// Requests to the server's routes, without a connection.
@Suite struct RequestTests {
  private let log = RecordedLog()
  private let temporary = TemporaryFolder()

  private func services(isBehindProxy: Bool = false) -> PageServices {
    let folder = temporary.path + "/\(UUID().uuidString)"
    return PageServices(
      hosts: HostRule(names: ["compass"]), socketDirectory: folder, configuration: nil,
      folder: StateFolder(path: folder), isControlOn: true, isBehindProxy: isBehindProxy,
      trust: ClockTrust(isGiven: true), player: SoundPlayer(program: "/bin/true"),
      logger: log.logger)
  }

  private func request(
    _ method: HTTPRequest.Method, _ path: String, authority: String = "127.0.0.1:8427",
    headers: HTTPFields = [:]
  ) -> Request {
    Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: authority, path: path, headerFields: headers),
      body: RequestBody(buffer: ByteBuffer(string: "{}")))
  }

  /// What the page sends with a POST.
  private func ownHeaders() throws -> HTTPFields {
    var headers: HTTPFields = [.contentType: "application/json"]
    let name = try #require(HTTPField.Name("X-Qibla"))
    headers[name] = "1"
    return headers
  }

  private func context(from address: String = "127.0.0.1") throws -> PageContext {
    let channel = NIOAsyncTestingChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 50_000)
    return PageContext(
      source: ApplicationRequestContextSource(channel: channel, logger: log.logger))
  }

  private func answer(_ request: Request, _ services: PageServices) async throws -> Response {
    try await pageRouter(services).buildResponder().respond(to: request, context: try context())
  }

  @Test(arguments: ["/", "/web/app.js", "/healthz", "/api/why", "/api/access", "/api/tasbih"])
  func headIsAnsweredAsGetWithoutABody(path: String) async throws {
    let services = services()
    let whole = try await answer(request(.get, path), services)
    let head = try await answer(request(.head, path), services)
    #expect(head.status == .ok && head.headers == whole.headers)
    #expect(head.body.contentLength == 0)
    #expect(head.headers[.contentLength] != "0")
  }

  @Test func headOfTheStreamStartsNoFeed() async throws {
    let head = try await answer(request(.head, "/stream"), services())
    #expect(head.status == .ok)
    #expect(head.headers[.contentType] == "text/event-stream; charset=utf-8")
    #expect(head.body.contentLength == 0)
  }

  @Test(arguments: refusals)
  func aRefusalOfHeadHasNoBodyEither(
    path: String, authority: String, status: HTTPResponse.Status
  ) async throws {
    let head = try await answer(request(.head, path, authority: authority), services())
    #expect(head.status == status && head.body.contentLength == 0)
  }

  @Test func afterFiveWrongCodesWhoAsksForOneIsToldToWaitAndNoneIsShown() async throws {
    let services = services()
    let code = try #require(services.access.pairing.start())
    for _ in 0..<5 { _ = services.access.pairing.enter(code == "111111" ? "222222" : "111111") }
    let refusal = try await answer(
      request(.post, "/api/pair/start", headers: try ownHeaders()), services)
    #expect(refusal.status == .tooManyRequests)
    #expect(services.notices.after(0, isOwnScreen: true).isEmpty)
  }

  @Test func aCodeThatIsNotEnteredIsTakenOffTheScreenAfterTwoMinutes() async throws {
    let services = services()
    func shown() -> [String] {
      services.notices.after(0, isOwnScreen: true).map { String(buffer: $0.event) }
    }
    let start = request(.post, "/api/pair/start", headers: try ownHeaders())
    #expect(try await answer(start, services).status == .ok)
    let code = shown()
    #expect(code.count == 1 && code[0].contains(#""code":""#))
    services.endOldCode(now: .now + .seconds(100))
    #expect(shown() == code)
    services.endOldCode(now: .now + .seconds(121))
    #expect(shown() == [#"data: {"type":"pairing"}"# + "\n\n"])
    #expect(services.notices.after(0, isOwnScreen: false).isEmpty)
  }

  @Test func aBrowserOfTheDeviceItselfIsItsOwnScreenUnlessAProxyAsks() throws {
    let direct = services().access
    let (here, phone) = (try context(), try context(from: "192.168.1.9"))
    let own = request(.get, "/")
    #expect(direct.standing(of: own, here) == .own)
    #expect(direct.standing(of: own, phone) == .denied)
    #expect(direct.standing(of: request(.get, "/", authority: "compass.local"), here) == .denied)
    for name in ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"] {
      var headers = HTTPFields()
      let field = try #require(HTTPField.Name(name))
      headers[field] = "192.168.1.9"
      #expect(direct.standing(of: request(.get, "/", headers: headers), here) == .denied, "\(name)")
    }
    // nginx with no more than `proxy_pass http://127.0.0.1:8427` sends that address as Host, and no such header.
    let behind = services(isBehindProxy: true).access
    #expect(behind.standing(of: own, here) == .denied)
  }
}
