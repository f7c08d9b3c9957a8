import Glibc
import Testing

@testable import qibla_bridge

@Suite struct EndSignalTests {
  // What hangs here is everything: nothing asks whether a signal came.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aBridgeThatHangsEndsAndSaysSo(signal: Int32) async throws {
    let run = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardErrorContent]
    ) { [signal] in
      EndSignal.install(limit: 1)
      kill(getpid(), signal)
      while true { pause() }
    }
    let errors = String(decoding: try #require(run).standardErrorContent, as: UTF8.self)
    #expect(errors.contains("\(EndSignal.complaint)"))
  }

  @Test func aBridgeThatEndsByItselfSaysNothing() async throws {
    let run = await #expect(
      processExitsWith: .exitCode(3), observing: [\.standardErrorContent]
    ) {
      EndSignal.install()
      kill(getpid(), SIGTERM)
      while !EndSignal.came { usleep(1000) }
      exit(3)
    }
    let errors = String(decoding: try #require(run).standardErrorContent, as: UTF8.self)
    #expect(!errors.contains("could not stop in time"), "\(errors)")
  }
}
