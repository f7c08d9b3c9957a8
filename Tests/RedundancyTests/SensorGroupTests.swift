import Quantities
import Testing

@testable import Heading
@testable import Redundancy

/// What of many sensors' samples counts.
@Suite struct SensorGroupTests {
  private func field(
    at milliseconds: Int64, from source: SensorSourceID, _ x: Double = 20
  ) -> Sample {
    Sample(
      time: Timestamp(microseconds: milliseconds * 1000),
      magneticField: MagneticField(microtesla: Vector3(x, 0, 40)), source: source)
  }

  private func motion(
    at milliseconds: Int64, from source: SensorSourceID, hasRate: Bool = true
  ) -> Sample {
    var sample = Sample(time: Timestamp(microseconds: milliseconds * 1000), source: source)
    sample.acceleration = Acceleration(metresPerSecondSquared: Vector3(0, 0, -9.8))
    if hasRate { sample.angularRate = AngularRate(radiansPerSecond: .zero) }
    return sample
  }

  @Test func theFirstMagnetometerCountsAndTheSecondDoesNot() {
    var group = SensorGroup(first: .unknown)
    func counts(_ sample: Sample) -> Bool {
      group.taken(sample).sample.magneticField != nil
    }
    #expect(counts(field(at: 0, from: 7)))
    #expect(!counts(field(at: 5, from: 8)))
    #expect(counts(field(at: 10, from: 7)))
    #expect(group.primaryOfSeveral == 7)
  }

  @Test func ofTwoWhichWasNeverAskedForCountsWhenTheOtherIsSilent() {
    var group = SensorGroup(first: .unknown)
    for time in stride(from: Int64(0), to: 200, by: 10) {
      _ = group.taken(field(at: time, from: 1))
    }
    #expect(
      group.taken(field(at: 450, from: 2)).sample.magneticField == nil)
    let late = group.taken(field(at: 500, from: 2))
    #expect(late.replacement?.change?.cause == .fault(.silent) && late.sample.magneticField != nil)
    #expect(
      group.taken(field(at: 510, from: 1)).sample.magneticField == nil)
  }

  @Test func whereALossIsKnownTheOtherCountsAtOnce() {
    var group = SensorGroup(first: .unknown)
    for time in stride(from: Int64(0), to: 1000, by: 10) {
      _ = group.taken(field(at: time, from: 1))
      _ = group.taken(field(at: time + 1, from: 2))
    }
    #expect(group.lost(2) == false)
    #expect(group.lost(3) == false)
    #expect(
      group.taken(field(at: 1001, from: 2)).sample.magneticField == nil)
    #expect(group.lost(1) == true)
    let next = group.taken(field(at: 1002, from: 2))
    #expect(next.replacement?.change?.cause == .fault(.silent) && next.sample.magneticField != nil)
  }

  @Test func accelerometerAndGyroAreOfOneChipWhereOneHasBoth() {
    var group = SensorGroup(first: .unknown)
    // An accelerometer alone that speaks first gives way to one beside a gyro.
    #expect(
      group.taken(motion(at: 0, from: 3, hasRate: false))
        .sample.acceleration != nil)
    let both = group.taken(motion(at: 1, from: 2))
    #expect(both.sample.acceleration != nil && both.sample.angularRate != nil)
    #expect(both.replacement?.isInertial == true)
    let alone = group.taken(motion(at: 2, from: 3, hasRate: false))
    #expect(alone.sample.acceleration == nil && alone.replacement == nil)
    // … until that one is silent.
    _ = group.taken(motion(at: 11, from: 2))
    let after = group.taken(motion(at: 312, from: 3, hasRate: false))
    #expect(after.sample.acceleration != nil && after.replacement?.isInertial == true)
  }

  @Test func ofTwoSlowAccelerometersTheFirstGoesOn() {
    var group = SensorGroup(first: .unknown)
    for second in 0..<20 as Range<Int64> {
      let first = group.taken(motion(at: second * 1000, from: 1, hasRate: false))
      #expect(first.sample.acceleration != nil && first.replacement == nil)
      let other = group.taken(motion(at: second * 1000 + 500, from: 2, hasRate: false))
      #expect(other.sample.acceleration == nil && other.replacement == nil)
    }
  }

  @Test func aNinthMagnetometerIsLeftOut() {
    var group = SensorGroup(first: .unknown)
    for number in UInt16(0)..<20 {
      _ = group.taken(field(at: Int64(number), from: SensorSourceID(rawValue: number)))
    }
    let known = group.magnetometers(at: Timestamp(microseconds: 20_000))
    #expect(known.map(\.source.number) == Array(0..<8))
  }

  // A calibration is of one chip: another one must not be corrected by it.
  @Test func aCalibrationIsUsedForTheFirstMagnetometerAlone() {
    var first = MagnetometerDescription.unknown
    first.calibration = Calibration(hardIron: Vector3(1, 2, 3), softIron: .identity, grade: .a)
    var group = SensorGroup(first: first)
    for time in stride(from: Int64(0), to: 200, by: 10) {
      _ = group.taken(field(at: time, from: 1, Double(time)))
      _ = group.taken(field(at: time + 1, from: 2, Double(time)))
    }
    #expect(group.primaryDescription.calibration == first.calibration)
    let change = group.taken(field(at: 600, from: 2)).replacement
    #expect(change?.isMagnetometer == true && group.primaryDescription.calibration == nil)
  }

  // Two chips have no common count.
  @Test func countsOfTwoCalibratedMagnetometersAreNotComparedDirectly() {
    let known = MagnetometerDescription(
      mount: .identity,
      calibration: Calibration(hardIron: .zero, softIron: .identity, grade: .a), isMountKnown: true)
    var group = SensorGroup(first: known, described: [1: known, 2: known], isMicrotesla: false)
    for time in stride(from: Int64(0), to: 2000, by: 10) {
      _ = group.taken(field(at: time, from: 1, 20))
      _ = group.taken(field(at: time + 1, from: 2, 200))
      var estimate = HeadingEstimate()
      group.judge(&estimate, at: Timestamp(microseconds: (time + 1) * 1000))
      #expect(!estimate.conditions.contains(.magnetometersDisagree))
    }
  }

  /// A calibrated group whose second magnetometer has taken over from the first, which is silent.
  private func replaced() -> SensorGroup {
    var first = MagnetometerDescription.unknown
    first.calibration = Calibration(hardIron: .zero, softIron: .identity, grade: .a)
    var group = SensorGroup(first: first)
    _ = group.calibrate(2, first.calibration)
    for time in stride(from: Int64(0), to: 200, by: 10) {
      _ = group.taken(field(at: time, from: 1))
      _ = group.taken(field(at: time + 1, from: 2))
    }
    _ = group.taken(field(at: 600, from: 2))
    return group
  }

  @Test func theMountOfOneThatTakesOverIsAssumedUnlessTurnsProveIt() {
    let group = replaced()
    #expect(group.primaryOfSeveral == 2)
    let now = Timestamp(microseconds: 600_000)
    for isProven in [false, true] {
      var group = group
      if isProven { group.mountIsProven() }
      var estimate = HeadingEstimate()
      group.judge(&estimate, at: now)
      #expect(estimate.conditions.contains(.calibrationUnconfirmed) == !isProven)
      #expect(estimate.errors.isUncertain == !isProven)
    }
  }

  @Test func aMountThatIsSetMeanwhileIsThatOfTheMagnetometerInUse() throws {
    let turned = Matrix3(Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1))
    var group = replaced()
    group.remount(try Mount(magnetometer: .identity, inertial: turned))
    #expect(group.isMountAssumed)
    group.remount(try Mount(magnetometer: turned, inertial: turned))
    #expect(!group.isMountAssumed)
  }

  /// The changes while both measure, every 10 ms, in ms; a field that varies a little is not stuck.
  private func changes(
    _ group: inout SensorGroup, from start: Int64, to end: Int64
  ) -> [MagnetometerChange] {
    var changes: [MagnetometerChange] = []
    for time in stride(from: start, to: end, by: 10) {
      let x = 20 + 0.1 * Double(time / 10 % 3)
      for sample in [field(at: time, from: 1, x), field(at: time + 1, from: 2, x)] {
        if let change = group.taken(sample).replacement?.change { changes.append(change) }
      }
    }
    return changes
  }

  // After one failure it has to measure for 6 s, and the evidence to last for 5 s.
  @Test func oneWhoseMountIsKnownIsPreferredToOneWhoseMountIsAssumed() throws {
    var group = replaced()
    let changes = changes(&group, from: 610, to: 20_000)
    #expect(changes.map(\.new) == [1] && changes.map(\.cause) == [.betterCalibrated])
    let time = try #require(changes.first).time.microseconds
    #expect((11_000_000...12_500_000).contains(time))
    #expect(!group.isMountAssumed)
  }

  @Test func theGyroHoldsBeforeOneTakesOverWhoseMountWouldBeAssumed() {
    var first = MagnetometerDescription.unknown
    first.calibration = Calibration(hardIron: .zero, softIron: .identity, grade: .a)
    var group = SensorGroup(first: first)
    _ = group.calibrate(2, first.calibration)
    _ = changes(&group, from: 0, to: 200)
    #expect(group.taken(field(at: 600, from: 2), canHold: true).replacement == nil)
    let change = group.taken(field(at: 610, from: 2)).replacement?.change
    #expect(change?.cause == .fault(.silent) && group.isMountAssumed)
  }

  @Test func aMountThatIsSetAgainIsThatOfTheMagnetometerInUse() {
    var group = replaced()
    group.confirmMount()
    #expect(!group.isMountAssumed)
    #expect(changes(&group, from: 610, to: 20_000).isEmpty && group.primaryOfSeveral == 2)
  }

  // Which of the two measures first after a start is chance; the better calibrated one is in use soon after each.
  @Test func theMountIsThatOfTheBetterCalibratedOneAndNotOfTheFirstThatMeasures() {
    var first = MagnetometerDescription.unknown
    first.calibration = Calibration(hardIron: .zero, softIron: .identity, grade: .c)
    var group = SensorGroup(first: first)
    _ = group.calibrate(2, Calibration(hardIron: .zero, softIron: .identity, grade: .a))
    let changes = changes(&group, from: 0, to: 12_000)
    #expect(changes.map(\.new) == [2] && changes.map(\.cause) == [.betterCalibrated])
    #expect(!group.isMountAssumed)
    #expect(group.taken(field(at: 12_500, from: 1)).replacement?.change?.new == 1)
    #expect(group.isMountAssumed)
  }
}

extension SensorGroup {
  /// What counts of a sample, and who took over with it.
  fileprivate mutating func taken(
    _ sample: Sample, canHold: Bool = false
  ) -> (sample: Sample, replacement: Replacement?) {
    var sample = sample
    let replacement = take(&sample, fault: nil, canHold: canHold)
    return (sample, replacement)
  }
}
