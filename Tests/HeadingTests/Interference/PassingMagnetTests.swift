import Foundation
import Quantities
import Simulation
import Testing

@testable import Heading

@Suite struct PassingMagnetTests {
  private func passing(_ magnet: Vector3) throws -> Scene {
    Scene(
      earth: try earthField(),
      pose: { Pose(headingDegrees: 211 + 20 * sin(0.4 * $0), pitchDegrees: 8, rollDegrees: 4) },
      magnets: { magnet * exp(-(($0 - 30) / 2) * (($0 - 30) / 2)) })
  }

  @Test func aPassingMagnetIsCalledInterferenceAndHeldThrough() throws {
    let judged = judge(try passing(Vector3(-10, 30, 20)), seconds: 60)
    let near = judged.filter { abs($0.time - 30) < 1.5 }
    #expect(near.allSatisfy { $0.estimate.interference == .disturbed })
    #expect(near.allSatisfy { $0.estimate.source == .gyroHold })
    #expect(try #require(judged.filter { $0.time > 2 }.worstError) < 8)
    #expect(judged.filter { $0.time < 25 }.allSatisfy { $0.estimate.interference == .undisturbed })
    #expect(judged.filter { $0.time > 38 }.allSatisfy { $0.estimate.interference == .undisturbed })
  }

  @Test func aMagnetIsNeverCalledAccurateWithASmallError() throws {
    for direction in [Vector3(40, 0, 0), Vector3(0, -40, 0), Vector3(0, 0, 40)] {
      for item in judge(try passing(direction), seconds: 60) where item.time > 2 {
        let bar = try #require(item.estimate.error68Degrees)
        let error = abs(try #require(item.error))
        #expect(
          item.estimate.interference != .undisturbed || bar > 5 || error <= max(10, 3 * bar),
          "\(direction) at \(item.time) s: \(error)° with a bar of \(bar)°")
      }
    }
  }

  @Test func withoutAGyroTheErrorGrowsWithTheDisturbance() throws {
    var model = SensorModel()
    model.hasRate = false
    let judged = judge(try passing(Vector3(0, 30, 20)), model: model, seconds: 40)
    let before = try #require(judged.last { $0.time < 20 }?.estimate.error68Degrees)
    let during = try #require(judged.first { $0.time > 30 }?.estimate.error68Degrees)
    #expect(during > 5 * before)
  }

  @Test func aFieldThatCannotBeTheEarthsIsDisturbedFromTheStart() throws {
    let scene = Scene(
      earth: try earthField(), pose: { _ in Pose(headingDegrees: 37) },
      magnets: { _ in Vector3(0, 80, 0) })
    let last = try #require(judge(scene, seconds: 5).last).estimate
    #expect(last.interference == .disturbed)
    #expect(last.conditions.contains(.interferenceStrength))
  }

  @Test func aNewPlaceIsAcceptedOnlyAfterTurningInIt() throws {
    func scene(turning: Bool) throws -> Scene {
      Scene(
        earth: try earthField(),
        pose: { Pose(headingDegrees: turning ? 40 * max($0 - 80, 0) : 0) },
        magnets: { $0 > 70 ? Vector3(6, 0, -12) : .zero })
    }
    let turned = judge(try scene(turning: true), seconds: 120)
    let still = judge(try scene(turning: false), seconds: 120)
    #expect(try #require(turned.last).estimate.interference == .undisturbed)
    #expect(try #require(still.last).estimate.interference == .disturbed)
  }

  @Test func withoutATiltSensorANewPlaceIsAcceptedTooAfterTurningInIt() throws {
    var model = SensorModel()
    (model.hasForce, model.hasRate) = (false, false)
    let scene = Scene(
      earth: try earthField(), pose: { Pose(headingDegrees: 40 * $0) },
      magnets: { $0 > 10 ? Vector3(0, 0, -15) : .zero })
    let judged = judge(scene, model: model, seconds: 60)
    #expect(judged.contains { $0.estimate.interference == .disturbed })
    #expect(try #require(judged.last).estimate.interference == .undisturbed)
  }

  @Test func nearTheMagneticPoleTheWeakHorizontalFieldIsNamed() throws {
    let scene = Scene(earth: try earthField(inclinationDegrees: 84)) { _ in
      Pose(headingDegrees: 143)
    }
    // 45 µT · cos 84° = 4.7 µT, under the caution zone's 6 µT
    let last = try #require(judge(scene, seconds: 10).last).estimate
    #expect(last.conditions.contains(.weakHorizontalField))
    #expect(try #require(last.error68Degrees) > 2)
  }

  // 18 of 45 µT of hard iron that the calibration does not know: the field fits in a part of each turn,
  // and there north is off by tens of degrees. After the first turn it is not believed there either.
  @Test func aForeignCalibrationIsNotBelievedWhereItFits() throws {
    var model = SensorModel()
    model.hasRate = false
    model.hardIron = Vector3(14, -10, 5)
    let scene = Scene(
      earth: try earthField(),
      pose: { Pose(headingDegrees: 15 * $0, pitchDegrees: 5, rollDegrees: -4) })
    let judged = judge(scene, model: model, seconds: 90)
    let fitting = judged.filter { $0.time > 30 && $0.estimate.interference == .undisturbed }
    #expect(fitting.count > 50)
    for item in fitting {
      #expect(try #require(item.estimate.error68Degrees) > 15)
      #expect(
        !item.estimate.conditions.isDisjoint(with: [
          .interferenceStrength, .interferenceInclination,
        ]))
    }
  }
}
