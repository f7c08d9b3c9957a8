import Foundation
import Qibla
import Quantities
import Simulation
import Testing
import Wire

@testable import Pipeline

/// The alignment's field and events over whole simulated runs: they always agree.
@Suite struct AlignmentTests {
  /// The turn to the Qibla and back in London; with everything, and with a poor calibration.
  private func turn(seed: UInt64, grade: Calibration.Grade) throws -> Run {
    var given = try settings()
    given.calibration?.grade = grade
    let earth = Scene.EarthField(
      strength: 49.1, inclinationDegrees: 66.6, declination: try Declination(degrees: 1.2))
    let scene = Scene.turnThroughQibla(Azimuth(degrees: 118.987), earth: earth)
    return Run(Simulator(scene: scene, seed: seed).prefix(4800).map(\.sample), given)
  }

  @Test(arguments: [(UInt64(1), Calibration.Grade.given), (2, .a), (3, .c), (4, .d)])
  func fieldAndEventsAgree(seed: UInt64, grade: Calibration.Grade) throws {
    let run = try turn(seed: seed, grade: grade)
    #expect(!run.events(.aligned, .alignedUncertain).isEmpty)
    for (reading, count) in zip(run.readings, run.eventsBefore) {
      let last = run.events[..<count].last {
        [.aligned, .alignedUncertain, .left, .gap].contains($0.name)
      }
      switch last?.name {
      case .aligned: #expect(reading.alignment == .aligned)
      case .alignedUncertain: #expect(reading.alignment == .alignedUncertain)
      default: #expect(![.aligned, .alignedUncertain].contains(reading.alignment))
      }
    }
  }

  @Test(arguments: [(UInt64(1), Calibration.Grade.given), (4, .d)])
  func theFieldIsWhatThePointerSays(seed: UInt64, grade: Calibration.Grade) throws {
    for reading in try turn(seed: seed, grade: grade).readings {
      guard let pointer = reading.pointer.map({ abs($0.degrees) }) else {
        #expect(reading.alignment == .unknown)
        continue
      }
      // entered at 30, 10 and 5°, left 2° later
      switch reading.alignment {
      case .unknown: Issue.record("there is a pointer of \(pointer)°")
      case .away: #expect(pointer > 30)
      case .near: #expect(pointer > 10 && pointer <= 32)
      case .almost: #expect(pointer <= 12)
      case .aligned, .alignedUncertain: #expect(pointer <= 7)
      }
    }
  }

  @Test(arguments: [(UInt64(1), Calibration.Grade.given), (2, .a), (4, .d)])
  func alignedIsClaimedOnlyWithAGoodHeading(seed: UInt64, grade: Calibration.Grade) throws {
    let run = try turn(seed: seed, grade: grade)
    for reading in run.readings where reading.alignment == .aligned {
      #expect(reading.status == .accurate)
      #expect(try #require(reading.error68Degrees) <= 5)
    }
    let buzzes = run.events.filter { $0.haptic != nil }.map(\.time)
    for (a, b) in zip(buzzes, buzzes.dropFirst()) { #expect(b.seconds(since: a) >= 0.7) }
  }

  // A calibration of grade D leaves 5° and the declination half a degree: √(5² + 0.5²) > 5.
  @Test func aPoorCalibrationIsNeverAlignedForSure() throws {
    let run = try turn(seed: 4, grade: .d)
    #expect(run.events(.aligned, .locked).isEmpty)
    #expect(run.events(.alignedUncertain).count >= 2)
  }

  @Test func atTheKaabaItselfThereIsNoPointerAndNothingIsAligned() throws {
    let run = Run(
      LevelDevice().samples(to: 3), try settings(latitude: 21.4225, longitude: 39.8262))
    #expect(run.qiblas.map(\.note) == [.atKaaba])
    #expect(run.qiblas.allSatisfy { $0.bearing == nil })
    #expect(run.readings.allSatisfy { $0.pointer == nil && $0.alignment == .unknown })
    #expect(run.events.isEmpty)
  }
}
