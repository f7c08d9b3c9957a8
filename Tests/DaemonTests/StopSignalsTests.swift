import Glibc
import Testing

@testable import qiblad

struct StopSignalsTests {
  // What hangs here is everything: no thread does anything but wait.
  @Test(arguments: [SIGTERM, SIGINT]) func aDaemonThatHangsEnds(signal: Int32) async {
    await #expect(processExitsWith: .exitCode(StopSignals.exitStatus)) { [signal] in
      try StopSignals.handle(limit: 1) { while true { pause() } }
      kill(getpid(), signal)
      while true { pause() }
    }
  }

  // A person who is impatient must not put the end off.
  @Test func laterSignalsDoNotPutTheEndOff() async {
    await #expect(processExitsWith: .exitCode(StopSignals.exitStatus)) {
      try StopSignals.handle(limit: 2) {}
      for _ in 0..<600 {  // a minute, if it lived so long; then the status is 0
        kill(getpid(), SIGTERM)
        usleep(100_000)
      }
      exit(0)
    }
  }

  @Test func theDaemonIsAskedToStop() async {
    await #expect(processExitsWith: .exitCode(3)) {
      try StopSignals.handle { exit(3) }
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
  }

  @Test func aHangUpAsksForAReload() async {
    await #expect(processExitsWith: .exitCode(4)) {
      try StopSignals.handle {
        exit(4)
      } stop: {
        exit(3)
      }
      kill(getpid(), SIGHUP)
      while true { pause() }
    }
  }

  // Until the daemon handles them, too: a service manager may send SIGHUP early.
  @Test(arguments: [SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM])
  func otherSignalsAreIgnored(signal: Int32) async {
    await #expect(processExitsWith: .exitCode(4)) { [signal] in
      StopSignals.ignoreOthers()
      kill(getpid(), signal)
      exit(4)
    }
  }
}
