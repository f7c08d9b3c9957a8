/// Which names a browser may use for this server.
///
/// A page of another site can make a browser resolve that site's name to this device's address (DNS
/// rebinding), and would then read the stream as its own. Such a request has the other site's name in `Host`.
package struct HostRule: Sendable {
  private let names: Set<String>

  /// - Parameter names: of this machine, without a domain; also right with `.local` after it.
  package init(names: [String]) {
    let names = names.map { $0.lowercased() }
    self.names = Set(names + names.map { $0 + ".local" } + ["localhost"])
  }

  /// - Parameter authority: the request's `Host`, with or without a port; `nil` where it has none.
  package func allows(_ authority: String?) -> Bool {
    guard let host = authority.flatMap(Self.host)?.lowercased() else { return false }
    return names.contains(host) || Self.isIPv4(host) || Self.isIPv6(host)
  }

  /// `authority` in lower case and without its port; the whole of it where the port is none.
  static func withoutPort(_ authority: String) -> String {
    (host(of: authority) ?? authority).lowercased()
  }

  /// `authority` without its port; `nil` where the port is none.
  private static func host(of authority: String) -> String? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let rest = authority[authority.index(after: end)...]
      return rest.isEmpty || isPort(rest) ? String(authority[...end]) : nil
    }
    guard let colon = authority.firstIndex(of: ":") else { return authority }
    return isPort(authority[colon...]) ? String(authority[..<colon]) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && UInt16(text.dropFirst()) != nil
  }

  private static func isIPv4(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { $0.allSatisfy(\.isNumber) && UInt8($0) != nil }
  }

  /// Only hexadecimal digits, colons and dots are in brackets; a name cannot be.
  private static func isIPv6(_ host: String) -> Bool {
    host.hasPrefix("[") && host.hasSuffix("]") && host.contains(Character(":"))
      && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
  }
}
