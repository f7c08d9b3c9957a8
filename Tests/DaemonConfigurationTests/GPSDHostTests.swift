import DaemonConfiguration
import Testing

/// `[gpsd] host` and `port`: what is understood, and what is refused with what to write instead.
struct GPSDHostTests {
  private func gpsd(_ toml: String) throws -> Configuration.GPSD? {
    try Configuration(toml: "[gpsd]\n" + toml, file: "f.toml").gpsd
  }

  @Test(
    arguments: [
      ("10.0.0.5:2948", "10.0.0.5", 2948), ("10.0.0.5", "10.0.0.5", 2947),
      ("localhost:2947", "localhost", 2947), ("boat.local:1", "boat.local", 1),
      ("my_pi-4.lan.:65535", "my_pi-4.lan.", 65_535), ("[::1]:2948", "::1", 2948),
      ("[::1]", "::1", 2947), ("::1", "::1", 2947), ("fe80::1%eth0", "fe80::1%eth0", 2947),
      ("[fe80::1%wlan0]:2948", "fe80::1%wlan0", 2948), ("::ffff:10.0.0.5", "::ffff:10.0.0.5", 2947),
    ] as [(String, String, UInt16)])
  func aHostCanBeFollowedByAPort(_ text: String, _ host: String, _ port: UInt16) throws {
    let gpsd = try #require(try gpsd("host = '\(text)'"))
    #expect(gpsd.host == host && gpsd.port == port)
  }

  @Test func theSamePortTwiceIsNoContradiction() throws {
    #expect(try gpsd("host = '10.0.0.5:2948'\nport = 2948")?.port == 2948)
  }

  @Test func anotherPortInTheOtherKeyIsRefusedByName() {
    #expect {
      try gpsd("host = '10.0.0.5:2948'\nport = 2947")
    } throws: {
      "\($0)" == "f.toml: gpsd.port: 2947 is not allowed; give 2948, as in gpsd.host, or leave"
        + " one of them out"
    }
  }

  @Test(arguments: [
    ("10.0.0.5:", "a port of 1 to 65535"), ("10.0.0.5:0", "a port of 1 to 65535"),
    ("10.0.0.5:65536", "a port of 1 to 65535"), ("10.0.0.5:+5", "a port of 1 to 65535"),
    ("10.0.0.5:gpsd", "a port of 1 to 65535"), ("[::1]2947", "a port of 1 to 65535"),
    ("[::1]:", "a port of 1 to 65535"), (":2947", "a host's name or address"),
    ("", "a host's name or address"), ("10.0.0.256", "a host's name or address"),
    ("1.2.3", "a host's name or address"), ("10.0.0.5/24", "a host's name or address"),
    ("my pi", "a host's name or address"), ("-pi", "a host's name or address"),
    ("a..b", "a host's name or address"), ("GPSD_DBUS", "a host's name or address"),
    ("[::1", "a closing bracket ]"), ("[10.0.0.5]:2947", "an IPv6 address in the brackets"),
    ("fe80::1%eth0:2947:1", "[::1]:2947"), ("10.0.0.5:2947:1", "[::1]:2947"),
    ("gpsd://10.0.0.5:2947", "the host without gpsd://"),
    ("tcp://10.0.0.5", "the host without tcp://"),
  ])
  func aBadHostIsRefusedWithFileKeyAndTheRightForm(_ text: String, _ allowed: String) {
    #expect {
      try gpsd("host = '\(text)'")
    } throws: {
      "\($0)".hasPrefix("f.toml: gpsd.host: \"\(text)\" is not allowed; give ")
        && "\($0)".contains(allowed)
    }
  }
}
