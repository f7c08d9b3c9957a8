import Foundation
import Profiles
import Quantities
import Storage
import Testing

/// Both halves of `Tests/PowerCuts/run`, which records what reaches a disk while calibrations are saved, and makes disks of
/// it as a power cut would leave them.
@Suite struct PowerCutTests {
  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  @Test(.enabled(if: variable("QIBLAD_SAVE_IN") != nil))
  func calibrationsAreSavedOneAfterTheOther() throws {
    let profiles = CalibrationProfiles(directory: try #require(Self.variable("QIBLAD_SAVE_IN")))
    let count = try #require(Int64(Self.variable("QIBLAD_SAVES") ?? "200"))
    let key = try ProfileKey(name: "boat")
    func version(_ number: Int64) -> CalibrationProfile.Version {
      .init(.given, utcMicroseconds: number * 1_000_000)
    }
    var profile =
      profiles.load(key).content ?? CalibrationProfile(key: key, current: version(1))
    for number in 1...count {
      profile.replace(with: version(number))
      try profiles.write(profile)
    }
  }

  /// The folders 0, 1, … hold what was in the state directory of each disk. Without a save that was complete there may be no
  /// profile, but never a damaged one.
  @Test(.enabled(if: variable("QIBLAD_DISKS") != nil))
  func everyDiskHasAWholeCalibration() throws {
    let folder = try #require(Self.variable("QIBLAD_DISKS"))
    let key = try ProfileKey(name: "boat")
    var numbers: Set<Int64> = []
    let disks = try FileManager.default.contentsOfDirectory(atPath: folder)
    for disk in disks {
      let directory = "\(folder)/\(disk)"
      let loaded = CalibrationProfiles(directory: directory).load(key)
      let content = try #require(loaded.content, "\(directory): \(loaded)")
      #expect(content.current.calibration == .given, "\(directory)")
      let number = try #require(content.current.utcMicroseconds) / 1_000_000
      if number > 1 {
        #expect(content.previous?.utcMicroseconds == (number - 1) * 1_000_000, "\(directory)")
      }
      numbers.insert(number)
    }
    print("\(disks.count) disks, \(numbers.count) different calibrations")
    #expect(disks.count == 1 || numbers.count > 1)
  }
}
