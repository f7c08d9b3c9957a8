import Glibc
import Quantities
import Randomness
import Testing

@testable import SensorCalibration

@Suite struct CalibrationPoseTests {
  /// A collection of a sensor without iron that saw all directions but those near `axis`.
  private func collection(missing axis: Vector3, _ random: inout SeededGenerator)
    -> CalibrationCollection
  {
    var collection = CalibrationCollection(flow: .sphere)
    var direction = Vector3(1, 0, 0)
    for index in 0..<6000 {
      direction = (direction + Tumble.normal(&random) * 0.15).normalized ?? direction
      guard direction.dot(axis) < 0.55 else { continue }
      collection.add(
        field: direction * 48 + Vector3(5, -70, 33),
        at: Timestamp(microseconds: Int64(index) * 50_000))
    }
    collection.recentre(nil)
    return collection
  }

  @Test(arguments: CalibrationPose.Side.allCases)
  func theSideWhoseDirectionsAreMissingIsToComeDown(side: CalibrationPose.Side) {
    var random = SeededGenerator(seed: 71)
    // the chip's x is the device's down, its y forward, its z right
    let mount = Matrix3(Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, 0, 0))
    let missing = collection(missing: mount.transposed * side.axis, &random)
    #expect(missing.coverage > 0.5 && missing.coverage < 0.9)
    let steep = 70.0.inRadians
    func pose(down: Vector3?, _ inclination: Double) -> CalibrationPose {
      CalibrationPose(missing, mount: mount, down: down, inclination: inclination)
    }
    #expect(pose(down: nil, steep) == .bringDown(side))
    #expect(pose(down: -side.axis, steep) == .bringDown(side))
    #expect(pose(down: side.axis, steep) == .turnAround(side))
    // in the south the field points up: the other side must come down
    let other = CalibrationPose.Side.allCases.first { $0.axis == -side.axis }
    #expect(pose(down: nil, -steep) == other.map(CalibrationPose.bringDown))
  }

  @Test func whenAllWasSeenItSaysSo() {
    var random = SeededGenerator(seed: 72)
    var all = collection(missing: Vector3(0, 0, 9), &random)
    #expect(all.coverage < 0.9)
    all = collection(missing: .zero, &random)
    #expect(all.coverage > 0.95)
    #expect(CalibrationPose(all, mount: .identity, down: nil, inclination: 1) == .enough)
  }

  @Test func everyPoseIsASentence() {
    let sides = CalibrationPose.Side.allCases
    let poses =
      [.tumble, .level, .enough] + sides.map(CalibrationPose.bringDown)
      + sides.map(CalibrationPose.turnAround)
    let words = poses.map(\.description)
    #expect(Set(words).count == poses.count)
    #expect(words.allSatisfy { $0.hasSuffix(".") })
    #expect(
      CalibrationPose.bringDown(.right).description
        == "Turn the device so that its right side points down, then turn it once around.")
  }

  @Test func aFieldThatTurnsAgainstTheGyroIsLeftOutOfTheLog() {
    var random = SeededGenerator(seed: 73)
    let tumble = Tumble(&random, seconds: 60, strain: 0, noise: 0.005, wander: 0)
    var collection = CalibrationCollection(flow: .sphere)
    var disturbed: Set<Int64> = []
    for (index, (field, rate)) in zip(tumble.log.fields, tumble.log.rates).enumerated() {
      collection.add(rate: rate.rate, at: rate.time)
      var value = field.field
      if index % 200 < 4 {
        let turn = Quaternion(rotationVector: Vector3(0.4, -0.3, 0.5))
        value = turn.rotate(value - tumble.hardIron) + tumble.hardIron
        disturbed.insert(field.time.microseconds)
      }
      collection.add(field: value, at: field.time)
    }
    collection.recentre(nil)
    let (log, contradicted) = collection.log(isMicrotesla: true, expectedStrength: nil)
    #expect(contradicted > 0.01 && contradicted < 0.2)
    #expect(log.contradicted == contradicted)
    let left = log.fields.count { disturbed.contains($0.time.microseconds) }
    // a quarter of a second before, each had a clean partner; about some axes the turn does nothing
    #expect(left <= 2)
  }

  @Test func whatIsOldIsForgotten() {
    var random = SeededGenerator(seed: 74)
    var collection = collection(missing: .zero, &random)
    let before = collection.keptCount
    collection.forget(before: Timestamp(microseconds: 150_000_000))
    let log = collection.log(isMicrotesla: true, expectedStrength: nil).log
    #expect(log.fields.allSatisfy { $0.time.microseconds >= 150_000_000 })
    #expect(collection.keptCount < before * 3 / 4 && collection.keptCount > before / 4)
    #expect(log.fields.count == collection.keptCount)
  }
}
