private import Glibc

/// `[gpsd] host`: a host's name or address, optionally followed by a port.
struct GPSDHost: Equatable {
  /// Name or address, without brackets.
  var host: String
  /// `nil` if no port follows the host.
  var port: UInt16?

  /// Parses `name`, `name:port`, `1.2.3.4`, `1.2.3.4:port`, `::1`, `[::1]` and `[::1]:port`.
  ///
  /// - Throws: `GPSDHostError` with the form to write instead.
  init(parsing text: String) throws(GPSDHostError) {
    if let address = Self.afterScheme(text) {
      throw .init(allowed: "the host without \(address)://")
    }
    guard !text.hasPrefix("[") else {
      self = try Self.bracketed(text)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2 else {
      guard Self.isIPv6(text) else {
        throw .init(allowed: "an IPv6 address with a port as [::1]:2947")
      }
      (host, port) = (text, nil)
      return
    }
    host = String(parts[0])
    guard Self.isName(host) || Self.isIPv4(host) else { throw .host }
    port = parts.count == 2 ? try Self.port(parts[1]) : nil
  }

  private static func bracketed(_ text: String) throws(GPSDHostError) -> GPSDHost {
    guard let end = text.firstIndex(of: "]") else {
      throw .init(allowed: "a closing bracket ] after the address")
    }
    let address = String(text[text.index(after: text.startIndex)..<end])
    guard isIPv6(address) else {
      throw .init(allowed: "an IPv6 address in the brackets, as in [::1]:2947")
    }
    var host = GPSDHost(host: address, port: nil)
    let rest = text[text.index(after: end)...]
    guard !rest.isEmpty else { return host }
    guard rest.hasPrefix(":") else { throw .port }
    host.port = try port(rest.dropFirst())
    return host
  }

  private init(host: String, port: UInt16?) { (self.host, self.port) = (host, port) }

  /// The scheme of a URL. gpsd names its sources by URLs, so a user can mistake one for an address.
  private static func afterScheme(_ text: String) -> String? {
    ["gpsd", "tcp", "udp", "http"].first { text.hasPrefix($0 + "://") }
  }

  private static func port(_ text: Substring) throws(GPSDHostError) -> UInt16 {
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let port = UInt16(text), port > 0
    else { throw .port }
    return port
  }

  /// Whether the text is a host's name: labels of letters, digits, `-` and `_`, separated by points
  /// (RFC 1123 and names in home networks). The last label is not a number, as in an address. Names
  /// that begin with `GPSD_` have another meaning for libgps.
  private static func isName(_ text: String) -> Bool {
    let absolute = text.hasSuffix(".") ? text.dropLast() : text[...]
    let labels = absolute.split(separator: ".", omittingEmptySubsequences: false)
    return 1...253 ~= text.utf8.count && !text.hasPrefix("GPSD_") && labels.allSatisfy(isLabel)
      && !(labels.last?.allSatisfy(\.isNumber) ?? true)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    1...63 ~= label.utf8.count && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
      }
  }

  private static func isIPv4(_ text: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, text, &address) == 1
  }

  /// Whether the text is an IPv6 address, with or without a zone: `fe80::1%eth0`.
  private static func isIPv6(_ text: String) -> Bool {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(parts[0]), &address) == 1 else { return false }
    guard parts.count == 2 else { return true }
    // IFNAMSIZ: names of interfaces have up to 15 bytes.
    return 1...15 ~= parts[1].utf8.count
      && !parts[1].contains { "%/:".contains($0) || $0.isWhitespace }
  }
}

/// The error for a text that is not a host.
struct GPSDHostError: Error, Equatable {
  /// The form to write instead; continues a sentence after "give".
  var allowed: String

  static let host = GPSDHostError(
    allowed: "a host's name or address, with or without a port after it, as in \"10.0.0.5\","
      + " \"boat.local:2947\" or \"[::1]:2947\"")
  static let port = GPSDHostError(
    allowed: "a port of 1 to 65535 after the colon, as in \"10.0.0.5:2947\", or no colon")
}
