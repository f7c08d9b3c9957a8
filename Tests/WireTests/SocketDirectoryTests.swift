import Testing
import Wire

struct SocketDirectoryTests {
  private func paths(_ explicit: String?, _ environment: [String: String]) -> [String] {
    SocketDirectory.candidates(explicit: explicit, environment: environment, uid: 1000)
      .map(\.path)
  }

  @Test func withoutAnOptionTheSystemsDirectoryComesBeforeTheUsers() {
    #expect(
      paths(nil, ["XDG_RUNTIME_DIR": "/run/user/1000"])
        == ["/run/qiblad", "/run/user/1000/qiblad", "/tmp/qiblad-1000"])
    #expect(paths(nil, [:]) == ["/run/qiblad", "/tmp/qiblad-1000"])
  }

  @Test func aNamedDirectoryIsTheOnlyOne() {
    let environment = ["QIBLAD_SOCKET_DIR": "/b", "XDG_RUNTIME_DIR": "/run/user/1000"]
    #expect(paths("/a", environment) == ["/a"])
    #expect(paths(nil, environment) == ["/b"])
    #expect(paths("/a", [:]) == ["/a"])
  }

  @Test func emptyAndRelativeVariablesCountAsNone() {
    let environment = ["QIBLAD_SOCKET_DIR": "", "XDG_RUNTIME_DIR": "here"]
    #expect(paths(nil, environment) == ["/run/qiblad", "/tmp/qiblad-1000"])
  }

  @Test func theSocketIsInTheDirectory() {
    #expect(SocketDirectory(path: "/a", origin: .option).streamSocket == "/a/stream.sock")
  }
}
