import Randomness
import ServiceManager
import Testing

/// Meanings of the variables: sd_notify(3), sd_watchdog_enabled(3), sd_listen_fds(3).
struct ServiceEnvironmentTests {
  private func read(_ variables: [String: String]) throws -> ServiceEnvironment {
    try ServiceEnvironment(variables, pid: 42)
  }

  @Test func withoutAManagerThereIsNothing() throws {
    let none = try read([:])
    #expect(none.notifySocket == nil && none.watchdogMicroseconds == nil)
    #expect(none.descriptorNames.isEmpty)
  }

  @Test func theWatchdogIsForTheProcessThatItNames() throws {
    let time = ["WATCHDOG_USEC": "20000000"]
    #expect(try read(time).watchdogMicroseconds == 20_000_000)
    #expect(try read(time.merging(["WATCHDOG_PID": "42"]) { $1 }).watchdogMicroseconds != nil)
    #expect(try read(time.merging(["WATCHDOG_PID": "43"]) { $1 }).watchdogMicroseconds == nil)
  }

  @Test func socketsAreForTheProcessThatTheyName() throws {
    let two = ["LISTEN_FDS": "2", "LISTEN_FDNAMES": "control:stream"]
    #expect(try read(two).descriptorNames.isEmpty)
    #expect(try read(two.merging(["LISTEN_PID": "41"]) { $1 }).descriptorNames.isEmpty)
    let own = try read(two.merging(["LISTEN_PID": "42"]) { $1 })
    #expect(own.descriptorNames == ["control", "stream"])
  }

  @Test(arguments: [nil, "", "unknown"]) func oneSocketWithoutANameIsTheStreams(name: String?)
    throws
  {
    var variables = ["LISTEN_FDS": "1", "LISTEN_PID": "42"]
    variables["LISTEN_FDNAMES"] = name
    #expect(try read(variables).descriptorNames == ["stream"])
  }

  @Test func badNumbersAndNamesAreRefused() throws {
    for value in ["", "-1", "0", "x", "9223372036854775808"] {
      let expected = ServiceEnvironmentError.badNumber(variable: "WATCHDOG_USEC", value: value)
      #expect(throws: expected) { try read(["WATCHDOG_USEC": value]) }
    }
    for value in ["-1", "x", "65"] {
      let expected = ServiceEnvironmentError.badNumber(variable: "LISTEN_FDS", value: value)
      #expect(throws: expected) { try read(["LISTEN_FDS": value, "LISTEN_PID": "42"]) }
    }
    #expect(throws: ServiceEnvironmentError.wrongNames("stream", count: 2)) {
      try read(["LISTEN_FDS": "2", "LISTEN_PID": "42", "LISTEN_FDNAMES": "stream"])
    }
  }

  @Test func noEnvironmentStopsTheProcess() {
    var random = SeededGenerator(seed: 17)
    let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID"]
    let pieces = [
      "", "42", "1", "2", ":", "@", "/", "-", "stream", "\0", "é", "99999999999999999999",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      var variables: [String: String] = [:]
      for name in names + ["LISTEN_FDNAMES"] {
        let count = Int.random(in: 0...3, using: &random)
        variables[name] = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined()
      }
      do {
        let environment = try ServiceEnvironment(variables, pid: 42)
        #expect(environment.descriptorNames.count <= 64)
        accepted += 1
      } catch { #expect(!"\(error)".isEmpty) }
    }
    #expect(accepted > 0)
  }
}
