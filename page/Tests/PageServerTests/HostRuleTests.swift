import Testing

@testable import PageServer

/// Names that a browser may use, and those of DNS rebinding.
struct HostRuleTests {
  private let rule = HostRule(names: ["compass"])

  @Test(arguments: [
    "localhost", "localhost:8427", "127.0.0.1:8427", "192.168.1.20", "[::1]:8427", "[fe80::1]",
    "compass", "compass.local:8427", "COMPASS.local",
  ])
  func theDevicesOwnNamesAndAddressesAreAllowed(_ authority: String) {
    #expect(rule.allows(authority))
  }

  @Test(arguments: [
    "evil.example", "evil.example:8427", "compass.local.evil.example", "127.0.0.1.evil.example",
    "localhost:", "localhost:99999", "", "[evil.example]", "[::1", "[::1]x", "1.2.3", "1.2.3.256",
    "1.2.3.٤", "compass:80:80",
  ])
  func otherNamesAreNot(_ authority: String) {
    #expect(!rule.allows(authority))
  }

  @Test func aRequestWithoutHostIsNotAllowed() { #expect(!rule.allows(nil)) }
}
