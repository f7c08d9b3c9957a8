internal import HTTPTypes
package import Hummingbird
private import NIOCore

/// Who may change the device.
package struct Access: Sendable {
  /// What a browser may do, in the word of `/api/access`.
  package enum Standing: String, Sendable {
    /// The device's own screen.
    case own
    /// Another browser, with a code from that screen.
    case paired
    case denied
    /// The server was started without control.
    case off
  }

  /// Whether the server changes the device at all.
  package let isControlOn: Bool
  /// Whether a proxy on this device asks for browsers, so that none of them is known to be its own screen.
  private let isBehindProxy: Bool
  package let pairing = Pairing()
  static let cookieName = "qibla"

  package init(isControlOn: Bool, isBehindProxy: Bool = false) {
    (self.isControlOn, self.isBehindProxy) = (isControlOn, isBehindProxy)
  }

  package func standing(of request: Request, _ context: PageContext) -> Standing {
    guard isControlOn else { return .off }
    if isOwnScreen(request, context) { return .own }
    return pairing.allows(Self.token(request)) ? .paired : .denied
  }

  /// Whether a browser on this device asks, by this device's own name for itself.
  ///
  /// A proxy on this device asks for others. Where it says so in no header, and names this server as `Host`, only
  /// the user knows that.
  func isOwnScreen(_ request: Request, _ context: PageContext) -> Bool {
    guard !isBehindProxy, context.isLoopback else { return false }
    let host = request.head.authority.map(HostRule.withoutPort)
    guard ["127.0.0.1", "localhost", "[::1]"].contains(host) else { return false }
    return Self.proxyHeaders.allSatisfy { request.headers[$0] == nil }
  }

  /// The token of the request's cookie.
  static func token(_ request: Request) -> String? {
    request.cookies[cookieName]?.value
  }

  /// A cookie that scripts cannot read and that no other site's request carries. It ends with the browser.
  static func cookie(_ token: String) -> String {
    "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict"
  }

  static let forgottenCookie = "\(cookieName)=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"

  private static let proxyHeaders = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"]
    .compactMap { HTTPField.Name($0) }
}
