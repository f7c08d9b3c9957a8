import Glibc
import Profiles
import Quantities
import Storage
import TestFiles
import Testing

@Suite struct KilledSaveTests {
  /// A process that saves and rolls back is killed at an instant that has nothing to do with what it is
  /// at, but not before it has saved once, however slow the disk is: two whole calibrations are there.
  @Test func aProcessThatIsKilledLeavesWholeProfiles() async throws {
    let path = "/tmp/qiblad-test-killed-profiles-\(getpid())"
    try #require(mkdir(path, 0o700) == 0)
    defer {
      for name in entries(of: path) { unlink("\(path)/\(name)") }
      rmdir(path)
    }
    let profiles = CalibrationProfiles(directory: path)
    let key = try ProfileKey(name: "boat")
    var seen: Set<Int64> = []
    var first = CalibrationProfile(key: key, current: .init(.given, utcMicroseconds: 0))
    first.replace(with: .init(.given, utcMicroseconds: 1_000_000))
    try profiles.write(first)
    for _ in 0..<8 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let path = "/tmp/qiblad-test-killed-profiles-\(getppid())"
        let profiles = CalibrationProfiles(directory: path)
        var profile = try #require(profiles.load(try ProfileKey(name: "boat")).content)
        var isFirst = true
        while true {
          let time = Int64.random(in: 1...1_000_000) * 1_000_000
          profile.replace(with: .init(.given, utcMicroseconds: time))
          try profiles.write(profile)
          if isFirst { killSoon() }
          isFirst = false
          guard Bool.random() else { continue }
          profile.rollBack()
          try profiles.write(profile)
        }
      }
      let now = try #require(profiles.load(key).content)
      #expect(now.current.calibration == .given && now.previous?.calibration != nil)
      seen.insert(now.current.utcMicroseconds ?? 0)
    }
    #expect(seen.count > 1)
  }
}
