import Foundation
import Glibc
import TestFiles
import Testing

/// Too few descriptors: when the daemon starts, and while it runs.
///
/// One after the other: the daemon's processor time is compared.
@Suite(.serialized, .timeLimit(.minutes(5))) struct OpenFilesTests {
  @Test func withoutDescriptorsTheDaemonRestsAndServesWhoIsThere() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let observer = try daemon.client()
    try observer.watch(["reading"])
    // Fewer than 8 are free, so clients get none; without any, libdispatch ends the process.
    let waiting = try await clients(
      20, of: daemon, beside: observer, warned: "no more connections can be accepted"
    ) { try await limit(daemon, to: descriptors(of: daemon) + 7) }
    #expect(waiting.contains { $0.lines.isEmpty })
    try await limit(daemon, to: 256)
    try await expect(daemon, serves: waiting)
  }

  /// Clients that connect once `block` keeps the daemon from accepting them. Expects that it says so, and costs no more
  /// than before: trying again and again took 97 % of a processor, one try a second costs nothing.
  private func clients(
    _ count: Int, of daemon: RunningDaemon, beside observer: StreamClient, warned warning: String,
    after block: () async throws -> Void
  ) async throws -> [StreamClient] {
    let before = try await processorTime(of: daemon, for: observer)
    try await block()
    let waiting = try (0..<count).map { _ in try daemon.client() }
    try await eventually("the warning") { daemon.program.errors.contains(warning) }
    let without = try await processorTime(of: daemon, for: observer)
    #expect(without <= 2 * before + 20, "\(without) ticks after \(before)")
    return waiting
  }

  /// Expects that clients that had to wait are served now, and that the log has said it once.
  private func expect(_ daemon: RunningDaemon, serves waiting: [StreamClient]) async throws {
    for client in waiting {
      _ = try await client.lines("hello") { $0.first?.type == "hello" }
    }
    try await eventually("the end of the warning") {
      daemon.program.errors.contains("connections are accepted again")
    }
    let warnings = Line.split(daemon.program.errors).filter { $0.text.contains("no more connec") }
    #expect(warnings.count == 1)
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  /// In place of libc's `accept4`: fails as on a system without descriptors while a file is there.
  private static let failingAccept = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <stdlib.h>
    #include <sys/socket.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags) {
      const char *file = getenv("ACCEPT_FAILS_WHILE");
      if (file && access(file, F_OK) == 0) return errno = EMFILE, -1;
      return syscall(SYS_accept4, fd, address, length, flags);
    }
    """

  // Real descriptors cannot be used up safely here: libdispatch ends a process that has none.
  @Test func afterAFailedAcceptTheDaemonTriesAgainOnceASecond() async throws {
    let directory = try TemporaryDirectory()
    let library = try await PreloadedLibrary(Self.failingAccept)
    let obstacle = directory.path + "/obstacle"
    let daemon = try await RunningDaemon.start(
      ["--simulate"], environment: ["LD_PRELOAD": library.path, "ACCEPT_FAILS_WHILE": obstacle])
    let observer = try daemon.client()
    try observer.watch(["reading"])
    let waiting = try await clients(
      5, of: daemon, beside: observer,
      warned: "no more connections can be accepted: Too many open files"
    ) { try Data().write(to: URL(fileURLWithPath: obstacle)) }
    #expect(waiting.allSatisfy { $0.lines.isEmpty })
    try FileManager.default.removeItem(atPath: obstacle)
    try await expect(daemon, serves: waiting)
  }

  @Test func clientsLeaveDescriptorsForTheRestOfTheDaemon() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let limit = try descriptors(of: daemon) + 12
    try await self.limit(daemon, to: limit)
    let clients = try (0..<20).map { _ in try daemon.client() }
    try await eventually("the warning") {
      daemon.program.errors.contains("no more connections can be accepted")
    }
    #expect(try descriptors(of: daemon) <= limit - 4)
    try await eventually("a client that is served") { clients.contains { !$0.lines.isEmpty } }
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  @Test(arguments: [10, 12, 31])
  func tooFewDescriptorsAreRefusedByName(_ count: Int) async throws {
    let directory = try TemporaryDirectory()
    let run = try await limited(count, directory)
    #expect(run.status == 1)
    #expect(Line.split(run.errors).count == 1, "\(run.errors)")
    for word in ["open files", "\(count)", "LimitNOFILE", "ulimit -n"] {
      #expect(run.errors.contains(word), "\(run.errors)")
    }
  }

  // The soft limit is the daemon's own to raise.
  @Test func aSoftLimitIsRaised() async throws {
    let directory = try TemporaryDirectory()
    let program = try Program(
      "/bin/sh",
      [
        "-c", "ulimit -S -n 12; exec \"$0\" \"$@\"", Program.folder + "/qiblad", "--simulate",
        "--socket-dir", directory.path, "--config", "/dev/null",
      ])
    try await eventually("the socket") { program.errors.contains("listening on") }
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
  }

  // Else the next descriptor would get the number, and the log would be written into it.
  @Test func closedStandardDescriptorsLeadNowhere() async throws {
    let directory = try TemporaryDirectory()
    let program = try Program(
      "/bin/sh",
      [
        "-c", "exec \"$0\" \"$@\" <&- >&- 2>&-", Program.folder + "/qiblad", "--simulate",
        "--socket-dir", directory.path, "--config", "/dev/null",
      ])
    let client = try await eventually("the socket") {
      try? StreamClient(directory.path + "/stream.sock")
    }
    _ = try await client.lines("hello") { !$0.isEmpty }
    for number in 0...2 {
      var target = [UInt8](repeating: 0, count: 64)
      let count = readlink("/proc/\(program.pid)/fd/\(number)", &target, target.count)
      #expect(String(decoding: target.prefix(count), as: UTF8.self) == "/dev/null")
    }
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
  }

  private func limited(
    _ count: Int, _ directory: TemporaryDirectory
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await finished(
      "/bin/sh",
      [
        "-c", "ulimit -n \(count); exec \"$0\" \"$@\"", Program.folder + "/qiblad", "--simulate",
        "--socket-dir", directory.path, "--config", "/dev/null",
      ])
  }

  /// Clock ticks, as a rule of 10 ms, that the daemon runs while the client gets two seconds of readings.
  private func processorTime(of daemon: RunningDaemon, for client: StreamClient) async throws -> Int
  {
    let (count, start) = (client.lines.count, try ticks(of: daemon))
    _ = try await client.lines("readings") { $0.count >= count + 120 }
    return try ticks(of: daemon) - start
  }

  /// proc_pid_stat(5): utime and stime are members 14 and 15; the second is the only one with blanks.
  private func ticks(of daemon: RunningDaemon) throws -> Int {
    let text = String(
      decoding: try contents(of: "/proc/\(daemon.program.pid)/stat"), as: UTF8.self)
    let end = try #require(text.lastIndex(of: ")"))
    let members = text[end...].split(separator: " ")
    return (Int(members[12]) ?? 0) + (Int(members[13]) ?? 0)
  }

  private func descriptors(of daemon: RunningDaemon) throws -> Int {
    let all = entries(of: "/proc/\(daemon.program.pid)/fd")
    return all.count { Int($0) != nil }
  }

  /// Sets the daemon's soft limit of open files; prlimit(1) because prlimit(2) does not import.
  private func limit(_ daemon: RunningDaemon, to count: Int) async throws {
    let run = try await finished(
      "/usr/bin/prlimit", ["--pid", "\(daemon.program.pid)", "--nofile=\(count):"])
    try #require(run.status == 0, "\(run.errors)")
  }
}
