import Glibc
import Publisher
import QiblaClient
import TestFiles
import Testing
import Wire

struct SocketLocationTests {
  private func publisher(_ place: SocketLocation) -> Publisher {
    Publisher(hello: Server.hello, socket: place, lossless: false, logger: .quiet)
  }

  private func failure(_ place: SocketLocation) async -> PublisherError? {
    let publisher = publisher(place)
    do {
      try await publisher.start()
      await publisher.stop(reason: "shutting_down")
      return nil
    } catch {
      return error
    }
  }

  @Test func theSocketIsForEverybodyAndGoesAtTheEnd() async throws {
    let directory = try TemporaryDirectory()
    let publisher = publisher(Server.place(directory.path))
    let path = try await publisher.start()
    #expect(path == directory.path + "/stream.sock")
    #expect(mode(of: path) == S_IFSOCK | 0o666)
    await publisher.stop(reason: "shutting_down")
    #expect(mode(of: path) == nil)
    await publisher.stop(reason: "shutting_down")
  }

  @Test func stopSaysGoodbyeToEverybody() async throws {
    let server = try await Server()
    let clients = [try server.connect(), try server.connect()]
    try clients[0].watch([.reading: WatchOptions()])
    server.publishReading(1)
    await server.stop()
    #expect(try clients[0].message() == .reading(reading(1)))
    for client in clients {
      #expect(try client.message() == .bye(Bye(reason: "shutting_down")))
      #expect(try client.nextLine(timeout: .seconds(20)) == .ended)
    }
  }

  @Test func aLivingDaemonsSocketIsLeftToIt() async throws {
    let server = try await Server()
    #expect(await failure(Server.place(server.directory.path)) == .inUse(path: server.path))
    #expect(try server.connect().ping() != nil)
    await server.stop()
  }

  @Test func ofTwoThatStartAtOnceOneWins() async throws {
    for _ in 0..<20 {
      let directory = try TemporaryDirectory()
      let publishers = [0, 1].map { _ in publisher(Server.place(directory.path)) }
      async let first = started(publishers[0])
      async let second = started(publishers[1])
      let wins = await [first, second]
      #expect(wins.filter { $0 }.count == 1)
      for publisher in publishers { await publisher.stop(reason: "shutting_down") }
    }
  }

  // flock(2) needs no right to write: any user could hold such a lock for ever.
  @Test func aReaderThatLocksTheDirectoryHoldsNoDaemonUp() async throws {
    let directory = try TemporaryDirectory()
    let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    let publisher = publisher(Server.place(directory.path))
    try await publisher.start()
    #expect(directory.names == ["stream.sock"])
    await publisher.stop(reason: "shutting_down")
    #expect(directory.names.isEmpty)
  }

  @Test func aDaemonThatHoldsTheLockIsWaitedForAndThenNamed() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/.lock"
    // A program that another test starts meanwhile would otherwise inherit the lock.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    #expect(await failure(Server.place(directory.path)) == .locked(path: directory.path))
    // A daemon that died left the file without the lock.
    close(descriptor)
    #expect(await failure(Server.place(directory.path)) == nil)
    #expect(directory.names.isEmpty)
  }

  // A umask is the whole process's: what one sets for a moment the other would meet.
  @Test func ofTwoThatStartAtOnceBothAreForEverybody() async throws {
    let umaskBefore = try umaskLine()
    for _ in 0..<20 {
      let directories = try (0..<2).map { _ in try TemporaryDirectory() }
      let publishers = directories.map { publisher(Server.place($0.path)) }
      async let first = started(publishers[0])
      async let second = started(publishers[1])
      #expect(await [first, second] == [true, true])
      for directory in directories {
        #expect(mode(of: directory.path + "/stream.sock") == S_IFSOCK | 0o666)
      }
      for publisher in publishers { await publisher.stop(reason: "shutting_down") }
    }
    #expect(try umaskLine() == umaskBefore)
  }

  private func umaskLine() throws -> String? {
    String(decoding: try contents(of: "/proc/self/status"), as: UTF8.self)
      .split(separator: "\n").first { $0.hasPrefix("Umask:") }.map(String.init)
  }

  private func started(_ publisher: Publisher) async -> Bool {
    do {
      try await publisher.start()
      return true
    } catch {
      return false
    }
  }

  /// Leaves what a daemon leaves that dies.
  private func abandonSocket(at path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        _ = bind(descriptor, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    close(descriptor)
  }

  @Test func aDeadDaemonsSocketIsReplaced() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/stream.sock"
    abandonSocket(at: path)
    #expect(mode(of: path).map { $0 & S_IFMT } == S_IFSOCK)
    let publisher = publisher(Server.place(directory.path))
    try await publisher.start()
    #expect(try Connection(paths: [path]).message() == .hello(Server.hello))
    await publisher.stop(reason: "shutting_down")
  }

  @Test func whatIsNoSocketIsNeverDeleted() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/stream.sock"
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(await failure(Server.place(directory.path)) == .notASocket(path: path))
    #expect(mode(of: path) == S_IFREG | 0o600)
    remove(path)
    symlink("elsewhere", path)
    #expect(await failure(Server.place(directory.path)) == .notASocket(path: path))
    #expect(mode(of: path).map { $0 & S_IFMT } == S_IFLNK)
  }

  @Test func stopLeavesASocketThatAnotherHasPutThere() async throws {
    let server = try await Server()
    remove(server.path)
    abandonSocket(at: server.path)
    await server.stop()
    #expect(mode(of: server.path).map { $0 & S_IFMT } == S_IFSOCK)
  }

  @Test func aPathThatIsTooLongNamesItsLength() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/" + String(repeating: "d", count: 90)
    mkdir(path, 0o700)
    let error = await failure(Server.place(path))
    #expect(
      error
        == .pathTooLong(path: path + "/stream.sock", length: path.utf8.count + 12, limit: 107))
    #expect(throws: ConnectionError.self) { try Connection(socketDirectory: path) }
  }

  @Test func aNamedDirectoryMustBeThere() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/missing"
    let error = await failure(Server.place(path))
    #expect(error == .noDirectory(path: path))
    #expect(error?.description.contains("mkdir") == true)
    #expect(mode(of: path) == nil)
  }

  @Test func aNamedDirectoryMustBeOne() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/file"
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(await failure(Server.place(path)) == .notWritable(path: path, errno: ENOTDIR))
  }

  // Root may write everywhere.
  @Test(.enabled(if: getuid() != 0))
  func aNamedDirectoryMustBeWritable() async throws {
    let directory = try TemporaryDirectory()
    chmod(directory.path, 0o500)
    #expect(
      await failure(Server.place(directory.path))
        == .notWritable(path: directory.path, errno: EACCES))
    chmod(directory.path, 0o700)
  }

  @Test func theLoginsDirectoryIsMadePrivateAndPassedOverWhereItCannotBe() async throws {
    let directory = try TemporaryDirectory()
    let candidates = [
      SocketDirectory(path: directory.path + "/gone/system", origin: .system),
      SocketDirectory(path: directory.path + "/gone/qiblad", origin: .runtime),
      SocketDirectory(path: directory.path + "/qiblad", origin: .runtime),
      SocketDirectory(path: directory.path + "/never", origin: .temporary),
    ]
    let publisher = publisher(SocketLocation(candidates: candidates, uid: getuid()))
    #expect(try await publisher.start() == directory.path + "/qiblad/stream.sock")
    #expect(mode(of: directory.path + "/qiblad") == S_IFDIR | 0o700)
    #expect(mode(of: directory.path + "/never") == nil)
    await publisher.stop(reason: "shutting_down")
  }

  // Else a stream for everybody could be read by root alone.
  @Test(.enabled(if: geteuid() == 0)) func rootsDirectoryIsOpenWhateverTheUmask() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/run"
    let place = SocketLocation(
      candidates: [SocketDirectory(path: path, origin: .system)], uid: getuid())
    #expect(await failure(place) == nil)
    #expect(mode(of: path) == S_IFDIR | 0o755)
    // One that is there stays as its owner wants it.
    chmod(path, 0o700)
    #expect(await failure(place) == nil)
    #expect(mode(of: path) == S_IFDIR | 0o700)
  }

  @Test func inAPublicPlaceOnlyADirectoryOfOursWillDo() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/qiblad-1"
    func place(uid: UInt32 = getuid()) -> SocketLocation {
      SocketLocation(candidates: [SocketDirectory(path: path, origin: .temporary)], uid: uid)
    }
    #expect(await failure(place()) == nil)
    #expect(mode(of: path) == S_IFDIR | 0o700)
    let foreign = await failure(place(uid: getuid() + 1))
    #expect(
      foreign == .unsafeDirectory(path: path, .foreign(owner: getuid())))
    // Removing it is not in this user's power: /tmp is sticky.
    #expect(foreign?.description.contains("--socket-dir, or set XDG_RUNTIME_DIR") == true)
    chmod(path, 0o777)
    #expect(
      await failure(place()) == .unsafeDirectory(path: path, .writableByOthers))
    rmdir(path)
    symlink(directory.path, path)
    #expect(
      await failure(place()) == .unsafeDirectory(path: path, .notADirectory))
  }
}
