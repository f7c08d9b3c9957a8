import Glibc
import ServiceManager
import TestFiles
import Testing

/// The assignments are those of sd_notify(3).
struct NotifySocketTests {
  @Test func eachMessageIsOneDatagram() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/notify"
    let manager = try DatagramSocket(path)
    let socket = try NotifySocket(path)
    try socket.send(.ready, .status("listening"))
    try socket.send(.watchdog)
    try socket.send(.reloading(monotonicMicroseconds: 123))
    try socket.send(.stopping)
    #expect(manager.next() == "READY=1\nSTATUS=listening")
    #expect(manager.next() == "WATCHDOG=1")
    #expect(manager.next() == "RELOADING=1\nMONOTONIC_USEC=123")
    #expect(manager.next() == "STOPPING=1")
    #expect(manager.next() == nil)
  }

  @Test func aNameOfTheAbstractNamespaceIsReached() throws {
    let name = "@qiblad-test-\(getpid())"
    let manager = try DatagramSocket(name)
    try NotifySocket(name).send(.ready)
    #expect(manager.next() == "READY=1")
  }

  @Test func aStatusStaysOneLine() throws {
    let directory = try TemporaryDirectory()
    let manager = try DatagramSocket(directory.path + "/notify")
    try NotifySocket(directory.path + "/notify").send(.status("one\nREADY=1\r\ntwo\0"))
    #expect(manager.next() == "STATUS=one READY=1 two ")
  }

  @Test func aManagerThatHasGoneIsAnErrorAndNotASignal() throws {
    let directory = try TemporaryDirectory()
    let socket = try NotifySocket(directory.path + "/none")
    #expect(throws: NotifyError(address: socket.address, errno: ENOENT)) {
      try socket.send(.watchdog)
    }
  }

  // sockaddr_un has 108 bytes for the name (unix(7)); a path has a NUL in the last.
  @Test func anAddressThatIsNoneIsRefused() throws {
    let longest = "/" + String(repeating: "x", count: 106)
    #expect(throws: Never.self) { try NotifySocket(longest) }
    for address in ["", "/", "@", "notify", "vsock:2:1234", longest + "x", "/a\0b"] {
      #expect(throws: ServiceEnvironmentError.badNotifySocket(address)) {
        try NotifySocket(address)
      }
    }
  }
}
